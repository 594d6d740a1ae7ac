package io.reprise.broker.web.semp;

import io.reprise.broker.web.request.Problems;
import io.reprise.broker.web.request.QueryParameters;
import jakarta.ws.rs.core.Response;
import java.util.Map;
import java.util.Set;

/** What a caller may say about the one object in an answer: {@code select}. Immutable. */
public final class ObjectQuery {
    private static final String SELECT = "select";
    private static final Set<String> KNOWN = Set.of(SELECT);

    private final SempCall call;
    private final Select select;

    private ObjectQuery(SempCall call, Select select) {
        this.call = call;
        this.select = select;
    }

    /** Reads the query; what is wrong with it goes to {@code problems}. */
    public static ObjectQuery read(SempCall call, Columns columns, Problems problems) {
        String text = QueryParameters.read(call.parameters(), KNOWN, problems).get(SELECT);
        return new ObjectQuery(call, text == null ? Select.everything(columns) : Select.read(text, columns, problems));
    }

    /** Reads the query. */
    public static ObjectQuery read(SempCall call, Columns columns) {
        Problems problems = new Problems();
        ObjectQuery query = read(call, columns, problems);
        problems.throwIfAny();
        return query;
    }

    /** The answer that shows an object. */
    public Response.ResponseBuilder answer(Row row) {
        return SempAnswers.ok(SempEnvelope.success(call, select.of(row.attributes()), row.links(), Map.of()));
    }
}
