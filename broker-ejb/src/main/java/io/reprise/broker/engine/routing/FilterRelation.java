package io.reprise.broker.engine.routing;

import io.reprise.broker.engine.routing.FilterLevel.Any;
import io.reprise.broker.engine.routing.FilterLevel.Further;
import io.reprise.broker.engine.routing.FilterLevel.Literal;
import io.reprise.broker.engine.routing.FilterLevel.Prefix;
import io.reprise.broker.model.topic.TopicFilter;
import io.reprise.broker.model.topic.TopicName;
import java.util.List;

/** How the topics that two filters select lie to each other, by their patterns (spec 1.3). Where limits of a topic's length would decide, they are taken for none. Stateless. */
public final class FilterRelation {
    private FilterRelation() {}

    /** Whether every topic that {@code part} selects is selected by {@code whole} too. */
    public static boolean covers(TopicFilter whole, TopicFilter part) {
        List<FilterLevel> wide = FilterLevel.of(whole);
        List<FilterLevel> narrow = FilterLevel.of(part);
        if (isBarred(wide, narrow)) {
            return false;
        }
        for (int level = 0; level < wide.size(); level++) {
            if (level == narrow.size()) {
                return false;
            }
            if (wide.get(level) instanceof Further) {
                return true;
            }
            if (!covers(wide.get(level), narrow.get(level))) {
                return false;
            }
        }
        return wide.size() == narrow.size();
    }

    private static boolean covers(FilterLevel wide, FilterLevel narrow) {
        if (narrow instanceof Further) {
            return false;
        }
        if (wide instanceof Prefix prefix) {
            return narrow instanceof Literal literal && literal.text().startsWith(prefix.text())
                    || narrow instanceof Prefix longer && longer.text().startsWith(prefix.text());
        }
        return wide instanceof Any || wide.equals(narrow);
    }

    /** Whether some topic is selected by both. */
    public static boolean meet(TopicFilter one, TopicFilter other) {
        List<FilterLevel> a = FilterLevel.of(one);
        List<FilterLevel> b = FilterLevel.of(other);
        if (isBarred(a, b) || isBarred(b, a)) {
            return false;
        }
        for (int level = 0; level < a.size() && level < b.size(); level++) {
            if (a.get(level) instanceof Further || b.get(level) instanceof Further) {
                return true;
            }
            if (!covers(a.get(level), b.get(level)) && !covers(b.get(level), a.get(level))) {
                return false;
            }
        }
        return a.size() == b.size();
    }

    /** Whether the first level of {@code wild} is a wildcard that selects none of the topics which {@code named} begins with. */
    private static boolean isBarred(List<FilterLevel> wild, List<FilterLevel> named) {
        FilterLevel first = wild.get(0);
        FilterLevel other = named.get(0);
        String text =
                other instanceof Literal literal ? literal.text() : other instanceof Prefix prefix ? prefix.text() : "";
        boolean any = first instanceof Any || first instanceof Further;
        boolean wildcard = any || first instanceof Prefix;
        return wildcard && text.startsWith(TopicName.RESERVED_PREFIX) || any && text.startsWith("$");
    }
}
