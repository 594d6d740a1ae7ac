package io.reprise.broker.engine.state;

import io.reprise.broker.engine.log.Effect;
import io.reprise.broker.engine.log.Effect.Fed;
import io.reprise.broker.engine.log.Effect.ReplayEnded;
import io.reprise.broker.engine.log.Effect.ReplayJoined;
import io.reprise.broker.engine.log.Effect.ReplayStarted;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** What replays change on endpoints [LOG.md L21-L23]. Pure but for them. */
final class ReplayFold {
    private ReplayFold() {}

    /**
     * @param placed told each message of which a copy came
     * @param dropped told each backlog that is gone
     */
    static void apply(
            Effect effect,
            Map<Long, EndpointState> endpoints,
            long commitNo,
            LongConsumer placed,
            Consumer<Backlog> dropped) {
        if (effect instanceof ReplayStarted started) {
            EndpointState endpoint = endpoints.get(started.endpointId());
            if (endpoint != null) {
                endpoint.startReplay(started, commitNo);
            }
        } else if (effect instanceof Fed fed) {
            EndpointState endpoint = of(endpoints, fed.endpointId(), fed.generation());
            if (endpoint != null) {
                endpoint.feed(fed, commitNo);
                for (long msgId : fed.msgIds()) {
                    placed.accept(msgId);
                }
            }
        } else if (effect instanceof ReplayJoined joined) {
            EndpointState endpoint = of(endpoints, joined.endpointId(), joined.generation());
            if (endpoint != null) {
                endpoint.joinReplay(commitNo);
            }
        } else if (effect instanceof ReplayEnded ended) {
            EndpointState endpoint = of(endpoints, ended.endpointId(), ended.generation());
            if (endpoint != null) {
                endpoint.endReplay(ended, commitNo).forEach(dropped);
            }
        }
    }

    /** The endpoint, if that replay is its last one. */
    private static @Nullable EndpointState of(Map<Long, EndpointState> endpoints, long endpointId, int generation) {
        EndpointState endpoint = endpoints.get(endpointId);
        return endpoint != null && endpoint.replay().generation() == generation ? endpoint : null;
    }
}
