package io.reprise.broker.web.definition;

import io.reprise.broker.model.definition.Definitions;
import io.reprise.broker.model.definition.ImportOptions;
import io.reprise.broker.model.definition.OnConflict;
import io.reprise.broker.web.request.Problems;
import io.reprise.broker.web.request.QueryParameters;
import jakarta.ws.rs.core.MultivaluedMap;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** How a caller wants a document imported, from the query. Immutable. */
record ImportQuery(boolean dryRun, boolean prune, boolean pruneMessages, OnConflict onConflict) {
    private static final String DRY_RUN = "dryRun";
    private static final String PRUNE = "prune";
    private static final String PRUNE_MESSAGES = "pruneMessages";
    private static final String ON_CONFLICT = "onConflict";
    private static final Set<String> KNOWN = Set.of(DRY_RUN, PRUNE, PRUNE_MESSAGES, ON_CONFLICT);

    /** Reads it; what is wrong with it goes to {@code problems}. */
    static ImportQuery read(MultivaluedMap<String, String> given, Problems problems) {
        QueryParameters parameters = QueryParameters.read(given, KNOWN, problems);
        ImportQuery query = new ImportQuery(
                flag(parameters, DRY_RUN, problems),
                flag(parameters, PRUNE, problems),
                flag(parameters, PRUNE_MESSAGES, problems),
                conflict(parameters.get(ON_CONFLICT), problems));
        if (query.pruneMessages && !query.prune) {
            problems.refuse(PRUNE_MESSAGES, "true without " + PRUNE, "with " + PRUNE + "=true");
        }
        return query;
    }

    private static boolean flag(QueryParameters parameters, String name, Problems problems) {
        String value = parameters.get(name);
        if (value != null && !value.equals("true") && !value.equals("false")) {
            problems.refuse("parameter " + name, "'" + value + "'", "true, false");
        }
        return "true".equals(value);
    }

    private static OnConflict conflict(@Nullable String value, Problems problems) {
        Optional<OnConflict> known = Arrays.stream(OnConflict.values())
                .filter(each -> each.word().equals(value))
                .findFirst();
        if (value != null && known.isEmpty()) {
            problems.refuse(
                    "parameter " + ON_CONFLICT,
                    "'" + value + "'",
                    Arrays.stream(OnConflict.values()).map(OnConflict::word).collect(Collectors.joining(", ")));
        }
        return known.orElse(OnConflict.FAIL);
    }

    /** @param expected what there must still be */
    ImportOptions options(Optional<Definitions> expected) {
        return new ImportOptions(dryRun, prune, pruneMessages, onConflict, expected);
    }
}
