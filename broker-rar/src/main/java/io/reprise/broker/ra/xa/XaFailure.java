package io.reprise.broker.ra.xa;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.publish.CommitOutcome;
import java.io.Serial;
import javax.transaction.xa.XAException;

/**
 * The one exception that an XAResource may throw, with a cause that says what happened: Narayana takes a RuntimeException out of a
 * one-phase commit for a commit [LOG.md L25].
 */
final class XaFailure {
    private XaFailure() {}

    static XAException of(int code, String text) {
        XAException result = new XAException(text);
        result.errorCode = code;
        return result;
    }

    static XAException of(int code, BranchName id, CommitOutcome outcome) {
        String text = outcome instanceof CommitOutcome.Rejected rejected
                ? rejected.code().slug() + ": " + rejected.text()
                : outcome.toString();
        XAException result = of(code, "branch " + id + ": " + text);
        if (outcome instanceof CommitOutcome.Rejected rejected) {
            result.initCause(new BrokerException(rejected.code(), rejected.text()));
        }
        return result;
    }

    /** Said again at each of recovery's scans: no stack trace, whose place is always the same. */
    static XAException quietly(int code, String text, RuntimeException cause) {
        XAException result = new WithoutTrace(text + ": " + cause.getMessage());
        result.errorCode = code;
        return result;
    }

    private static final class WithoutTrace extends XAException {
        @Serial
        private static final long serialVersionUID = 1L;

        WithoutTrace(String text) {
            super(text);
        }

        @Override
        public synchronized Throwable fillInStackTrace() {
            return this;
        }
    }

    static XAException of(int code, String text, Throwable cause) {
        XAException result = of(code, text + ": " + cause);
        result.initCause(cause);
        return result;
    }
}
