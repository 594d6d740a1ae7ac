package io.reprise.broker.web.receive;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.web.request.BodyFields;
import jakarta.ws.rs.core.UriInfo;
import java.io.InputStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What is to become of messages that were received.
 *
 * @param wanted by token, in the order given: ACCEPTED, RELEASED, FAILED or REJECTED
 */
record SettleOrder(Map<String, Settlement> wanted) {
    private static final Map<String, Settlement> FIELDS = new LinkedHashMap<>();

    static {
        FIELDS.put("accept", Settlement.ACCEPTED);
        FIELDS.put("release", Settlement.RELEASED);
        FIELDS.put("fail", Settlement.FAILED);
        FIELDS.put("reject", Settlement.REJECTED);
    }

    /**
     * Reads it from a JSON object.
     *
     * @throws BrokerException INVALID_PARAMETER with all that is wrong with it; MISSING_PARAMETER if it names nothing
     */
    static SettleOrder read(UriInfo uri, InputStream json) {
        BodyFields fields = BodyFields.read(uri, json, Set.copyOf(FIELDS.keySet()));
        Map<String, Settlement> wanted = new LinkedHashMap<>();
        FIELDS.forEach((field, settlement) -> {
            for (String token : fields.texts(field)) {
                if (wanted.putIfAbsent(token, settlement) != null) {
                    fields.problems().refuse(field, "'" + token + "' twice", "each token once");
                }
            }
        });
        fields.problems().throwIfAny();
        if (wanted.isEmpty()) {
            throw new BrokerException(
                    ErrorCode.MISSING_PARAMETER,
                    "tokens are missing; allowed: lists of them as " + List.copyOf(FIELDS.keySet()));
        }
        return new SettleOrder(wanted);
    }
}
