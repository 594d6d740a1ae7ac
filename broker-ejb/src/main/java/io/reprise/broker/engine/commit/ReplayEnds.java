package io.reprise.broker.engine.commit;

import io.reprise.broker.engine.log.Effect;
import io.reprise.broker.engine.log.Effect.ReplayEnded;
import io.reprise.broker.engine.state.EndpointReplay;
import io.reprise.broker.engine.state.EndpointState;
import io.reprise.broker.engine.state.VpnState;
import io.reprise.broker.model.replay.ReplayFailure;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a change of configuration ends replays with, as effects of its own entry [spec 2.4, LOG.md L6]. The committer's. */
public final class ReplayEnds {
    private ReplayEnds() {}

    /**
     * The replays that still need messages of the log up to an id.
     *
     * @param throughMsgId up to which all leave the log
     */
    public static List<Effect> logModified(VpnState state, long throughMsgId, long nowMillis) {
        List<Effect> ends = new ArrayList<>();
        for (EndpointState endpoint : state.endpoints()) {
            EndpointReplay replay = endpoint.replay();
            boolean needsSome = replay.cursorMsgId() < Math.min(throughMsgId, replay.throughMsgId());
            if (replay.state().holdsBack() && needsSome) {
                ends.add(end(endpoint, ReplayFailure.LOG_MODIFIED, nowMillis));
            }
        }
        return ends;
    }

    /** The one of a topic endpoint whose topic is changed; none if it has none that runs. */
    public static List<Effect> topicModified(@Nullable EndpointState endpoint, long nowMillis) {
        return endpoint == null || !endpoint.replay().state().isRunning()
                ? List.of()
                : List.of(end(endpoint, ReplayFailure.TOPIC_MODIFIED, nowMillis));
    }

    private static Effect end(EndpointState endpoint, ReplayFailure failure, long nowMillis) {
        return new ReplayEnded(endpoint.id(), endpoint.replay().generation(), failure, nowMillis);
    }
}
