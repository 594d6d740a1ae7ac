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
        /**
         * Another owner holds the slot, or the VPN: nothing more can be written. The entry itself may have been stored in a slot that
         * the new owner has already emptied; who waits for it is to be told that its outcome is unknown.
         */
        FENCED,
        /** A definite no of a reachable server; the slot is closed. */
        REFUSED,
        /** Given up while the outcome was unknown. */
        ABANDONED
    }

    private static final AppendResult COMMITTED = new AppendResult(Kind.COMMITTED, null);

    public static AppendResult committed() {
        return COMMITTED;
    }

    public static AppendResult of(Kind kind, String reason) {
        return new AppendResult(kind, reason);
    }
}
