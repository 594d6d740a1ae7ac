package io.reprise.broker.engine.state;

import java.util.Collection;

/**
 * What is on all endpoints of a VPN together, or held back from them for replays, kept in step by each of them. Not thread-safe: the committer's. Means nothing
 * while a recovery folds, and is counted anew at its end.
 */
final class SpoolTotals {
    private long messages;
    private long bytes;
    private long reservedBytes;
    private int replays;

    void addMessages(long count) {
        messages += count;
    }

    void addBytes(long count) {
        bytes += count;
    }

    void addReservedBytes(long count) {
        reservedBytes += count;
    }

    /** A replay began, or ended with -1. */
    void addReplays(int count) {
        replays += count;
    }

    /** An endpoint is gone with what is on it. */
    void leave(EndpointState gone) {
        messages -= gone.owedMessages();
        bytes -= gone.sizeBytes() + gone.heldBackBytes();
        reservedBytes -= gone.reservedBytes();
        replays -= gone.replay().state().isRunning() ? 1 : 0;
    }

    void recount(Collection<EndpointState> endpoints) {
        messages = 0;
        bytes = 0;
        reservedBytes = 0;
        replays = 0;
        for (EndpointState endpoint : endpoints) {
            messages += endpoint.owedMessages();
            bytes += endpoint.sizeBytes() + endpoint.heldBackBytes();
            reservedBytes += endpoint.reservedBytes();
            replays += endpoint.replay().state().isRunning() ? 1 : 0;
        }
    }

    long messages() {
        return messages;
    }

    long bytes() {
        return bytes;
    }

    long reservedBytes() {
        return reservedBytes;
    }

    /** How many endpoints' replays are under way. */
    int replays() {
        return replays;
    }
}
