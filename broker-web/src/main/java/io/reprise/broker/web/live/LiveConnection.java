package io.reprise.broker.web.live;

/** The connection of a live subscriber. Thread-safe. */
interface LiveConnection {
    /** Time to show that it lives. Returns at once. */
    void tick();

    /** Ends it; a second call does nothing. */
    void close(String reason);
}
