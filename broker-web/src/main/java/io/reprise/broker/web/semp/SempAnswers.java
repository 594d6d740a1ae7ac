package io.reprise.broker.web.semp;

import io.reprise.broker.web.json.JsonText;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.Map;

/** Answers of the management API that are no errors. Stateless. */
public final class SempAnswers {
    private SempAnswers() {}

    /** The answer to something done that leaves nothing to show. */
    public static Response done(SempCall call) {
        return done(call, Map.of());
    }

    /** The answer to something done, with figures about it. */
    public static Response done(SempCall call, Map<String, Object> figures) {
        return ok(SempEnvelope.success(call, figures, Map.of(), Map.of())).build();
    }

    static Response.ResponseBuilder ok(Map<String, Object> envelope) {
        return Response.ok(JsonText.writeObject(envelope), MediaType.APPLICATION_JSON_TYPE)
                .header(HttpHeaders.CACHE_CONTROL, "no-store");
    }
}
