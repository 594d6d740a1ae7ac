package io.reprise.broker.web.management;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.web.json.JsonText;
import io.reprise.broker.web.request.Problems;
import io.reprise.broker.web.request.QueryParameters;
import io.reprise.broker.web.semp.SempCall;
import java.io.InputStream;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What an action takes in its body, and nothing else (spec 5.1). Stateless. */
final class ActionBody {
    private static final String SELECTOR = "selector";

    private ActionBody() {}

    /** @throws BrokerException {@code INVALID_PARAMETER} if there is anything in it */
    static void requireEmpty(SempCall call, InputStream json) {
        Problems problems = new Problems();
        readOnly(call, json, Set.of(), problems);
        problems.throwIfAny();
    }

    /**
     * The selector; empty if there is none, which means all. An empty one is refused: whoever made it did not mean all.
     *
     * @throws BrokerException {@code INVALID_PARAMETER} if there is anything else in it
     */
    static String readSelector(SempCall call, InputStream json) {
        Problems problems = new Problems();
        Map<String, @Nullable Object> body = readOnly(call, json, Set.of(SELECTOR), problems);
        Object selector = body.getOrDefault(SELECTOR, "");
        if (body.containsKey(SELECTOR) && !(selector instanceof String text && !text.isBlank())) {
            problems.refuse(SELECTOR, "'" + selector + "'", "a condition as text, or absent for all messages");
        }
        problems.throwIfAny();
        return String.valueOf(selector);
    }

    private static Map<String, @Nullable Object> readOnly(
            SempCall call, InputStream json, Set<String> known, Problems problems) {
        QueryParameters.read(call.uri().getQueryParameters(), Set.of(), problems);
        Map<String, @Nullable Object> body = JsonText.readObject(json);
        body.forEach((name, value) -> {
            if (!known.contains(name)) {
                String allowed = known.isEmpty() ? "no attributes" : String.join(", ", known);
                problems.refuse(name, String.valueOf(value), allowed);
            }
        });
        return body;
    }
}
