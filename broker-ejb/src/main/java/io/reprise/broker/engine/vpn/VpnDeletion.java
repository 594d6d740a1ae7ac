package io.reprise.broker.engine.vpn;

import io.reprise.broker.engine.change.DeadMessageQueues;
import io.reprise.broker.engine.change.VpnSteps;
import io.reprise.broker.engine.commit.ConfigurationPlan;
import io.reprise.broker.engine.commit.VpnCore;
import io.reprise.broker.engine.endpoint.EndpointConfig;
import io.reprise.broker.engine.endpoint.EndpointDirectory;
import io.reprise.broker.engine.endpoint.EndpointEntities;
import io.reprise.broker.engine.endpoint.VpnConfig;
import io.reprise.broker.engine.log.Effect;
import io.reprise.broker.engine.log.Effect.EndpointDeleted;
import io.reprise.broker.engine.state.EndpointState;
import io.reprise.broker.engine.state.VpnState;
import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.publish.CommitOutcome.Rejected;
import io.reprise.broker.model.vpn.Broker;
import java.util.ArrayList;
import java.util.List;

/**
 * The last change of a VPN: its row goes with its last entry, in one transaction, planned by its committer, which takes nothing after
 * it. What comes too late for it is refused; nothing that was accepted is lost.
 */
final class VpnDeletion {
    private static final int SHOWN = 5;

    private final VpnLife life;
    private final VpnCore core;
    private final EndpointDirectory directory;

    private VpnDeletion(VpnLife life, VpnCore core) {
        this.life = life;
        this.core = core;
        this.directory = core.directory();
    }

    /** @throws BrokerException as {@link Broker#deleteVpn} says; then nothing has changed */
    static void run(VpnLife life, long expectedVersion) {
        if (life.vpn().equals(Broker.DEFAULT_VPN)) {
            throw new BrokerException(ErrorCode.NOT_ALLOWED, "VPN '" + life.vpn() + "' can't be deleted");
        }
        VpnCore core = life.tenure().core();
        VpnDeletion deletion = new VpnDeletion(life, core);
        core.configure(state -> deletion.plan(state, expectedVersion)).await().orThrow();
    }

    private ConfigurationPlan plan(VpnState state, long expectedVersion) {
        VpnConfig vpn = directory.vpn();
        VpnSteps.requireVersion(vpn, expectedVersion);
        refuseWhatIsLeft(state);
        List<EndpointConfig> own = List.copyOf(directory.all());
        return new ConfigurationPlan(
                own.stream()
                        .<Effect>map(queue -> new EndpointDeleted(queue.id()))
                        .toList(),
                writes -> {
                    own.forEach(queue -> writes.delete(EndpointEntities.entity(life.vpn(), queue)));
                    writes.delete(vpn.row());
                },
                this::end);
    }

    private void refuseWhatIsLeft(VpnState state) {
        List<String> left = new ArrayList<>();
        for (EndpointConfig endpoint : directory.all()) {
            EndpointState messages = state.endpoint(endpoint.id());
            if (endpoint.kind() != EndpointKind.QUEUE || !endpoint.name().equals(DeadMessageQueues.DEFAULT)) {
                left.add(endpoint.label());
            } else if (messages != null && messages.messages() > 0) {
                left.add(messages.messages() + " messages on " + endpoint.label());
            } else if (!endpoint.subscriptions().isEmpty()) {
                left.add("subscriptions of " + endpoint.label());
            }
        }
        if (directory.replayLog() != null) {
            left.add("its replay log");
        }
        if (!state.branches().isEmpty()) {
            left.add(state.branches().size() + " prepared branches");
        }
        if (!left.isEmpty()) {
            throw BrokerException.refused(
                    ErrorCode.NOT_ALLOWED,
                    "deletion of VPN '" + life.vpn() + "'",
                    left.size() > SHOWN ? left.subList(0, SHOWN) + " and more" : left,
                    "nothing but its empty dead message queue");
        }
    }

    /** On the committer's thread, once it is on disk. */
    private void end() {
        life.gone();
        core.close(new Rejected(ErrorCode.NOT_FOUND, "VPN '" + life.vpn() + "' was deleted"));
    }
}
