package io.reprise.broker.engine.store;

import org.jspecify.annotations.Nullable;

/**
 * How writing an entry ended.
 *
 * @param kind the end
 * @param reason for people; null when committed
 */
public record AppendResult(Kind kind, @Nullable String reason) {
    /** The ends. */
    public enum Kind {
        /** The row is on disk. */
        COMMITTED,
        /** Another owner holds the slot or the VPN. */
        FENCED,
        /** A definite no of a reachable server; the slot is closed. */
        REFUSED,
        /** Given up while the outcome was unknown. */
        ABANDONED
    }

    public static AppendResult committed() {
        return new AppendResult(Kind.COMMITTED, null);
    }

    public static AppendResult of(Kind kind, String reason) {
        return new AppendResult(kind, reason);
    }
}
