package io.reprise.broker.ra.jms;

import jakarta.jms.JMSException;
import java.io.Serial;
import org.jspecify.annotations.Nullable;

/**
 * Whether a send or a commit was stored is not known: the publish timeout passed, or the database was lost at the wrong moment [spec
 * 1.5]. To be sent again with its publisher sequence, which makes the repetition harmless.
 */
public final class OutcomeUnknownException extends JMSException {
    @Serial
    private static final long serialVersionUID = 1L;

    public OutcomeUnknownException(@Nullable String reason, String errorCode) {
        super(reason, errorCode);
    }
}
