package io.reprise.broker.ra.inbound;

import org.jspecify.annotations.Nullable;

/**
 * How handing one message to the container went, before its transaction's outcome is looked at: return values and exceptions do not
 * tell that [WILDFLY.md 3].
 *
 * @param kind whether the application saw the message
 * @param failure what was thrown, if anything
 */
record Attempt(Kind kind, @Nullable Throwable failure) {
    enum Kind {
        /** The listener returned. */
        RETURNED,
        /** The listener threw. */
        THREW,
        /** The container did not let the message through to the application: no attempt [WILDFLY.md 5]. */
        REFUSED
    }

    static Attempt returned() {
        return new Attempt(Kind.RETURNED, null);
    }

    static Attempt threw(Throwable failure) {
        return new Attempt(Kind.THREW, failure);
    }

    static Attempt refused(Throwable failure) {
        return new Attempt(Kind.REFUSED, failure);
    }

    boolean wasRefused() {
        return kind == Kind.REFUSED;
    }
}
