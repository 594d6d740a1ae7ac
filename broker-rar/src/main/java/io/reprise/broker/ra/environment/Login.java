package io.reprise.broker.ra.environment;

import io.reprise.broker.model.access.ClientIdentity;
import io.reprise.broker.model.access.Credentials;
import io.reprise.broker.model.vpn.Broker;

/**
 * A user name and its password as an application or its configuration gives them. Immutable.
 *
 * @param username empty for none: then it is client username {@code default}
 */
public record Login(String username, String password) {
    /** Who gives none. */
    public static final Login NONE = new Login("", "");

    /**
     * Who that is.
     *
     * @throws io.reprise.broker.model.error.BrokerException {@code UNAUTHORIZED} if the password is wrong, {@code VPN_STARTING} if that
     *     can't be told yet
     */
    public ClientIdentity identity(Broker broker) {
        return broker.shared(Credentials.class, Credentials::new).login(username, password);
    }

    @Override
    public String toString() {
        return username.isEmpty() ? "nobody by name" : "user '" + username + "'";
    }
}
