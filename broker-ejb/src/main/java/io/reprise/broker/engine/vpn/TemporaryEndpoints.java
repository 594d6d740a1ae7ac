package io.reprise.broker.engine.vpn;

import io.reprise.broker.engine.change.EndpointSteps;
import io.reprise.broker.engine.commit.ConfigurationPlan;
import io.reprise.broker.engine.commit.VpnCore;
import io.reprise.broker.engine.duty.Duty;
import io.reprise.broker.engine.endpoint.EndpointConfig;
import io.reprise.broker.engine.endpoint.EndpointDirectory;
import io.reprise.broker.engine.routing.RoutingTable;
import io.reprise.broker.engine.state.VpnState;
import io.reprise.broker.model.delivery.TemporaryEndpoint;
import io.reprise.broker.model.delivery.TemporaryRequest;
import io.reprise.broker.model.delivery.TemporaryRequest.Queue;
import io.reprise.broker.model.delivery.TemporaryRequest.SharedSubscription;
import io.reprise.broker.model.delivery.TemporaryRequest.Subscription;
import io.reprise.broker.model.endpoint.EndpointAttributes;
import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.endpoint.EndpointName;
import io.reprise.broker.model.endpoint.EndpointSettings;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.topic.TopicFilter;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The temporary endpoints of one ownership of a VPN [spec 1.4]: endpoints as others, under a name that says what they are. They are
 * deleted with their last owner; what a crash leaves is out of everybody's sight when the VPN is served again, and deleted by the
 * first entry after. What can't be deleted at once is tried again by this as a duty. Thread-safe.
 */
final class TemporaryEndpoints implements Duty {
    private static final System.Logger LOG = System.getLogger(TemporaryEndpoints.class.getName());

    private final VpnCore core;
    private final EndpointChanges changes;
    /** By endpoint id; the committer's thread only. */
    private final Map<Long, Set<Owner>> owners = new HashMap<>();

    private final ConcurrentLinkedQueue<Owner> gone = new ConcurrentLinkedQueue<>();
    private volatile List<EndpointConfig> leftOver;

    /** @param leftOver what {@link #takeOut} gave */
    TemporaryEndpoints(VpnCore core, InstantSource clock, List<EndpointConfig> leftOver) {
        this.core = core;
        this.changes = new EndpointChanges(core, clock);
        this.leftOver = leftOver;
    }

    /** Takes those of an earlier life out of what was loaded, before anything is served by it. */
    static List<EndpointConfig> takeOut(EndpointDirectory directory, RoutingTable routing) {
        List<EndpointConfig> temporary =
                directory.all().stream().filter(EndpointConfig::isTemporary).toList();
        temporary.forEach(endpoint -> {
            routing.remove(endpoint.id());
            directory.remove(endpoint);
        });
        return temporary;
    }

    /** Asks for their deletion; put in before the committer runs, it is the first that anybody asks. */
    void deleteLeftOver() {
        if (!leftOver.isEmpty()) {
            core.configure(state -> {
                ConfigurationPlan plan = changes.deletion(state, leftOver);
                return new ConfigurationPlan(plan.effects(), plan.write(), () -> {
                    plan.apply().run();
                    leftOver = List.of();
                });
            });
        }
    }

    /**
     * Makes one, or joins those who share it.
     *
     * @param username whose it is; empty if nobody is bound by rules
     * @throws BrokerException as {@link io.reprise.broker.model.vpn.MessageVpn#createTemporary}
     */
    TemporaryEndpoint create(TemporaryRequest request, String username) {
        Owner owner = new Owner(request.kind(), name(request));
        EndpointSettings settings = settings(request).with(EndpointAttributes.OWNER, username);
        EndpointSteps.requireSelector(settings);
        List<TopicFilter> topics = topics(request);
        try {
            core.configure(state -> arrival(state, owner, settings, topics))
                    .await()
                    .orThrow();
        } catch (BrokerException e) {
            if (e.code() == ErrorCode.OUTCOME_UNKNOWN) {
                gone.add(owner);
            }
            throw e;
        }
        return owner;
    }

