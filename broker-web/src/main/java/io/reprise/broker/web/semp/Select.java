package io.reprise.broker.web.semp;

import io.reprise.broker.web.request.Problems;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * SEMP's {@code select}: names joined by commas, {@code *} for any characters, a leading {@code -} takes names away; if nothing but
 * such is given, from all. Immutable.
 */
final class Select {
    private final Set<String> names;

    private Select(Set<String> names) {
        this.names = names;
    }

    static Select everything(Columns columns) {
        return new Select(columns.names());
    }

    /** Reads the parameter; what is wrong with it goes to {@code problems}. */
    static Select read(String text, Columns columns, Problems problems) {
        String[] parts = text.split(",", -1);
        Set<String> included = new LinkedHashSet<>();
        Set<String> excluded = new LinkedHashSet<>();
        boolean inclusions = false;
        for (String part : parts) {
            boolean exclusion = part.startsWith("-");
            inclusions |= !exclusion;
            (exclusion ? excluded : included).addAll(named(exclusion ? part.substring(1) : part, columns, problems));
        }
        Set<String> result = new LinkedHashSet<>(inclusions ? included : columns.names());
        result.removeAll(excluded);
        return new Select(result);
    }

    Set<String> names() {
        return names;
    }

    Map<String, Object> of(Map<String, Object> row) {
        Map<String, Object> result = new LinkedHashMap<>(row);
        result.keySet().retainAll(names);
        return result;
    }

    private static Set<String> named(String part, Columns columns, Problems problems) {
        Wildcard wildcard = Wildcard.of(part);
        Set<String> result = new LinkedHashSet<>(columns.names());
        result.removeIf(name -> !wildcard.matches(name));
        if (result.isEmpty()) {
            problems.refuse("parameter select", "unknown attribute '" + part + "'", String.join(", ", columns.names()));
        }
        return result;
    }
}
