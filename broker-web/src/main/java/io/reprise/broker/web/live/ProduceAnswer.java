package io.reprise.broker.web.live;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a publisher on a subject is told. Immutable.
 *
 * @param subject as it was given
 * @param closure the message's
 * @param refusal why, if it is not OK
 */
record ProduceAnswer(
        String subject,
        String closure,
        ProduceStatus status,
        @Nullable BrokerException refusal) {

    static ProduceAnswer ok(String subject, String closure) {
        return new ProduceAnswer(subject, closure, ProduceStatus.OK, null);
    }

    /**
     * Of a message that was refused.
     *
     * @throws BrokerException the refusal itself, if it is of the request and not of the message
     */
    static ProduceAnswer refused(String subject, String closure, BrokerException refusal) {
        return new ProduceAnswer(subject, closure, ProduceStatus.of(refusal), refusal);
    }

    static ProduceAnswer denied(String subject, String closure) {
        return refused(
                subject, closure, new BrokerException(ErrorCode.ACCESS_DENIED, "the user lacks the role for this"));
    }

    /** Whether the same may be sent again and can't be there twice then. */
    boolean retryable() {
        return refusal != null && refusal.code().retryable();
    }

    Map<String, Object> toJson() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("subject", subject);
        json.put("closure", closure);
        json.put("status", status.name());
        if (refusal != null) {
            json.put("code", refusal.code().slug());
            json.put("detail", String.valueOf(refusal.getMessage()));
        }
        return json;
    }
}
