package io.reprise.broker.web.security;

/** The roles of the server's security domain that open parts of this API (spec 5.4). Also declared in {@code web.xml}. */
public final class Roles {
    /** Changes configuration; may do whatever operators, monitors and clients may. */
    public static final String ADMIN = "reprise-admin";

    /** Runs actions and reads. */
    public static final String OPERATOR = "reprise-operator";

    /** Reads, no payloads. */
    public static final String MONITOR = "reprise-monitor";

    /** Sees the payloads of what it may read. */
    public static final String BROWSE = "reprise-browse";

    /** Publishes; starts replays of what it may consume from. */
    public static final String CLIENT = "reprise-client";

    private Roles() {}
}
