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
        return read(given, known, Set.of(), problems);
    }

    /** The same where those of {@code repeatable}, which are known too, may be given several times. */
    public static QueryParameters read(
            MultivaluedMap<String, String> given, Set<String> known, Set<String> repeatable, Problems problems) {
        given.forEach((name, values) -> {
            if (!known.contains(name)) {
                problems.refuse("parameter " + name, "unknown", known.isEmpty() ? "none" : sorted(known));
            } else if (values.size() > 1 && !repeatable.contains(name)) {
                problems.refuse("parameter " + name, values.size() + " times", "once");
            }
        });
        return new QueryParameters(given);
    }

    public @Nullable String get(String name) {
        return given.getFirst(name);
    }

    /** In the order in which they were given; empty if it was not given. */
    public List<String> all(String name) {
        return given.getOrDefault(name, List.of());
    }

    private static String sorted(Set<String> names) {
        return String.join(", ", List.copyOf(names).stream().sorted().toList());
    }
}
