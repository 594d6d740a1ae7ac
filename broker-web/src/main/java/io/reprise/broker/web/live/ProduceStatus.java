package io.reprise.broker.web.live;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.error.ErrorKind;

/** How publishing on a subject ended, in the words of MigratoryData (spec 3.3). */
enum ProduceStatus {
    /** Stored durably; of a standard message that it was handed over. */
    OK(200),
    /** Not stored, or it is not known. */
    FAILED(503),
    /** The user may not. */
    DENY(403),
    MESSAGE_SIZE_LIMIT_EXCEEDED(413);

    private final int httpStatus;

    ProduceStatus(int httpStatus) {
        this.httpStatus = httpStatus;
    }

    int httpStatus() {
        return httpStatus;
    }

    /**
     * What a refusal comes to.
     *
     * @throws BrokerException the refusal itself, if it is of the request and not of the message
     */
    static ProduceStatus of(BrokerException refusal) {
        ErrorCode code = refusal.code();
        if (code == ErrorCode.MESSAGE_TOO_BIG) {
            return MESSAGE_SIZE_LIMIT_EXCEEDED;
        }
        if (code == ErrorCode.ACCESS_DENIED) {
            return DENY;
        }
        if (code.kind() == ErrorKind.REQUEST) {
            throw refusal;
        }
        return FAILED;
    }
}
