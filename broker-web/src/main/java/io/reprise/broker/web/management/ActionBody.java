package io.reprise.broker.web.management;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.web.request.BodyFields;
import io.reprise.broker.web.semp.SempCall;
import java.io.InputStream;
import java.util.Set;

/** The bodies that most actions take, and nothing else (spec 5.1). Stateless. */
final class ActionBody {
    private static final String SELECTOR = "selector";

    private ActionBody() {}

    /** @throws BrokerException {@code INVALID_PARAMETER} if there is anything in it */
    static void requireEmpty(SempCall call, InputStream json) {
        BodyFields.read(call.uri(), json, Set.of()).problems().throwIfAny();
    }

    /**
     * The selector; empty if there is none, which means all. An empty one is refused: whoever made it did not mean all.
     *
     * @throws BrokerException {@code INVALID_PARAMETER} if there is anything else in it
     */
    static String readSelector(SempCall call, InputStream json) {
        BodyFields fields = BodyFields.read(call.uri(), json, Set.of(SELECTOR));
        String selector = fields.text(SELECTOR, "a condition as text, or absent for all messages")
                .orElse("");
        fields.problems().throwIfAny();
        return selector;
    }
}
