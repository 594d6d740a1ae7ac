package io.reprise.broker.engine.routing;

import io.reprise.broker.model.topic.TopicFilter;
import io.reprise.broker.model.topic.TopicName;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Subscriptions of endpoints, found by topic (spec 1.3). Immutable: adding and removing give another trie that shares all but the nodes
 * on the way to the filter. So any thread matches at any time without a lock and sees one state, whole; whoever changes subscriptions
 * must be one at a time and publish the new trie safely.
 *
 * <p>Exceptions are kept in a tree of their own, which is looked at only where an inclusion matched: an endpoint is attracted if an
 * inclusion of its own matches and no exception of its own does, in whatever order they were made.
 */
public final class SubscriptionTrie {
    /** No subscriptions. */
    public static final SubscriptionTrie EMPTY = new SubscriptionTrie(TrieNode.empty(""), TrieNode.empty(""), 0);

    private final TrieNode inclusions;
    private final TrieNode exceptions;
    private final int size;

    private SubscriptionTrie(TrieNode inclusions, TrieNode exceptions, int size) {
        this.inclusions = inclusions;
        this.exceptions = exceptions;
        this.size = size;
    }

    /** How many subscriptions there are, exceptions included. */
    public int size() {
        return size;
    }

    /** With one more subscription; this trie if it is there. */
    public SubscriptionTrie with(long endpointId, TopicFilter filter) {
        return changed(filter, ids -> ids.with(endpointId), 1);
    }

    /** Without a subscription; this trie if it is not there. */
    public SubscriptionTrie without(long endpointId, TopicFilter filter) {
        return changed(filter, ids -> ids.without(endpointId), -1);
    }

    private SubscriptionTrie changed(TopicFilter filter, UnaryOperator<EndpointIds> change, int difference) {
        List<FilterLevel> levels = FilterLevel.of(filter);
        TrieNode before = filter.isException() ? exceptions : inclusions;
        TrieNode after = before.changed(levels, 0, change);
        if (after == before) {
            return this;
        }
        return filter.isException()
                ? new SubscriptionTrie(inclusions, after, size + difference)
                : new SubscriptionTrie(after, exceptions, size + difference);
    }

    /** The endpoints whose subscriptions attract the topic, each once however many of its filters match. */
    public EndpointIds match(TopicName topic) {
        EndpointIds included = new TrieWalk(topic.text()).from(inclusions);
        if (included.isEmpty() || exceptions.isEmpty()) {
            return included;
        }
        return without(included, new TrieWalk(topic.text()).from(exceptions));
    }

    /** The same for a topic that is known to be one, without exceptions: for subscribers that have none. */
    public EndpointIds included(String topic) {
        return new TrieWalk(topic).from(inclusions);
    }

    /** Whether no node is left over. */
    boolean holdsNothing() {
        return inclusions.isEmpty() && exceptions.isEmpty();
    }

    private static EndpointIds without(EndpointIds included, EndpointIds excepted) {
        if (excepted.isEmpty()) {
            return included;
        }
        long[] ids = included.toArray();
        int kept = 0;
        for (long id : ids) {
            if (!excepted.contains(id)) {
                ids[kept++] = id;
            }
        }
        return kept == ids.length ? included : EndpointIds.ofDistinct(ids, kept);
    }
}
