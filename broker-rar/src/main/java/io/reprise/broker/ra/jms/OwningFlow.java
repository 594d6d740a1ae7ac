package io.reprise.broker.ra.jms;

import io.reprise.broker.model.delivery.BindRequest;
import io.reprise.broker.model.delivery.DeliverySession;
import io.reprise.broker.model.delivery.Flow;
import io.reprise.broker.model.delivery.TemporaryEndpoint;
import io.reprise.broker.model.delivery.TemporaryRequest;
import io.reprise.broker.model.endpoint.Prefetch;
import io.reprise.broker.model.endpoint.RedeliveryOverride;
import io.reprise.broker.model.replay.ReplayRange;
import io.reprise.broker.model.replay.ReplayRequest;
import io.reprise.broker.model.vpn.MessageVpn;
import java.util.Optional;

/** The flow of a non-durable consumer: its endpoint goes with it, and what is not acknowledged by then. Thread-safe. */
final class OwningFlow implements Flow {
    private final Flow flow;
    private final TemporaryEndpoint endpoint;

    private OwningFlow(Flow flow, TemporaryEndpoint endpoint) {
        this.flow = flow;
        this.endpoint = endpoint;
    }

    /** Makes the endpoint and binds to it; if that fails nothing is left. */
    static Flow bind(MessageVpn vpn, TemporaryRequest request, String clientName) {
        TemporaryEndpoint endpoint = vpn.createTemporary(request);
        try {
            return new OwningFlow(
                    vpn.bind(new BindRequest(
                            endpoint.kind(),
                            endpoint.name(),
                            clientName,
                            "",
                            Prefetch.INHERIT,
                            RedeliveryOverride.NONE)),
                    endpoint);
        } catch (RuntimeException e) {
            endpoint.close();
            throw e;
        }
    }

    @Override
    public DeliverySession openSession() {
        return flow.openSession();
    }

    @Override
    public boolean isActive() {
        return flow.isActive();
    }

    @Override
    public Optional<ReplayRange> startReplay(String replayId, ReplayRequest request) {
        return flow.startReplay(replayId, request);
    }

    @Override
    public String endReason() {
        return flow.endReason();
    }

    @Override
    public void close() {
        flow.close();
        endpoint.close();
    }
}
