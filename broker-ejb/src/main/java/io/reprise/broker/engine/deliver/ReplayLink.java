package io.reprise.broker.engine.deliver;

import io.reprise.broker.engine.endpoint.EndpointConfig;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.replay.ReplayRange;
import io.reprise.broker.model.replay.ReplayRequest;
import java.util.Optional;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * From delivery to what keeps replays going. What is there to be told is said once, before anyone is served; until then nobody is.
 * Thread-safe.
 */
public final class ReplayLink {
    private volatile LongConsumer steps = endpointId -> {};
    private volatile @Nullable Desk desk;

    /** Where clients ask for a replay. */
    public interface Desk {
        /** As {@link io.reprise.broker.model.delivery.Flow#startReplay}, for one who may. */
        Optional<ReplayRange> start(EndpointConfig endpoint, String replayId, ReplayRequest request);

        /** Whether a request of that name was accepted before. */
        boolean isSpent(EndpointConfig endpoint, String replayId);
    }

    /** Says who is told that an endpoint's replay may go on, or has changed: on any thread, the committer's too, so it only hands over. */
    public void onStep(LongConsumer told) {
        steps = told;
    }

    public void onAsked(Desk asked) {
        desk = asked;
    }

    void step(long endpointId) {
        steps.accept(endpointId);
    }

    Desk desk() {
        Desk known = desk;
        if (known == null) {
            throw new BrokerException(ErrorCode.VPN_STARTING, "a replay is asked for before the VPN is served");
        }
        return known;
    }
}
