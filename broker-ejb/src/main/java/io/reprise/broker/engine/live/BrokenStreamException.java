package io.reprise.broker.engine.live;

import org.jspecify.annotations.Nullable;

/** A stream can't go on: a message of it can't be had. Its text is for the subscriber. */
final class BrokenStreamException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    BrokenStreamException(String reason, @Nullable Throwable cause) {
        super(reason, cause);
    }

    /** How it is logged: that a slow subscriber is told to come again is nobody's concern. */
    System.Logger.Level level() {
        return getCause() == null ? System.Logger.Level.DEBUG : System.Logger.Level.WARNING;
    }
}
