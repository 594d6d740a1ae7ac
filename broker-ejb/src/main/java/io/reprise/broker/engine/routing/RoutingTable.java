package io.reprise.broker.engine.routing;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.topic.TopicFilter;
import io.reprise.broker.model.topic.TopicName;
import java.util.Collection;
import java.util.Collections;
import java.util.NavigableSet;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ConcurrentSkipListSet;
import org.jspecify.annotations.Nullable;

/**
 * The routes of one VPN: which endpoints a topic goes to. One thread at a time changes it, the one that applies log entries; any thread
 * reads at any time, never waits, and sees the routes before a change or after it, whole (an endpoint comes and goes with all its
 * subscriptions). Changes that are there already, and endpoints that are not there any more, are ignored: applying an effect never
 * fails [LOG.md L12].
 *
 * <p>A queue gets what is sent to its own network topic by its name, through a hash look-up; its subscriptions, exceptions among
 * them, have no say in that. Other endpoints may attract such a topic by a filter that names {@code #P2P} in level 1.
 */
public final class RoutingTable {
    /** How many subscriptions a VPN may hold if nobody says otherwise. */
    public static final int DEFAULT_MAX_SUBSCRIPTIONS = 5_000_000;

    private final int maxSubscriptions;
    private final ConcurrentMap<Long, Endpoint> endpoints = new ConcurrentHashMap<>();
    private final MatchCache cache = new MatchCache();
    private volatile Routes routes = new Routes(TextMap.empty(), SubscriptionTrie.EMPTY, 0);

    /** What readers see; {@code version} rises with each change. */
    private record Routes(TextMap<Queue> queues, SubscriptionTrie subscriptions, long version) {
        Routes with(TextMap<Queue> otherQueues, SubscriptionTrie otherSubscriptions) {
            return new Routes(otherQueues, otherSubscriptions, version + 1);
        }
    }

    /** A queue by its name. */
    private static final class Queue extends TextMap.Entry {
        private final EndpointIds ids;

        Queue(String name, long endpointId) {
            super(name);
            ids = EndpointIds.of(endpointId);
        }
    }

    /** An endpoint's own filters; the queue's name, or empty for a topic endpoint. */
    private record Endpoint(String queueName, NavigableSet<TopicFilter> filters) {}

    public RoutingTable() {
        this(DEFAULT_MAX_SUBSCRIPTIONS);
    }

    public RoutingTable(int maxSubscriptions) {
        this.maxSubscriptions = maxSubscriptions;
    }

    /** The endpoints that get a message of that topic, each once. A queue's network topic without such a queue: see {@link #queueId}. */
    public EndpointIds match(TopicName topic) {
        Routes current = routes;
        EndpointIds cached = cache.get(topic.text(), current.version());
        if (cached != null) {
            return cached;
        }
        EndpointIds ids = match(current, topic);
        cache.put(topic.text(), current.version(), ids);
        return ids;
    }

    private static EndpointIds match(Routes current, TopicName topic) {
        EndpointIds subscribed = current.subscriptions().match(topic);
        if (!topic.isQueueTopic()) {
            return subscribed;
        }
        Queue queue = queue(current, topic);
        if (queue == null) {
            return subscribed;
        }
        return subscribed.isEmpty() ? queue.ids : subscribed.with(queue.ids.get(0));
    }

    private static @Nullable Queue queue(Routes current, TopicName topic) {
        String text = topic.text();
        return current.queues().find(text, TopicName.QUEUE_PREFIX.length(), text.length());
    }

    /** Whether the topic is the network topic of a queue that does not exist: a guaranteed message to it is refused (spec 1.4). */
    public boolean addressesMissingQueue(TopicName topic) {
        return topic.isQueueTopic() && queue(routes, topic) == null;
    }

    public OptionalLong queueId(String queueName) {
        Queue queue = routes.queues().find(queueName, 0, queueName.length());
        return queue == null ? OptionalLong.empty() : OptionalLong.of(queue.ids.get(0));
    }

    /** An endpoint's subscriptions in the order of their text, live and read-only; empty if there is no such endpoint. */
    public NavigableSet<TopicFilter> subscriptions(long endpointId) {
        Endpoint endpoint = endpoints.get(endpointId);
        return endpoint == null
                ? Collections.emptyNavigableSet()
                : Collections.unmodifiableNavigableSet(endpoint.filters());
    }

    /** Of all endpoints, exceptions included. */
    public int subscriptionCount() {
        return routes.subscriptions().size();
    }

    /**
     * Checks a change before it is decided on; applying one never checks.
     *
     * @throws BrokerException SUBSCRIPTION_LIMIT
     */
    public void requireRoomFor(int moreSubscriptions) {
        long wanted = (long) subscriptionCount() + moreSubscriptions;
        if (wanted > maxSubscriptions) {
            throw BrokerException.refused(
                    ErrorCode.SUBSCRIPTION_LIMIT,
                    "subscriptions of the VPN",
                    wanted + " with the " + moreSubscriptions + " to be added",
                    "at most " + maxSubscriptions);
        }
    }

    /** Adds a queue with its subscriptions, at once. */
    public void addQueue(long endpointId, String queueName, Collection<TopicFilter> filters) {
        Queue queue = new Queue(queueName, endpointId);
        add(
                endpointId,
                new Endpoint(queueName, new ConcurrentSkipListSet<>(filters)),
                routes.queues().with(queue));
    }

    /** Adds a topic endpoint with its subscription, at once. */
    public void addTopicEndpoint(long endpointId, Collection<TopicFilter> filters) {
        add(endpointId, new Endpoint("", new ConcurrentSkipListSet<>(filters)), routes.queues());
    }

    private void add(long endpointId, Endpoint endpoint, TextMap<Queue> queues) {
        if (endpoints.putIfAbsent(endpointId, endpoint) != null) {
            return;
        }
        SubscriptionTrie subscriptions = routes.subscriptions();
        for (TopicFilter filter : endpoint.filters()) {
            subscriptions = subscriptions.with(endpointId, filter);
        }
        routes = routes.with(queues, subscriptions);
    }

    /** Removes an endpoint with its subscriptions, at once. */
    public void remove(long endpointId) {
        Endpoint endpoint = endpoints.remove(endpointId);
        if (endpoint == null) {
            return;
        }
        SubscriptionTrie subscriptions = routes.subscriptions();
        for (TopicFilter filter : endpoint.filters()) {
            subscriptions = subscriptions.without(endpointId, filter);
        }
        routes = routes.with(routes.queues().without(endpoint.queueName()), subscriptions);
    }

    /** Adds a subscription to an endpoint; whether it was new. */
    public boolean subscribe(long endpointId, TopicFilter filter) {
        Endpoint endpoint = endpoints.get(endpointId);
        if (endpoint == null || !endpoint.filters().add(filter)) {
            return false;
        }
        routes = routes.with(routes.queues(), routes.subscriptions().with(endpointId, filter));
        return true;
    }

    /** Removes a subscription of an endpoint; whether it was there. */
    public boolean unsubscribe(long endpointId, TopicFilter filter) {
        Endpoint endpoint = endpoints.get(endpointId);
        if (endpoint == null || !endpoint.filters().remove(filter)) {
            return false;
        }
        routes = routes.with(routes.queues(), routes.subscriptions().without(endpointId, filter));
        return true;
    }
}
