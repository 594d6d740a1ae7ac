package io.reprise.broker.model.topic;

import java.util.Collection;
import java.util.List;

/**
 * The filters of one endpoint or one replay log, taken together: a topic is attracted if an inclusion matches it and no exception
 * does, in whatever order they were made; exceptions alone attract nothing (spec 1.3). Immutable. For a handful of filters; the
 * engine's routing answers the same question for a million.
 */
public record FilterSet(List<TopicFilter> filters) {
    public FilterSet {
        filters = List.copyOf(filters);
    }

    public static FilterSet of(Collection<TopicFilter> filters) {
        return new FilterSet(List.copyOf(filters));
    }

    public boolean attracts(TopicName topic) {
        boolean included = false;
        for (TopicFilter filter : filters) {
            if (filter.matches(topic)) {
                if (filter.isException()) {
                    return false;
                }
                included = true;
            }
        }
        return included;
    }
}
