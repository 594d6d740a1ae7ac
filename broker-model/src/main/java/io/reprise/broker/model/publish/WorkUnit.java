package io.reprise.broker.model.publish;

import io.reprise.broker.model.delivery.Delivery;
import io.reprise.broker.model.message.DeliveryMode;
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
    private boolean answeredAtAdmission;

    /**
     * A message sent by itself: a non-persistent one may be answered by {@link CommitOutcome.Admitted}, before it is stored [spec
     * 1.5]. Anything else that is added takes that back.
     */
    public static WorkUnit sending(Message message) {
        WorkUnit unit = publishing(message);
        unit.answeredAtAdmission = message.deliveryMode() == DeliveryMode.NON_PERSISTENT;
        return unit;
    }

    /** A unit with one message, stored when it is answered. */
    public static WorkUnit publishing(Message message) {
        return new WorkUnit().publish(message);
    }

    /** A unit with one acknowledgement. */
    public static WorkUnit acknowledging(Delivery delivery) {
        return new WorkUnit().acknowledge(delivery);
    }

    public WorkUnit publish(Message message) {
        publishes.add(message);
        answeredAtAdmission = false;
        return this;
    }

    public WorkUnit acknowledge(Delivery delivery) {
        acknowledgements.add(delivery);
        answeredAtAdmission = false;
        return this;
    }

    public List<Message> publishes() {
        return publishes;
    }

    public List<Delivery> acknowledgements() {
        return acknowledgements;
    }

    /** Whether its sender is content with its admission. */
    public boolean isAnsweredAtAdmission() {
        return answeredAtAdmission;
    }

    public boolean isEmpty() {
        return publishes.isEmpty() && acknowledgements.isEmpty();
    }
}
