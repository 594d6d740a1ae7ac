package io.reprise.broker.engine.routing;

import io.reprise.broker.model.topic.TopicFilter;
import java.util.ArrayList;
import java.util.List;

/** One level of a filter's pattern, with what its characters mean (spec 1.3). */
sealed interface FilterLevel {
    /** That text exactly. */
    record Literal(String text) implements FilterLevel {}

    /** Any text that begins so; {@code abc*}. */
    record Prefix(String text) implements FilterLevel {}

    /** Any one level; {@code *} alone. */
    record Any() implements FilterLevel {}

    /** One or more levels; {@code >} alone as the last. */
    record Further() implements FilterLevel {}

    FilterLevel ANY = new Any();
    FilterLevel FURTHER = new Further();

    /** The levels of a pattern; {@link Further} can be the last only. */
    static List<FilterLevel> of(TopicFilter filter) {
        String pattern = filter.pattern();
        List<FilterLevel> levels = new ArrayList<>();
        int from = 0;
        for (int to = pattern.indexOf('/'); to >= 0; to = pattern.indexOf('/', from)) {
            levels.add(inner(pattern.substring(from, to)));
            from = to + 1;
        }
        String last = pattern.substring(from);
        levels.add(last.equals(">") ? FURTHER : inner(last));
        return levels;
    }

    private static FilterLevel inner(String level) {
        if (level.equals("*")) {
            return ANY;
        }
        return level.endsWith("*") ? new Prefix(level.substring(0, level.length() - 1)) : new Literal(level);
    }
}
