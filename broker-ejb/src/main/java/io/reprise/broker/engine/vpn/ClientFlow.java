package io.reprise.broker.engine.vpn;

import io.reprise.broker.model.delivery.DeliverySession;
import io.reprise.broker.model.delivery.Flow;
import io.reprise.broker.model.replay.ReplayRange;
import io.reprise.broker.model.replay.ReplayRequest;
import java.util.Optional;

/**
 * A client's flow: what it asks for by it is refused once it may not consume any more, also before {@link AccessWatch} has ended it
 * [spec 5.4]. Thread-safe.
 *
 * @param check throws if the client may not be bound any more
 */
record ClientFlow(Flow flow, Runnable check) implements Flow {
    @Override
    public DeliverySession openSession() {
        if (flow.endReason().isEmpty()) {
            check.run();
        }
        return flow.openSession();
    }

    @Override
    public boolean isActive() {
        return flow.isActive();
    }

    @Override
    public Optional<ReplayRange> startReplay(String replayId, ReplayRequest request) {
        check.run();
        return flow.startReplay(replayId, request);
    }

    @Override
    public String endReason() {
        return flow.endReason();
    }

    @Override
    public void close() {
        flow.close();
    }
}
