package io.reprise.broker.ra.jms;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.publish.CommitOutcome;
import jakarta.jms.IllegalStateException;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.InvalidSelectorException;
import jakarta.jms.JMSException;
import jakarta.jms.JMSSecurityException;
import jakarta.jms.ResourceAllocationException;
import jakarta.jms.TransactionRolledBackException;
import org.jspecify.annotations.Nullable;

/**
 * The catalogue's errors as Jakarta Messaging's exceptions. The error code of each is the catalogue's slug, its message the whole
 * reason, its cause the broker's exception.
 */
public final class JmsErrors {
    private JmsErrors() {}

    public static JMSException of(BrokerException e) {
        return of(e.code(), e.getMessage(), e);
    }

    /** Of a unit that was not stored: a refusal, or that nobody knows. */
    static JMSException of(CommitOutcome outcome) {
        return outcome instanceof CommitOutcome.Rejected rejected
                ? of(rejected.code(), rejected.text(), null)
                : unknown(outcome);
    }

    /** Of a session's transaction that was not stored, hence rolled back, or of which nobody knows [JMS 3.1 §6.2.7]. */
    static JMSException ofCommit(CommitOutcome outcome) {
        if (outcome instanceof CommitOutcome.Rejected rejected) {
            return new TransactionRolledBackException(
                    rejected.text(), rejected.code().slug());
        }
        return unknown(outcome);
    }

    /** Refuses by name what this version does not do. */
    static JMSException notSupported(String what) {
        return of(ErrorCode.NOT_SUPPORTED, what + ": not supported by this version", null);
    }

    private static JMSException unknown(CommitOutcome outcome) {
        String text = outcome instanceof CommitOutcome.Unknown unknown ? unknown.text() : outcome.toString();
        return new OutcomeUnknownException(text, ErrorCode.OUTCOME_UNKNOWN.slug());
    }

    private static JMSException of(ErrorCode code, @Nullable String text, @Nullable BrokerException cause) {
        JMSException result = withoutCause(code, text);
        if (cause != null) {
            result.initCause(cause);
            result.setLinkedException(cause);
        }
        return result;
    }

    private static JMSException withoutCause(ErrorCode code, @Nullable String text) {
        return switch (code) {
            case INVALID_TOPIC, NOT_FOUND, NO_SUCH_QUEUE, NO_SUBSCRIPTION_MATCH, ENDPOINT_DELETED ->
                new InvalidDestinationException(text, code.slug());
            case INVALID_SELECTOR -> new InvalidSelectorException(text, code.slug());
            case UNAUTHORIZED, ACCESS_DENIED -> new JMSSecurityException(text, code.slug());
            case QUEUE_QUOTA_EXCEEDED, VPN_QUOTA_EXCEEDED, MAX_BIND_COUNT_REACHED, BACK_PRESSURE ->
                new ResourceAllocationException(text, code.slug());
            case NOT_ALLOWED -> new IllegalStateException(text, code.slug());
            case OUTCOME_UNKNOWN -> new OutcomeUnknownException(text, code.slug());
            default -> new JMSException(text, code.slug());
        };
    }
}
