/** The one catalogue of errors, and the exception that carries an entry of it. */
@NullMarked
package io.reprise.broker.model.error;

import org.jspecify.annotations.NullMarked;
