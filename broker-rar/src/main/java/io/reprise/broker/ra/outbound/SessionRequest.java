package io.reprise.broker.ra.outbound;

import jakarta.resource.spi.ConnectionRequestInfo;

/**
 * The session that an application asks for; without meaning in a JTA transaction.
 *
 * @param acknowledgeMode one of {@link jakarta.jms.Session}'s
 */
record SessionRequest(int acknowledgeMode) implements ConnectionRequestInfo {}
