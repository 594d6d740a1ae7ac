package io.reprise.broker.model.endpoint;

/**
 * How many messages are sent ahead to a session and not yet presented (spec 1.4).
 *
 * @param count messages; 0 inherits, negative is {@link #NONE}
 */
public record Prefetch(int count) {
    /** On demand only, nothing is parked at a session; {@code none} in the management API. */
    public static final Prefetch NONE = new Prefetch(-1);

    /** What the level above says, finally {@link #defaultCount}. */
    public static final Prefetch INHERIT = new Prefetch(0);

    public Prefetch {
        count = Math.max(count, -1);
    }

    /** This, or what the level above says if it inherits. */
    public Prefetch over(Prefetch above) {
        return equals(INHERIT) ? above : this;
    }

    /** Messages sent ahead, with the default where nobody says anything; 0 on demand. */
    public int ahead(EndpointKind kind) {
        return equals(INHERIT) ? defaultCount(kind) : Math.max(count, 0);
    }

    /** What a session gets where nobody says otherwise. */
    public static int defaultCount(EndpointKind kind) {
        return kind == EndpointKind.QUEUE ? 5 : 64;
    }
}
