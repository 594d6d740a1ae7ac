/** The broker's message as a Jakarta Messaging message, and back. */
@NullMarked
package io.reprise.broker.ra.jms.message;

import org.jspecify.annotations.NullMarked;
