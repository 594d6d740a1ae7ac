package io.reprise.broker.engine.live;

import io.reprise.broker.engine.routing.EndpointIds;
import io.reprise.broker.engine.routing.SubscriptionTrie;
import io.reprise.broker.model.topic.TopicFilter;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Who gets a live message: by its subject who named it, by a trie who subscribed with wildcards, each once. The loop's alone. */
final class Subscriptions {
    private final Subjects subjects;
    private final List<@Nullable LiveStream> byId = new ArrayList<>();
    private final Deque<Integer> free = new ArrayDeque<>();
    private SubscriptionTrie wildcards = SubscriptionTrie.EMPTY;
    private int count;

    Subscriptions(Subjects subjects) {
        this.subjects = subjects;
    }

    int count() {
        return count;
    }

    void add(LiveStream stream) {
        int id = free.isEmpty() ? byId.size() : free.pop();
        if (id == byId.size()) {
            byId.add(stream);
        } else {
            byId.set(id, stream);
        }
        stream.joined(id);
        count++;
        for (TopicFilter filter : stream.filters()) {
            if (isExact(filter)) {
                Subject subject = subjects.orNew(filter.pattern());
                subject.exact = subject.exact.with(id);
            } else {
                wildcards = wildcards.with(id, filter);
            }
        }
    }

    /** Does nothing if it is not there. */
    void remove(LiveStream stream) {
        int id = stream.id();
        if (id < 0) {
            return;
        }
        stream.joined(LiveStream.NOWHERE);
        byId.set(id, null);
        free.push(id);
        count--;
        for (TopicFilter filter : stream.filters()) {
            Subject subject = isExact(filter) ? subjects.known(filter.pattern()) : null;
            if (subject != null) {
                subject.exact = subject.exact.without(id);
                subjects.forgetUnlessMissed(subject);
            } else {
                wildcards = wildcards.without(id, filter);
            }
        }
    }

    List<LiveStream> all() {
        List<LiveStream> result = new ArrayList<>(count);
        for (LiveStream stream : byId) {
            if (stream != null) {
                result.add(stream);
            }
        }
        return result;
    }

    /** The ids of those that get a message on a topic, for {@link #forEach}; its subject if it is known. */
    EndpointIds match(String topic, @Nullable Subject subject) {
        EndpointIds exact = subject == null ? EndpointIds.none() : subject.exact;
        EndpointIds others = wildcards.size() == 0 ? EndpointIds.none() : wildcards.included(topic);
        if (exact.isEmpty()) {
            return others;
        }
        return others.isEmpty() ? exact : union(exact, others);
    }

    private static EndpointIds union(EndpointIds one, EndpointIds other) {
        long[] both = new long[one.size() + other.size()];
        one.copyTo(both, 0);
        other.copyTo(both, one.size());
        return EndpointIds.of(both);
    }

    void forEach(EndpointIds ids, Consumer<LiveStream> action) {
        ids.forEach(id -> {
            LiveStream stream = byId.get((int) id);
            if (stream != null) {
                action.accept(stream);
            }
        });
    }

    /** Whether a filter selects one subject only [spec 1.3]. */
    static boolean isExact(TopicFilter filter) {
        String pattern = filter.pattern();
        return !pattern.contains("*/") && !pattern.endsWith("*") && !pattern.equals(">") && !pattern.endsWith("/>");
    }
}
