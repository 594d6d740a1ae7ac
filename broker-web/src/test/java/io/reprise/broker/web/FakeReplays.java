package io.reprise.broker.web;

import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.message.ReplicationGroupMsgId;
import io.reprise.broker.model.replay.ReplayFailure;
import io.reprise.broker.model.replay.ReplayPreview;
import io.reprise.broker.model.replay.ReplayRange;
import io.reprise.broker.model.replay.ReplayRequest;
import io.reprise.broker.model.replay.ReplayState;
import io.reprise.broker.model.replay.ReplayStatus;
import io.reprise.broker.model.replay.Replays;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Replays that are never done: what was asked for is noted, in the order of the calls, and answered or refused as a test says. */
public final class FakeReplays implements Replays {
    /** What every start selects. */
    public static final ReplayRange RANGE = new ReplayRange(1_700_000_000_500L, 11, 30, 20);

    private final List<String> done = new ArrayList<>();
    private final List<ReplayRequest> requests = new ArrayList<>();
    private @Nullable ErrorCode refusal;
    private boolean topicFilter;

    /** Refuses all that follows. */
    public void refuse(ErrorCode code) {
        refusal = code;
    }

    public void filterTopics() {
        topicFilter = true;
    }

    /** What was done: {@code start queue q}. */
    public List<String> done() {
        return done;
    }

    /** What was asked for, also what was only looked at. */
    public List<ReplayRequest> requests() {
        return requests;
    }

    @Override
    public ReplayRange start(EndpointKind kind, String endpointName, ReplayRequest request) {
        requests.add(request);
        note("start", kind, endpointName);
        return RANGE;
    }

    @Override
    public ReplayPreview preview(EndpointKind kind, String endpointName, ReplayRequest request) {
        requests.add(request);
        note("preview", kind, endpointName);
        return new ReplayPreview(RANGE, 7, 5, 3, topicFilter);
    }

    @Override
    public void cancel(EndpointKind kind, String endpointName) {
        note("cancel", kind, endpointName);
    }

    @Override
    public ReplayStatus status(EndpointKind kind, String endpointName) {
        return new ReplayStatus(
                ReplayState.PENDING_COMPLETE,
                31,
                32,
                33,
                34,
                35,
                36,
                37_999,
                38_000,
                39_000,
                ReplayFailure.CANCELLED,
                40_000,
                41,
                42,
                43,
                44_000,
                45,
                46);
    }

    @Override
    public Map<ReplayState, Integer> counts() {
        Map<ReplayState, Integer> result = new EnumMap<>(ReplayState.class);
        result.put(ReplayState.ACTIVE, 3);
        result.put(ReplayState.FAILED, 1);
        return result;
    }

    @Override
    public ReplicationGroupMsgId copy(ReplicationGroupMsgId id, EndpointKind kind, String endpointName) {
        note("copy " + id + " to", kind, endpointName);
        return new ReplicationGroupMsgId(id.origin(), 99);
    }

    private void note(String what, EndpointKind kind, String endpointName) {
        if (refusal != null) {
            throw new BrokerException(refusal, "refused by a test");
        }
        done.add(what + " " + kind.text() + " " + endpointName);
    }
}
