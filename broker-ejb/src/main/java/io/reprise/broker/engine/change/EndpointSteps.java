package io.reprise.broker.engine.change;

import io.reprise.broker.engine.endpoint.EndpointConfig;
import io.reprise.broker.engine.selector.Selector;
import io.reprise.broker.engine.state.EndpointState;
import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.endpoint.EndpointName;
import io.reprise.broker.model.endpoint.EndpointSettings;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.settings.FirstVersion;
import io.reprise.broker.model.topic.TopicFilter;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What can be done to endpoints in a draft, each step refused by a {@link BrokerException} that leaves the draft as it was. The
 * committer's thread; settings are valid in themselves, see {@link #requireValid}.
 */
public final class EndpointSteps {
    private final ConfigurationDraft draft;

    public EndpointSteps(ConfigurationDraft draft) {
        this.draft = draft;
    }

    /** What can be said of an endpoint's settings without knowing what there is; any thread. */
    public static void requireValid(EndpointKind kind, String name, EndpointSettings settings) {
        EndpointName.of(name);
        requireSelector(settings);
        PartitionedQueues.check(EndpointConfig.label(kind, name), settings);
    }

    /** @throws BrokerException {@code INVALID_SELECTOR} */
    public static void requireSelector(EndpointSettings settings) {
        if (!settings.selector().isBlank()) {
            Selector.compile(settings.selector());
        }
    }

    EndpointConfig require(EndpointKind kind, String name) {
        EndpointConfig endpoint = draft.endpoint(kind, name);
        if (endpoint == null) {
            throw new BrokerException(
                    ErrorCode.NOT_FOUND,
                    EndpointConfig.label(kind, name) + " does not exist in VPN '" + draft.vpn() + "'");
        }
        return endpoint;
    }

    /** @param expectedVersion -1 for any */
    EndpointConfig expected(EndpointKind kind, String name, long expectedVersion) {
        EndpointConfig endpoint = require(kind, name);
        if (expectedVersion >= 0 && endpoint.version() != expectedVersion) {
            throw BrokerException.refused(
                    ErrorCode.VERSION_CONFLICT,
                    endpoint.label(),
                    "version " + expectedVersion,
                    "the current version, " + endpoint.version());
        }
        return endpoint;
    }

    public EndpointConfig create(
            EndpointKind kind, String name, EndpointSettings settings, Collection<TopicFilter> subscriptions) {
        if (draft.endpoint(kind, name) != null) {
            throw new BrokerException(
                    ErrorCode.ALREADY_EXISTS,
                    EndpointConfig.label(kind, name) + " exists already in VPN '" + draft.vpn() + "'");
        }
        List<TopicFilter> filters = List.copyOf(new TreeSet<>(subscriptions));
        refuseSecondTopic(kind, name, filters);
        draft.check(() -> DeadMessageQueues.check(this::queue, kind, name, null, settings));
        return put(new EndpointConfig(
                draft.newEndpointId(), kind, name, settings, FirstVersion.next(), draft.nowMillis(), filters));
    }

    private EndpointConfig put(EndpointConfig after) {
        draft.put(after);
        return after;
    }

    private @Nullable EndpointConfig queue(String name) {
        return draft.endpoint(EndpointKind.QUEUE, name);
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

    public EndpointConfig change(EndpointKind kind, String name, EndpointSettings settings, long expectedVersion) {
        EndpointConfig before = expected(kind, name, expectedVersion);
        refuseDuringReplay(before, settings, draft.messages(before));
        refuseFullLastValueQueue(before, settings, draft.messages(before));
        PartitionedQueues.refuseChangeWithMessages(before, settings, draft.messages(before));
        draft.check(() -> DeadMessageQueues.check(this::queue, kind, before.name(), before.settings(), settings));
        return put(before.withSettings(settings));
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

    public void delete(EndpointKind kind, String name, long expectedVersion) {
        EndpointConfig gone = require(kind, name);
        DeadMessageQueues.refuseDeletion(gone);
        draft.remove(expected(kind, name, expectedVersion));
    }

    /** Of those too that are not in the directory. */
    public void delete(Collection<EndpointConfig> gone) {
        gone.forEach(draft::remove);
    }

    public void subscribe(EndpointKind kind, String name, TopicFilter filter) {
        EndpointConfig before = require(kind, name);
        if (before.subscriptions().contains(filter)) {
            throw new BrokerException(
                    ErrorCode.ALREADY_EXISTS,
                    "subscription '" + filter.text() + "' exists already on " + before.label());
        }
        TreeSet<TopicFilter> filters = new TreeSet<>(before.subscriptions());
        filters.add(filter);
        resubscribe(before, filters);
    }

    public void unsubscribe(EndpointKind kind, String name, TopicFilter filter) {
        EndpointConfig before = require(kind, name);
        TreeSet<TopicFilter> filters = new TreeSet<>(before.subscriptions());
        if (!filters.remove(filter)) {
            throw new BrokerException(
                    ErrorCode.NOT_FOUND, "subscription '" + filter.text() + "' does not exist on " + before.label());
        }
        resubscribe(before, filters);
    }

    /** Leaves it these subscriptions and no others. */
    void resubscribe(EndpointConfig before, TreeSet<TopicFilter> filters) {
        refuseSecondTopic(before.kind(), before.name(), filters);
        draft.put(before.withSubscriptions(List.copyOf(filters)));
    }
}
