package io.reprise.broker.model.access;

/**
 * Who works with a VPN: the name that its access rules and the owners of its endpoints go by (spec 5.4). Whoever makes one has
 * authenticated its bearer. Immutable.
 *
 * @param username of the server's security domain, or {@link #DEFAULT_USERNAME} of who did not give one
 * @param address from where it connects, an IP address in its text form
 * @param administrator whether no rule holds for it, as who may change the rules
 */
public record ClientIdentity(String username, String address, boolean administrator) {
    /** How many characters a client username has at most. */
    public static final int LONGEST_USERNAME = 189;

    /** The client username of applications in this server that give no credentials, and the ACL profile that is there from the beginning. */
    public static final String DEFAULT_USERNAME = "default";

    /** Where applications of this server connect from. */
    public static final String IN_SERVER = "127.0.0.1";

    /** An application in this server without credentials. */
    public static final ClientIdentity DEFAULT = inServer(DEFAULT_USERNAME);

    /** An application in this server that gave credentials. */
    public static ClientIdentity inServer(String username) {
        return new ClientIdentity(username, IN_SERVER, false);
    }
}
