package io.reprise.broker.model.delivery;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * One line of delivery. One thread at a time may receive; settling may come from any thread. What {@code receive} returns is
 * <em>presented</em>: from then on a failure counts [spec 4.3].
 */
public interface DeliverySession extends AutoCloseable {
    /**
     * The next message, in order; waits up to {@code timeout} for one.
     *
     * @return null if none came, the flow closed or was ended, or the thread was interrupted (the interrupt is kept)
     */
    @Nullable
    Delivery receive(Duration timeout);

    /** The next message if one is there. */
    @Nullable
    Delivery receiveNow();

    /**
     * As {@link #receive}, but what it returns is only taken: nobody has seen it, and it is not counted, before {@link #present}. For
     * whoever has things to do between the two, as a transaction to begin, in which the broker may die.
     */
    @Nullable
    default Delivery take(Duration timeout) {
        return receive(timeout);
    }

    /** The next message if one is there, taken only. */
    @Nullable
    default Delivery takeNow() {
        return receiveNow();
    }

    /**
     * Application code gets a message that was taken, now: from here on it is <em>presented</em>. May wait for the log.
     *
     * @return false if it must not get it: it was taken away meanwhile, or the session is closed; it is to be given back
     * @throws io.reprise.broker.model.error.BrokerException if the log can't say that it is presented; likewise
     */
    default boolean present(Delivery taken) {
        return true;
    }

    /**
     * Names what is run, by a broker's thread that must not be held, after a {@code receiveNow} that returned null may now
     * succeed (or the flow has ended): it only hands over, e.g. schedules a work. Once for each such null.
     */
    void whenAvailable(Runnable wakeUp);

    /**
     * The attempt failed: the message returns to its place, its count one higher, durably; it is offered again once that is
     * on disk. After an acknowledgement in a unit whose outcome is unknown this may be called too: what was committed stays
     * done, and the release is then void.
     */
    void release(Delivery delivery);

    /** The message was not shown to the application after all: it returns to its place uncounted. */
    void giveBack(Delivery delivery);

    /** Ends the session: deliveries not settled return, counted. A second call does nothing. */
    @Override
    void close();
}
