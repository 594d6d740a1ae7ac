package io.reprise.broker.model.endpoint;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.settings.NameRule;

/**
 * The name of a queue or topic endpoint: 1–200 characters, none of {@code * ? ' < > & ;}, no leading or trailing {@code /}; a leading
 * {@code #} is reserved for the broker's own (spec 1.4). A name exists only if it is valid.
 */
public record EndpointName(String text) implements Comparable<EndpointName> {
    private static final NameRule RULE = new NameRule("endpoint name", 200);

    /** Each VPN's default dead message queue. */
    public static final EndpointName DEAD_MESSAGE_QUEUE = new EndpointName("#DEAD_MSG_QUEUE");

    /** The name that users of EMS know the default dead message queue by; it stands for it wherever a queue is named (spec 4.3). */
    public static final String UNDELIVERED = "$sys.undelivered";

    private static final String TEMPORARY_PREFIX = "#TEMP/";

    public EndpointName {
        RULE.check(text);
        if (text.startsWith("/") || text.endsWith("/")) {
            throw RULE.refused(text, "leading or trailing /", "none");
        }
    }

    /**
     * The name of an endpoint that may exist, the broker's own included.
     *
     * @throws BrokerException INVALID_PARAMETER
     */
    public static EndpointName of(String text) {
        return new EndpointName(text);
    }

    /** The name of an endpoint that a user creates: not a reserved one. */
    public static EndpointName ofNew(String text) {
        EndpointName name = new EndpointName(text);
        if (name.isReserved()) {
            throw RULE.refused(text, "leading #", "names without one, it is reserved for the broker's own");
        }
        return name;
    }

    /**
     * The name of a temporary endpoint; that it is one is told by its name alone.
     *
     * @throws BrokerException INVALID_PARAMETER
     */
    public static EndpointName ofTemporary(String rest) {
        return new EndpointName(TEMPORARY_PREFIX + rest);
    }

    /** Whether an endpoint of that name is gone with its owner (spec 1.4). */
    public static boolean isTemporary(String text) {
        return text.startsWith(TEMPORARY_PREFIX);
    }

    static boolean isValid(String text) {
        try {
            return new EndpointName(text).text.equals(text);
        } catch (BrokerException invalid) {
            return false;
        }
    }

    public boolean isReserved() {
        return text.startsWith("#");
    }

    @Override
    public int compareTo(EndpointName other) {
        return text.compareTo(other.text);
    }

    @Override
    public String toString() {
        return text;
    }
}
