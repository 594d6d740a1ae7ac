package io.reprise.broker.web.condition;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;

/** The caller's conditions do not hold: trying again makes it no better, unlike being outrun by another change. */
public final class PreconditionFailed extends BrokerException {
    private static final long serialVersionUID = 1L;

    public PreconditionFailed(String message) {
        super(ErrorCode.VERSION_CONFLICT, message);
    }
}
