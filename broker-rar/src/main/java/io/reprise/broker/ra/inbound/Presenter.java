package io.reprise.broker.ra.inbound;

import io.reprise.broker.model.delivery.Delivery;
import io.reprise.broker.model.delivery.DeliverySession;
import io.reprise.broker.ra.jms.DeserializationAllowList;
import io.reprise.broker.ra.jms.InboundMessages;
import jakarta.resource.spi.UnavailableException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/** One session's deliveries: made a message, handed to the bean, settled. One thread at a time. */
final class Presenter {
    private static final Logger LOG = System.getLogger(Presenter.class.getName());

    private final DeliverySession session;
    private final BeanEndpoint endpoint;
    private final Settlement settlement;
    private final DeserializationAllowList allowList;
    private final Outcomes outcomes;

    /** Is told how each delivery ended, on its thread. */
    interface Outcomes {
        void ended(Delivery delivery, Ending ending);
    }

    Presenter(
            DeliverySession session,
            BeanEndpoint endpoint,
            Settlement settlement,
            DeserializationAllowList allowList,
            Outcomes outcomes) {
        this.session = session;
        this.endpoint = endpoint;
        this.settlement = settlement;
        this.allowList = allowList;
        this.outcomes = outcomes;
    }

    /** To be called before a message is taken. */
    void open() throws UnavailableException {
        endpoint.open();
    }

    Ending present(Delivery delivery) {
        settlement.begin(delivery);
        Attempt attempt;
        try {
            attempt = endpoint.deliver(
                    InboundMessages.of(delivery, allowList), () -> session.present(delivery), settlement::voteRollback);
        } catch (RuntimeException e) {
            LOG.log(Level.ERROR, "message " + delivery.msgId() + " could not be handed to the bean", e);
            attempt = Attempt.threw(e);
        }
        Ending ending = settlement.end(delivery, attempt);
        outcomes.ended(delivery, ending);
        return ending;
    }

    /** The session pauses: what is gathered is settled. */
    void idle() {
        settlement.idle();
    }

    void close() {
        settlement.close();
        endpoint.close();
    }
}
