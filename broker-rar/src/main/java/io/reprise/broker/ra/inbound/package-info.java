/** Delivery to message-driven beans: activation, its properties, sessions, and the protocol of one delivery [JCA 2.1 §13]. */
@NullMarked
package io.reprise.broker.ra.inbound;

import org.jspecify.annotations.NullMarked;
