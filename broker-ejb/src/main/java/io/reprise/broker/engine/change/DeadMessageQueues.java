package io.reprise.broker.engine.change;

import io.reprise.broker.engine.endpoint.EndpointConfig;
import io.reprise.broker.model.endpoint.AccessType;
import io.reprise.broker.model.endpoint.EndpointAttributes;
import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.endpoint.EndpointName;
import io.reprise.broker.model.endpoint.EndpointSettings;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The rules for who is whose dead message queue [spec 1.4, 4.3]. Pure. */
public final class DeadMessageQueues {
    /** The name of the one that each VPN has. */
    public static final String DEFAULT = EndpointName.DEAD_MESSAGE_QUEUE.text();

    private DeadMessageQueues() {}

    /** What the default one begins with: it takes and gives, and is nobody's origin. */
    public static EndpointSettings defaultSettings() {
        return EndpointSettings.defaults(EndpointKind.QUEUE)
                .with(EndpointAttributes.INGRESS_ENABLED, true)
                .with(EndpointAttributes.EGRESS_ENABLED, true)
                .with(EndpointAttributes.ACCESS_TYPE, AccessType.NON_EXCLUSIVE)
                .with(EndpointAttributes.DEAD_MSG_QUEUE, "");
    }

    static void refuseDeletion(EndpointConfig endpoint) {
        if (endpoint.kind() == EndpointKind.QUEUE && endpoint.name().equals(DEFAULT)) {
            throw new BrokerException(
                    ErrorCode.NOT_ALLOWED, endpoint.label() + " is the VPN's dead message queue and can't be deleted");
        }
    }

    /**
     * Checks that an endpoint's dead message queue exists, and that dead messages never come back to where they were.
     *
     * @param queues those that there will be, by name
     * @param before the settings it has had; null for a new one. A name that stays is not looked at: its queue may be gone by now
     * @throws BrokerException {@code INVALID_PARAMETER}, naming what is wrong
     */
    static void check(
            Function<String, @Nullable EndpointConfig> queues,
            EndpointKind kind,
            String name,
            @Nullable EndpointSettings before,
            EndpointSettings settings) {
        Optional<EndpointName> target = settings.deadMsgQueue();
        if (target.isEmpty() || before != null && target.equals(before.deadMsgQueue())) {
            return;
        }
        String label = "deadMsgQueue of " + EndpointConfig.label(kind, name);
        Set<String> passed = new LinkedHashSet<>();
        if (kind == EndpointKind.QUEUE) {
            passed.add(name);
        }
        EndpointConfig next = queues.apply(target.get().text());
        String sought = target.get().text();
        if (next == null && !passed.contains(sought)) {
            throw BrokerException.refused(
                    ErrorCode.INVALID_PARAMETER, label, "'" + sought + "', which does not exist", "a queue, or empty");
        }
        while (true) {
            String at = next == null ? sought : next.name();
            if (!passed.add(at)) {
                throw BrokerException.refused(
                        ErrorCode.INVALID_PARAMETER,
                        label,
                        String.join(" -> ", passed) + " -> " + at,
                        "queues of which none is its own dead message queue");
            }
            Optional<EndpointName> further =
                    next == null ? Optional.empty() : next.settings().deadMsgQueue();
            next = further.isEmpty() ? null : queues.apply(further.get().text());
            if (next == null) {
                return;
            }
        }
    }
}
