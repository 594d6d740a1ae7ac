/** JSON as plain values. */
@NullMarked
package io.reprise.broker.model.json;

import org.jspecify.annotations.NullMarked;
