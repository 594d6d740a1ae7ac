/** A message, its identity, and its stored form. */
@NullMarked
package io.reprise.broker.model.message;

import org.jspecify.annotations.NullMarked;
