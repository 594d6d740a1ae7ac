package io.reprise.broker.engine.vpn;

import io.reprise.broker.engine.change.ConfigurationDraft;
import io.reprise.broker.engine.change.DeadMessageQueues;
import io.reprise.broker.engine.change.EndpointSteps;
import io.reprise.broker.engine.commit.ConfigurationPlan;
import io.reprise.broker.engine.commit.VpnCore;
import io.reprise.broker.engine.endpoint.EndpointConfig;
import io.reprise.broker.engine.state.VpnState;
import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.endpoint.EndpointName;
import io.reprise.broker.model.endpoint.EndpointSettings;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.topic.TopicFilter;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The changes an administrator can make to endpoints, each planned by the committer against what there is then, written with
 * its entry in one transaction, and taken over in memory after that [LOG.md L6].
 */
final class EndpointChanges {
    private final VpnCore core;
    private final InstantSource clock;

    EndpointChanges(VpnCore core, InstantSource clock) {
        this.core = core;
        this.clock = clock;
    }

    static EndpointConfig require(VpnCore core, EndpointKind kind, String name) {
        EndpointConfig endpoint = core.directory().byName(kind, name);
        if (endpoint == null) {
            throw new BrokerException(
                    ErrorCode.NOT_FOUND,
                    EndpointConfig.label(kind, name) + " does not exist in VPN '"
                            + core.store().vpn() + "'");
        }
        return endpoint;
    }

    /** A temporary endpoint is its owners' alone [spec 1.4]. */
    private static void refuseTemporary(EndpointKind kind, String name, String what) {
        if (EndpointName.isTemporary(name)) {
            throw BrokerException.refused(
                    ErrorCode.NOT_ALLOWED,
                    what + " " + EndpointConfig.label(kind, name),
                    "the name of a temporary endpoint",
                    "other names; it is made for its owner and gone with it");
        }
    }

    private void commit(Consumer<EndpointSteps> step) {
        ConfigurationDraft.commit(core, clock, draft -> step.accept(new EndpointSteps(draft)));
    }

    EndpointConfig create(EndpointKind kind, String name, EndpointSettings settings, List<TopicFilter> subscriptions) {
        EndpointName.of(name);
        refuseTemporary(kind, name, "creating");
        EndpointSteps.requireValid(kind, name, settings);
        return committed(steps -> steps.create(kind, name, settings, subscriptions));
    }

    private EndpointConfig committed(Function<EndpointSteps, EndpointConfig> step) {
        return ConfigurationDraft.committed(core, clock, draft -> step.apply(new EndpointSteps(draft)));
    }

    private ConfigurationPlan plan(VpnState state, Consumer<EndpointSteps> step) {
        ConfigurationDraft draft = ConfigurationDraft.of(core, state, clock);
        step.accept(new EndpointSteps(draft));
        return draft.plan(core);
    }

    /** The committer's thread; settings and selector are known to be valid. */
    ConfigurationPlan creation(
            VpnState state,
            EndpointKind kind,
            String name,
            EndpointSettings settings,
            Collection<TopicFilter> subscriptions) {
        return plan(state, steps -> steps.create(kind, name, settings, subscriptions));
    }

    /** The VPN's own dead message queue, which each has. */
    void createDeadMessageQueue() {
        if (core.directory().byName(EndpointKind.QUEUE, DeadMessageQueues.DEFAULT) == null) {
            create(EndpointKind.QUEUE, DeadMessageQueues.DEFAULT, DeadMessageQueues.defaultSettings(), List.of());
        }
    }

    EndpointConfig change(EndpointKind kind, String name, EndpointSettings settings, long expectedVersion) {
        refuseTemporary(kind, name, "changing");
        EndpointSteps.requireValid(kind, name, settings);
        return committed(steps -> steps.change(kind, name, settings, expectedVersion));
    }

    void delete(EndpointKind kind, String name, long expectedVersion) {
        refuseTemporary(kind, name, "deleting");
        commit(steps -> steps.delete(kind, name, expectedVersion));
    }

    /** The committer's thread. */
    ConfigurationPlan deletion(VpnState state, List<EndpointConfig> gone) {
        return plan(state, steps -> steps.delete(gone));
    }

    void subscribe(EndpointKind kind, String name, TopicFilter filter) {
        refuseTemporary(kind, name, "subscribing");
        commit(steps -> steps.subscribe(kind, name, filter));
    }

    void unsubscribe(EndpointKind kind, String name, TopicFilter filter) {
        refuseTemporary(kind, name, "unsubscribing");
        commit(steps -> steps.unsubscribe(kind, name, filter));
    }
}
