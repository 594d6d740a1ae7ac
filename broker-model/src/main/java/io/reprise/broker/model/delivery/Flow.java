package io.reprise.broker.model.delivery;

/** A consumer bound to an endpoint: one activation of a bean or one consumer of a client. Thread-safe. */
public interface Flow extends AutoCloseable {
    /** Opens a session; each delivers in parallel to the others. */
    DeliverySession openSession();

    /** Whether it gets messages now: on an exclusive queue only one flow does, the others stand by [spec 1.4]. */
    boolean isActive();

    /** Why it was ended by the broker (endpoint deleted, egress disabled, broker stopping); empty while it lives. */
    String endReason();

    /**
     * No message is presented any more, waiting receives return null, what is merely buffered goes back uncounted. Deliveries
     * already presented may still be settled. A second call does nothing.
     */
    @Override
    void close();
}
