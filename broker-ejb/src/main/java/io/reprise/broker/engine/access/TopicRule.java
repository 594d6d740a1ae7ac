package io.reprise.broker.engine.access;

import io.reprise.broker.engine.routing.FilterRelation;
import io.reprise.broker.model.topic.TopicFilter;
import io.reprise.broker.model.topic.TopicName;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * To which topics a client may publish, or subscribe: all or none, but some. Thread-safe; what it answered lately is kept.
 */
final class TopicRule {
    private static final int KEPT_ANSWERS = 1_024;

    private final boolean allowed;
    private final List<TopicFilter> exceptions;
    private final Map<String, Boolean> answers = new ConcurrentHashMap<>();

    /**
     * A rule.
     *
     * @param allowed what holds for topics that no exception selects; the opposite holds for the others
     */
    TopicRule(boolean allowed, List<TopicFilter> exceptions) {
        this.allowed = allowed;
        this.exceptions = List.copyOf(exceptions);
    }

    /** Whether a topic may be used. */
    boolean allows(TopicName topic) {
        if (exceptions.isEmpty()) {
            return allowed;
        }
        Boolean known = answers.get(topic.text());
        if (known != null) {
            return known;
        }
        boolean answer = allowed != exceptions.stream().anyMatch(exception -> exception.matches(topic));
        if (answers.size() >= KEPT_ANSWERS) {
            answers.clear();
        }
        answers.put(topic.text(), answer);
        return answer;
    }

    /** Whether all topics that a filter selects may be used. */
    boolean allowsAll(TopicFilter filter) {
        return allowed
                ? exceptions.stream().noneMatch(exception -> FilterRelation.meet(exception, filter))
                : exceptions.stream().anyMatch(exception -> FilterRelation.covers(exception, filter));
    }
}
