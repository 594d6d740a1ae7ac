package io.reprise.broker.web.request;

import jakarta.ws.rs.core.MultivaluedMap;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The query's parameters, each of them known and given once (spec 5.1). One thread. */
public final class QueryParameters {
    private final MultivaluedMap<String, String> given;

    private QueryParameters(MultivaluedMap<String, String> given) {
        this.given = given;
    }

    /** What was given; unknown and repeated ones go to {@code problems}. */
    public static QueryParameters read(MultivaluedMap<String, String> given, Set<String> known, Problems problems) {
        given.forEach((name, values) -> {
            if (!known.contains(name)) {
                problems.refuse("parameter " + name, "unknown", known.isEmpty() ? "none" : sorted(known));
            } else if (values.size() > 1) {
                problems.refuse("parameter " + name, values.size() + " times", "once");
            }
        });
        return new QueryParameters(given);
    }

    public @Nullable String get(String name) {
        return given.getFirst(name);
    }

    private static String sorted(Set<String> names) {
        return String.join(", ", List.copyOf(names).stream().sorted().toList());
    }
}
