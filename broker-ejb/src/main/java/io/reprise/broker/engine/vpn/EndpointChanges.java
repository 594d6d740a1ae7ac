package io.reprise.broker.engine.vpn;

import io.reprise.broker.engine.commit.ConfigurationPlan;
import io.reprise.broker.engine.commit.ReplayEnds;
import io.reprise.broker.engine.commit.VpnCore;
import io.reprise.broker.engine.endpoint.EndpointConfig;
import io.reprise.broker.engine.endpoint.EndpointEntities;
import io.reprise.broker.engine.log.Effect;
import io.reprise.broker.engine.log.Effect.EndpointCreated;
import io.reprise.broker.engine.log.Effect.EndpointDeleted;
import io.reprise.broker.engine.selector.Selector;
import io.reprise.broker.engine.state.EndpointState;
import io.reprise.broker.engine.state.VpnState;
import io.reprise.broker.engine.store.ConfigurationWrites;
import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.endpoint.EndpointName;
import io.reprise.broker.model.endpoint.EndpointSettings;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.store.EndpointEntity;
import io.reprise.broker.model.store.SubscriptionEntity;
import io.reprise.broker.model.topic.TopicFilter;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The changes an administrator can make to endpoints, each planned by the committer against what there is then, written with
 * its entry in one transaction, and taken over in memory after that [LOG.md L6].
 */
final class EndpointChanges {
    private final VpnCore core;
    private final String vpn;
    private final InstantSource clock;

