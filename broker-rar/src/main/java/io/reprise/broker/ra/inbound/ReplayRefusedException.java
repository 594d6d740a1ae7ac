package io.reprise.broker.ra.inbound;

import io.reprise.broker.model.error.BrokerException;

/** The replay that an activation wants can't be had: the activation fails, instead of being tried again [spec 2.5]. */
final class ReplayRefusedException extends BrokerException {
    private static final long serialVersionUID = 1L;

    ReplayRefusedException(BrokerException reason) {
        super(reason.code(), String.valueOf(reason.getMessage()), reason);
    }
}
