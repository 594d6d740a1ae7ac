package io.reprise.broker.ra.outbound;

import io.reprise.broker.ra.environment.Login;
import jakarta.resource.spi.ConnectionRequestInfo;

/**
 * The session that an application asks for; without meaning in a JTA transaction.
 *
 * @param acknowledgeMode one of {@link jakarta.jms.Session}'s
 * @param login who asks, if the application says it
 */
record SessionRequest(int acknowledgeMode, Login login) implements ConnectionRequestInfo {}
