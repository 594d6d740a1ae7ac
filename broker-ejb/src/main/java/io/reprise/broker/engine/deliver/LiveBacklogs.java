package io.reprise.broker.engine.deliver;

import io.reprise.broker.engine.state.EndpointReplay;
import io.reprise.broker.engine.state.EndpointState;
import java.util.Map;
import java.util.TreeMap;

/**
 * In which backlog each live message of an endpoint is, by its id: what acknowledges it must name that [LOG.md L22]. Immutable.
 *
 * @param ranges from which ids on which backlog
 * @param copies the backlog of a running replay's copies; 0 if none runs
 * @param suspectMsgId copies up to this one may have been presented before an unclean stop
 * @param holdsBack whether what is published now waits for the replay
 */
record LiveBacklogs(TreeMap<Long, Integer> ranges, int copies, long suspectMsgId, boolean holdsBack) {
    /** Of a new endpoint. */
    static final LiveBacklogs FIRST = new LiveBacklogs(new TreeMap<>(Map.of(0L, 1)), 0, 0, false);

    static LiveBacklogs of(EndpointState state) {
        EndpointReplay replay = state.replay();
        return new LiveBacklogs(
                new TreeMap<>(state.liveRanges()),
                replay.state().isRunning() ? replay.generation() : 0,
                replay.suspectMsgId(),
                replay.state().holdsBack());
    }

    /** 0 if there is none for the id. */
    int generationOf(long msgId) {
        Map.Entry<Long, Integer> from = ranges.floorEntry(msgId);
        return from == null ? 0 : from.getValue();
    }

    boolean isLive(int generation) {
        return ranges.containsValue(generation);
    }

    /** Whether the message is a copy that a running replay has put here. */
    boolean isCopy(long msgId) {
        return copies != 0 && generationOf(msgId) == copies;
    }
}
