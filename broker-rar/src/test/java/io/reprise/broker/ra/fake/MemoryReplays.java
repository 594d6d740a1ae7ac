package io.reprise.broker.ra.fake;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.replay.ReplayRange;
import io.reprise.broker.model.replay.ReplayRequest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What the consumers of an endpoint asked to be replayed: noted, granted once for each name, or refused; nothing is replayed. Thread-safe. */
public final class MemoryReplays {
    private final Map<String, ReplayRequest> granted = new HashMap<>();
    private final List<String> asked = new ArrayList<>();
    private @Nullable ErrorCode refusal;

    /** Refuses what is asked for from now on, also by names that were granted. */
    public synchronized void refuse(ErrorCode code) {
        refusal = code;
    }

    public synchronized void refuseNoMore() {
        refusal = null;
    }

    /** What was granted to a name. */
    public synchronized @Nullable ReplayRequest granted(String replayId) {
        return granted.get(replayId);
    }

    public synchronized int grantedCount() {
        return granted.size();
    }

    /** Each request, in order: its name, and how many sessions the endpoint had then. */
    public synchronized List<String> asked() {
        return List.copyOf(asked);
    }

    synchronized Optional<ReplayRange> start(String replayId, ReplayRequest request, int openSessions) {
        asked.add(replayId + " with " + openSessions + " sessions");
        if (refusal != null) {
            throw new BrokerException(refusal, "refused by a test");
        }
        return granted.putIfAbsent(replayId, request) == null
                ? Optional.of(new ReplayRange(1_000, 5, 9, 5))
                : Optional.empty();
    }
}
