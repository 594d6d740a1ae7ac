package io.reprise.broker.ra.jms;

import io.reprise.broker.model.delivery.Delivery;
import io.reprise.broker.ra.live.LiveDelivery;

/**
 * One delivery on its way through the client: buffered, presented, perhaps in a unit, settled [spec 4.3]. Each end is reached once;
 * what comes after it is without effect. Thread-safe.
 */
final class ClientDelivery {
    /** How far it is. */
    enum State {
        /** In the client, not seen by the application. */
        BUFFERED,
        /** Handed to the application, not acknowledged. */
        PRESENTED,
        /** Acknowledged in a unit that is not committed yet. */
        IN_UNIT,
        /** Acknowledged, released or given back. */
        SETTLED;

        boolean mayBecome(State next) {
            return next.compareTo(this) > 0;
        }
    }

    private final ConsumerLink link;
    private final Delivery delivery;
    private State state = State.BUFFERED;

    ClientDelivery(ConsumerLink link, Delivery delivery) {
        this.link = link;
        this.delivery = delivery;
    }

    ConsumerLink link() {
        return link;
    }

    Delivery delivery() {
        return delivery;
    }

    /** Whether it is neither acknowledged nor delivered again [spec 3.4]. */
    boolean isLive() {
        return delivery instanceof LiveDelivery;
    }

    synchronized boolean is(State expected) {
        return state == expected;
    }

    /** The application has it; false if that comes too late. */
    boolean present() {
        return move(State.PRESENTED);
    }

    /** It is acknowledged in a unit; false if that comes too late. */
    boolean putInUnit() {
        return move(State.IN_UNIT);
    }

    /** It is acknowledged for good, or the engine's by other ways. */
    void settle() {
        if (end() != State.SETTLED) {
            link.settled(this);
        }
    }

    /** The attempt failed: it returns counted. */
    void release() {
        if (end() != State.SETTLED) {
            link.release(this);
        }
    }

    /** It returns: counted if the application has seen it, else not. */
    void takeBack() {
        State before = end();
        if (before == State.BUFFERED) {
            link.giveBack(this);
        } else if (before != State.SETTLED) {
            link.release(this);
        }
    }

    /** Settles it; the state it had. */
    private synchronized State end() {
        State before = state;
        state = State.SETTLED;
        return before;
    }

    private synchronized boolean move(State next) {
        if (!state.mayBecome(next)) {
            return false;
        }
        state = next;
        return true;
    }
}
