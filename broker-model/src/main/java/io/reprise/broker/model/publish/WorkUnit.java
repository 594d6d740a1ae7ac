package io.reprise.broker.model.publish;

import io.reprise.broker.model.delivery.Delivery;
import io.reprise.broker.model.message.Message;
import java.util.ArrayList;
import java.util.List;

/**
 * What is committed together: messages to publish, in order, and deliveries to acknowledge. Filled by one thread at a time
 * and not changed after it was handed over.
 */
public final class WorkUnit {
    private final List<Message> publishes = new ArrayList<>(1);
    private final List<Delivery> acknowledgements = new ArrayList<>(1);

    /** A unit with one message. */
    public static WorkUnit publishing(Message message) {
        return new WorkUnit().publish(message);
    }

    /** A unit with one acknowledgement. */
    public static WorkUnit acknowledging(Delivery delivery) {
        return new WorkUnit().acknowledge(delivery);
    }

    public WorkUnit publish(Message message) {
        publishes.add(message);
        return this;
    }

    public WorkUnit acknowledge(Delivery delivery) {
        acknowledgements.add(delivery);
        return this;
    }

    public List<Message> publishes() {
        return publishes;
    }

    public List<Delivery> acknowledgements() {
        return acknowledgements;
    }

    public boolean isEmpty() {
        return publishes.isEmpty() && acknowledgements.isEmpty();
    }
}