    EndpointChanges(VpnCore core, InstantSource clock) {
        this.core = core;
        this.vpn = core.store().vpn();
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

    private void configure(Function<VpnState, ConfigurationPlan> planner) {
        core.configure(planner).await().orThrow();
    }

    void create(EndpointKind kind, String name, EndpointSettings settings, List<TopicFilter> subscriptions) {
        EndpointName.of(name);
        refuseTemporary(kind, name, "creating");
        requireSelector(settings);
        PartitionedQueues.check(EndpointConfig.label(kind, name), settings);
        configure(state -> creation(state, kind, name, settings, subscriptions));
    }

    /** The committer's thread; settings and selector are known to be valid. */
    ConfigurationPlan creation(
            VpnState state,
            EndpointKind kind,
            String name,
            EndpointSettings settings,
            Collection<TopicFilter> subscriptions) {
        if (core.directory().byName(kind, name) != null) {
            throw new BrokerException(
                    ErrorCode.ALREADY_EXISTS,
                    EndpointConfig.label(kind, name) + " exists already in VPN '" + vpn + "'");
        }
        DeadMessageQueues.check(core.directory(), kind, name, null, settings);
        List<TopicFilter> filters = List.copyOf(new TreeSet<>(subscriptions));
        refuseSecondTopic(kind, name, filters);
        core.routing().requireRoomFor(filters.size());
        EndpointConfig created =
                new EndpointConfig(state.nextEndpointId(), kind, name, settings, 1, clock.millis(), filters);
        return new ConfigurationPlan(
                List.of(new EndpointCreated(created.id())), writes -> insert(writes, created), () -> {
                    core.directory().put(created);
                    core.dispatch().added(created);
                    EndpointEntities.route(created, core.routing());
                });
    }

    /** A topic endpoint is one topic under one subscriber's name [spec 1.4]. */
    private static void refuseSecondTopic(EndpointKind kind, String name, Collection<TopicFilter> filters) {
        if (kind == EndpointKind.TOPIC_ENDPOINT && filters.size() > 1) {
            throw BrokerException.refused(
                    ErrorCode.NOT_ALLOWED,
                    "subscriptions of " + EndpointConfig.label(kind, name),
                    filters,
                    "one; remove the other first, or use a queue");
        }
    }

    /** The VPN's own dead message queue, which each has. */
    void createDeadMessageQueue() {
        if (core.directory().byName(EndpointKind.QUEUE, DeadMessageQueues.DEFAULT) == null) {
            create(EndpointKind.QUEUE, DeadMessageQueues.DEFAULT, DeadMessageQueues.defaultSettings(), List.of());
        }
    }

    private void insert(ConfigurationWrites writes, EndpointConfig created) {
        writes.insert(EndpointEntities.entity(vpn, created));
        created.subscriptions().forEach(filter -> writes.insert(subscription(created, filter)));
    }

    private SubscriptionEntity subscription(EndpointConfig endpoint, TopicFilter filter) {
        return new SubscriptionEntity(vpn, endpoint.id(), filter.text());
    }

    static void requireSelector(EndpointSettings settings) {
        if (!settings.selector().isBlank()) {
            Selector.compile(settings.selector());
        }
    }

    void change(EndpointKind kind, String name, EndpointSettings settings, long expectedVersion) {
        refuseTemporary(kind, name, "changing");
        requireSelector(settings);
        PartitionedQueues.check(EndpointConfig.label(kind, name), settings);
        configure(state -> {
            EndpointConfig before = require(core, kind, name);
            requireVersion(before, expectedVersion);
            refuseDuringReplay(before, settings, state.endpoint(before.id()));
            refuseFullLastValueQueue(before, settings, state.endpoint(before.id()));
            PartitionedQueues.refuseChangeWithMessages(before, settings, state.endpoint(before.id()));
            DeadMessageQueues.check(core.directory(), kind, before.name(), before.settings(), settings);
            EndpointConfig after = before.withSettings(settings);
            return new ConfigurationPlan(List.of(), writes -> update(writes, after), () -> {
                core.directory().put(after);
                core.dispatch().reconfigured(after);
            });
        });
    }

    private static void requireVersion(EndpointConfig endpoint, long expectedVersion) {
        if (expectedVersion >= 0 && endpoint.version() != expectedVersion) {
            throw BrokerException.refused(
                    ErrorCode.VERSION_CONFLICT,
                    endpoint.label(),
                    "version " + expectedVersion,
                    "the current version, " + endpoint.version());
        }
    }

    /** What is set aside and held back would come back to a queue of another kind. */
    private static void refuseDuringReplay(
            EndpointConfig before, EndpointSettings after, @Nullable EndpointState state) {
        boolean changesKind = after.isLastValueQueue() != before.settings().isLastValueQueue()
                || after.partitionCount() != before.settings().partitionCount();
        if (changesKind && state != null && state.replay().state().isRunning()) {
            throw BrokerException.refused(
                    ErrorCode.NOT_ALLOWED,
                    "maxMsgSpoolUsage or partitionCount of " + before.label(),
                    "a replay of it runs",
                    "a change that leaves it the kind of queue it is; cancel the replay first");
        }
    }

    /** A last-value queue holds one message; which of several to keep is the administrator's to say, by a purge. */
    private static void refuseFullLastValueQueue(
            EndpointConfig before, EndpointSettings after, @Nullable EndpointState state) {
        boolean becomesOne = after.isLastValueQueue() && !before.settings().isLastValueQueue();
        if (becomesOne && state != null && state.messages() > 1) {
            throw BrokerException.refused(
                    ErrorCode.NOT_ALLOWED,
                    before.label() + " to become a last-value queue",
                    state.messages() + " messages on it",
                    "at most 1: purge it first");
        }
    }

    void delete(EndpointKind kind, String name, long expectedVersion) {
        refuseTemporary(kind, name, "deleting");
        configure(state -> {
            EndpointConfig gone = require(core, kind, name);
            DeadMessageQueues.refuseDeletion(gone);
            requireVersion(gone, expectedVersion);
            return deletion(List.of(gone));
        });
    }

    /** The committer's thread. */
    ConfigurationPlan deletion(List<EndpointConfig> gone) {
        return new ConfigurationPlan(
                gone.stream()
                        .<Effect>map(each -> new EndpointDeleted(each.id()))
                        .toList(),
                writes -> gone.forEach(each -> deleteRows(writes, each)),
                () -> gone.forEach(each -> {
                    core.routing().remove(each.id());
                    core.directory().remove(each);
                    core.dispatch().removed(each);
                }));
    }

    private void deleteRows(ConfigurationWrites writes, EndpointConfig gone) {
        gone.subscriptions().forEach(filter -> writes.delete(subscription(gone, filter)));
        writes.delete(EndpointEntities.entity(vpn, gone));
    }

    void subscribe(EndpointKind kind, String name, TopicFilter filter) {
        refuseTemporary(kind, name, "subscribing");
        configure(state -> {
            EndpointConfig before = require(core, kind, name);
            if (before.subscriptions().contains(filter)) {
                throw new BrokerException(
                        ErrorCode.ALREADY_EXISTS,
                        "subscription '" + filter.text() + "' exists already on " + before.label());
            }
            TreeSet<TopicFilter> filters = new TreeSet<>(before.subscriptions());
            filters.add(filter);
            refuseSecondTopic(kind, name, filters);
            core.routing().requireRoomFor(1);
            EndpointConfig after = before.withSubscriptions(new ArrayList<>(filters));
            return new ConfigurationPlan(
                    topicModified(after, state),
                    writes -> {
                        update(writes, after);
                        writes.insert(subscription(after, filter));
                    },
                    () -> {
                        core.routing().subscribe(after.id(), filter);
                        core.directory().put(after);
                        core.dispatch().reconfigured(after);
                    });
        });
    }

    /** A queue's replay goes on with the subscriptions it began with; a topic endpoint is its topic [spec 2.4]. */
    private List<Effect> topicModified(EndpointConfig endpoint, VpnState state) {
        return endpoint.kind() == EndpointKind.TOPIC_ENDPOINT
                ? ReplayEnds.topicModified(state.endpoint(endpoint.id()), clock.millis())
                : List.of();
    }

    void unsubscribe(EndpointKind kind, String name, TopicFilter filter) {
        refuseTemporary(kind, name, "unsubscribing");
        configure(state -> {
            EndpointConfig before = require(core, kind, name);
            if (!before.subscriptions().contains(filter)) {
                throw new BrokerException(
                        ErrorCode.NOT_FOUND,
                        "subscription '" + filter.text() + "' does not exist on " + before.label());
            }
            TreeSet<TopicFilter> filters = new TreeSet<>(before.subscriptions());
            filters.remove(filter);
            EndpointConfig after = before.withSubscriptions(new ArrayList<>(filters));
            return new ConfigurationPlan(
                    topicModified(after, state),
                    writes -> {
                        update(writes, after);
                        writes.delete(subscription(after, filter));
                    },
                    () -> {
                        core.routing().unsubscribe(after.id(), filter);
                        core.directory().put(after);
                        core.dispatch().reconfigured(after);
                    });
        });
    }

    private void update(ConfigurationWrites writes, EndpointConfig after) {
        EndpointEntity row = EndpointEntities.entity(vpn, after);
        writes.update(row);
    }
}
