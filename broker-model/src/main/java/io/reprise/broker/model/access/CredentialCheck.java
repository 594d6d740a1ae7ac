package io.reprise.broker.model.access;

import java.util.Optional;

/** Whether a password is that of a user of the server's security domain. Any thread; may block for the realm. */
@FunctionalInterface
public interface CredentialCheck {
    /**
     * The identity of who gives the right password and may be a client; empty for everybody else.
     *
     * @param username as given
     * @param password as given
     * @throws io.reprise.broker.model.error.BrokerException {@code VPN_STARTING} if that can't be found out now
     */
    Optional<ClientIdentity> check(String username, String password);
}
