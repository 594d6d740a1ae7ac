/**
 * The Jakarta Messaging face: the client API of Qpid JMS over the seam, in one JVM with the broker (docs/adr/0002). Runs in a plain
 * JVM too: nothing here needs a container.
 */
@NullMarked
package io.reprise.broker.ra.jms;

import org.jspecify.annotations.NullMarked;
