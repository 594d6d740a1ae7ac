package io.reprise.broker.engine.state;

import io.reprise.broker.model.replay.ReplayState;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * What is on all endpoints of a VPN together, or held back from them for replays, and how many replays there are; kept in step by each of
 * them. Not thread-safe: the committer's. Means nothing while a recovery folds, and is counted anew at its end.
 */
final class SpoolTotals {
    private long messages;
    private long bytes;
    private long reservedBytes;
    private Map<ReplayState, Integer> replays = Map.of();
    /** Endpoints changed since {@link #takeChanged}, each once. */
    private List<EndpointState> changed = new ArrayList<>();

    /** What an endpoint holds is another; it says so once until it is taken. */
    void changed(EndpointState endpoint) {
        changed.add(endpoint);
    }

    /** Those changed since this was last asked. */
    List<EndpointState> takeChanged() {
        if (changed.isEmpty()) {
            return List.of();
        }
        List<EndpointState> taken = changed;
        changed = new ArrayList<>();
        return taken;
    }

    void addMessages(long count) {
        messages += count;
    }

    void addBytes(long count) {
        bytes += count;
    }

    void addReservedBytes(long count) {
        reservedBytes += count;
    }

    /** The replay of an endpoint is in another state. */
    void moveReplay(ReplayState from, ReplayState to) {
        if (from != to) {
            Map<ReplayState, Integer> counts = new EnumMap<>(ReplayState.class);
            counts.putAll(replays);
            count(counts, from, -1);
            count(counts, to, 1);
            replays = Collections.unmodifiableMap(counts);
        }
    }

    private static void count(Map<ReplayState, Integer> counts, ReplayState state, int change) {
        if (state != ReplayState.NONE) {
            counts.merge(state, change, (before, more) -> before + more == 0 ? null : before + more);
        }
    }

    /** An endpoint is gone with what is on it. */
    void leave(EndpointState gone) {
        messages -= gone.owedMessages();
        bytes -= gone.sizeBytes() + gone.heldBackBytes();
        reservedBytes -= gone.reservedBytes();
        moveReplay(gone.replay().state(), ReplayState.NONE);
    }

    void recount(Collection<EndpointState> endpoints) {
        messages = 0;
        bytes = 0;
        reservedBytes = 0;
        replays = Map.of();
        for (EndpointState endpoint : endpoints) {
            messages += endpoint.owedMessages();
            bytes += endpoint.sizeBytes() + endpoint.heldBackBytes();
            reservedBytes += endpoint.reservedBytes();
            moveReplay(ReplayState.NONE, endpoint.replay().state());
        }
    }

    /** How many endpoints have a replay in each state, but for those that have none; never changed afterwards. */
    Map<ReplayState, Integer> replays() {
        return replays;
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
}
