package io.reprise.broker.ra.outbound;

import jakarta.jms.JMSException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/** Closes what nobody waits for. */
final class Quietly {
    private static final Logger LOG = System.getLogger(Quietly.class.getName());

    private Quietly() {}

    interface Closing {
        void close() throws JMSException;
    }

    static void close(Closing closing) {
        try {
            closing.close();
        } catch (JMSException | RuntimeException e) {
            LOG.log(Level.DEBUG, "not closed cleanly", e);
        }
    }
}
