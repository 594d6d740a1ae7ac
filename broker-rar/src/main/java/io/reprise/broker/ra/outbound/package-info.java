/**
 * Connections of applications: the managed connection with its transactions, and the handles that applications hold. The client API
 * beneath is that of {@link io.reprise.broker.ra.jms}.
 */
@NullMarked
package io.reprise.broker.ra.outbound;

import org.jspecify.annotations.NullMarked;