    private static String name(TemporaryRequest request) {
        String rest = request instanceof SharedSubscription shared
                ? "shared/" + shared.sharedName()
                : UUID.randomUUID().toString();
        return EndpointName.ofTemporary(rest).text();
    }

    private static EndpointSettings settings(TemporaryRequest request) {
        if (request instanceof Subscription own) {
            return EndpointSettings.temporary(request.kind(), false, own.selector());
        }
        return request instanceof SharedSubscription shared
                ? EndpointSettings.temporary(request.kind(), true, shared.selector())
                : EndpointSettings.temporary(request.kind(), false, "");
    }

    private static List<TopicFilter> topics(TemporaryRequest request) {
        if (request instanceof Queue) {
            return List.of();
        }
        return List.of(request instanceof Subscription own ? own.topic() : ((SharedSubscription) request).topic());
    }

    private ConfigurationPlan arrival(
            VpnState state, Owner owner, EndpointSettings settings, List<TopicFilter> topics) {
        EndpointConfig existing = core.directory().byName(owner.kind, owner.name);
        if (existing != null) {
            requireSame(existing, settings, topics);
            return new ConfigurationPlan(List.of(), writes -> {}, () -> own(owner));
        }
        ConfigurationPlan plan = changes.creation(state, owner.kind, owner.name, settings, topics);
        return new ConfigurationPlan(plan.effects(), plan.write(), () -> {
            plan.apply().run();
            own(owner);
        });
    }

    private void own(Owner owner) {
        EndpointConfig owned = EndpointChanges.require(core, owner.kind, owner.name);
        owners.computeIfAbsent(owned.id(), none -> new HashSet<>()).add(owner);
    }

    private static void requireSame(EndpointConfig existing, EndpointSettings settings, List<TopicFilter> topics) {
        if (!existing.subscriptions().equals(topics)
                || !existing.settings().selector().equals(settings.selector())) {
            throw BrokerException.refused(
                    ErrorCode.NOT_ALLOWED,
                    "sharing " + existing.label(),
                    "topic " + topics + " with selector '" + settings.selector() + "'",
                    "topic " + existing.subscriptions() + " with selector '"
                            + existing.settings().selector() + "', as it is consumed now");
        }
    }

    private ConfigurationPlan departure(VpnState state, Owner owner) {
        EndpointConfig owned = core.directory().byName(owner.kind, owner.name);
        Set<Owner> all = owned == null ? Set.of() : owners.getOrDefault(owned.id(), Set.of());
        if (owned == null || !all.contains(owner)) {
            return new ConfigurationPlan(List.of(), writes -> {}, () -> {});
        }
        if (all.size() > 1) {
            return new ConfigurationPlan(List.of(), writes -> {}, () -> all.remove(owner));
        }
        ConfigurationPlan plan = changes.deletion(state, List.of(owned));
        return new ConfigurationPlan(plan.effects(), plan.write(), () -> {
            plan.apply().run();
            owners.remove(owned.id());
        });
    }

    private void leave(Owner owner) {
        core.configure(state -> departure(state, owner)).await().orThrow();
    }

    @Override
    public void runOnce() {
        deleteLeftOver();
        for (Owner owner = gone.peek(); owner != null; owner = gone.peek()) {
            leave(owner);
            gone.remove(owner);
        }
    }

    /** One owner's hold. */
    private final class Owner implements TemporaryEndpoint {
        private final EndpointKind kind;
        private final String name;
        private final AtomicBoolean closed = new AtomicBoolean();

        Owner(EndpointKind kind, String name) {
            this.kind = kind;
            this.name = name;
        }

        @Override
        public EndpointKind kind() {
            return kind;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public void close() {
            if (!closed.compareAndSet(false, true)) {
                return;
            }
            try {
                leave(this);
            } catch (BrokerException e) {
                gone.add(this);
                LOG.log(
                        System.Logger.Level.DEBUG,
                        EndpointConfig.label(kind, name) + " is not deleted yet: " + e.getMessage());
            }
        }
    }
}
