package io.reprise.broker.ra.inbound;

import io.reprise.broker.model.delivery.Delivery;
import javax.transaction.xa.XAResource;
import org.jspecify.annotations.Nullable;

/** How one session's deliveries are settled. One thread at a time; one delivery at a time. */
interface Settlement {
    /** What the container enlists in a delivery's transaction, if it has one. */
    @Nullable
    XAResource resource();

    /** A delivery is about to be handed to the container. */
    void begin(Delivery delivery);

    /** The transaction of the delivery must not commit, whatever the container does. */
    void voteRollback();

    /** The container is done with it: it is acknowledged, or released, or given back. On the delivery thread [WILDFLY.md 7]. */
    Ending end(Delivery delivery, Attempt attempt);

    /** No message is waiting: what is gathered is settled. */
    void idle();

    /** The last call. */
    void close();
}
