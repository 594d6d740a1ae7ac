package io.reprise.broker.ra.jms;

import jakarta.jms.JMSException;
import jakarta.jms.Session;

/** When what a session received counts as done [JMS 3.1 §6.2.10]. */
enum AcknowledgeMode {
    AUTO,
    /** Acknowledgements are not waited for: after a failure a message may come again. */
    DUPS_OK,
    CLIENT,
    /** Beyond the standard: a message's acknowledge() is its own alone. */
    INDIVIDUAL,
    TRANSACTED;

    /** The number of the client library, as its session's mode. */
    static final int INDIVIDUAL_NUMBER = 101;

    static AcknowledgeMode of(int number) throws JMSException {
        return switch (number) {
            case Session.AUTO_ACKNOWLEDGE -> AUTO;
            case Session.DUPS_OK_ACKNOWLEDGE -> DUPS_OK;
            case Session.CLIENT_ACKNOWLEDGE -> CLIENT;
            case Session.SESSION_TRANSACTED -> TRANSACTED;
            case INDIVIDUAL_NUMBER -> INDIVIDUAL;
            default -> throw JmsErrors.notSupported("acknowledge mode " + number);
        };
    }
}
