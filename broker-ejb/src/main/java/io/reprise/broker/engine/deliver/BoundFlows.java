package io.reprise.broker.engine.deliver;

import io.reprise.broker.engine.endpoint.EndpointConfig;
import io.reprise.broker.model.endpoint.AccessType;
import io.reprise.broker.model.endpoint.EndpointSettings;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The flows bound to an endpoint in the order in which they came, and which of them get messages [spec 1.4]. Not thread-safe:
 * guarded by its {@link DispatchMonitor}.
 */
final class BoundFlows {
    private final List<EngineFlow> flows = new ArrayList<>();
    private long lastId;
    private @Nullable ErrorCode ended;
    private String endReason = "";

    /** Binds one; refused if the endpoint is gone, switched off or has as many as it may. */
    void add(EngineFlow flow, EndpointConfig config, Instant now) {
        ErrorCode over = ended;
        if (over != null) {
            throw new BrokerException(over, "bind to " + config.label() + ": " + endReason);
        }
        if (!config.settings().egressEnabled()) {
            throw BrokerException.refused(
                    ErrorCode.EGRESS_DISABLED,
                    "bind to " + config.label(),
                    "egressEnabled=false",
                    "egressEnabled=true");
        }
        int max = config.settings().maxBindCount();
        if (flows.size() >= max) {
            throw BrokerException.refused(
                    ErrorCode.MAX_BIND_COUNT_REACHED,
                    "bind to " + config.label(),
                    (flows.size() + 1) + " flows",
                    "maxBindCount=" + max);
        }
        flows.add(flow);
        flow.bound(++lastId, now);
    }

    void remove(EngineFlow flow) {
        flows.remove(flow);
    }

    /** No flow is bound or active any more; those that must be told. */
    List<EngineFlow> end(ErrorCode code, String reason) {
        ended = code;
        endReason = reason;
        return List.copyOf(flows);
    }

    /** Whether a flow gets messages: on an exclusive endpoint the first alone. */
    boolean isActive(EngineFlow flow, EndpointSettings settings) {
        return ended == null
                && settings.egressEnabled()
                && (settings.accessType() == AccessType.NON_EXCLUSIVE
                        ? flows.contains(flow)
                        : !flows.isEmpty() && flows.get(0) == flow);
    }

    List<EngineFlow> all() {
        return List.copyOf(flows);
    }

    int size() {
        return flows.size();
    }

    int active(EndpointSettings settings) {
        if (ended != null || !settings.egressEnabled()) {
            return 0;
        }
        return settings.accessType() == AccessType.NON_EXCLUSIVE ? flows.size() : Math.min(1, flows.size());
    }
}
