package io.reprise.broker.ra.jms;

import io.reprise.broker.model.delivery.Delivery;
import io.reprise.broker.model.delivery.DeliverySession;
import io.reprise.broker.model.delivery.Flow;
import io.reprise.broker.ra.jms.ClientDelivery.State;
import jakarta.jms.JMSException;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.qpid.jms.meta.JmsConsumerInfo;
import org.jspecify.annotations.Nullable;

/**
 * One consumer of a client: its flow, its line of delivery, and what of it is not settled. Closed by its client it presents nothing
 * more, but what it presented can still be settled; the line ends with the last of that. Thread-safe; receiving is one thread's.
 */
final class ConsumerLink {
    /** How long one wait in the engine lasts at most; a receive without limit waits again. */
    private static final Duration LONG_WAIT = Duration.ofHours(1);

    /** How long a receive that doesn't wait waits for what was just released, which is there again once that is on disk. */
    private static final Duration RETURN_WAIT = Duration.ofSeconds(1);

    private final JmsConsumerInfo info;
    private final Flow flow;
    private final DeliverySession line;
    private final Set<ClientDelivery> unsettled = new LinkedHashSet<>();
    private boolean closing;
    private volatile boolean released;

    ConsumerLink(JmsConsumerInfo info, Flow flow) {
        this.info = info;
        this.flow = flow;
        this.line = flow.openSession();
    }

    JmsConsumerInfo info() {
        return info;
    }

    DeliverySession line() {
        return line;
    }

    /**
     * The next message, buffered.
     *
     * @param timeoutMillis negative: waits until there is one; 0: doesn't wait
     * @return null if none came in time, the consumer was closed or the thread interrupted
     * @throws JMSException if the broker has ended the flow
     */
    @Nullable
    ClientDelivery receive(long timeoutMillis) throws JMSException {
        return buffered(await(timeoutMillis));
    }

    /** The next message if one is there now, buffered; else as {@link #receive}. */
    @Nullable
    ClientDelivery receiveNow() throws JMSException {
        return buffered(line.receiveNow());
    }

    private @Nullable ClientDelivery buffered(@Nullable Delivery delivery) throws JMSException {
        if (delivery != null) {
            return buffer(delivery);
        }
        requireAlive();
        return null;
    }

    private @Nullable Delivery await(long timeoutMillis) {
        boolean returning = released;
        released = false;
        if (timeoutMillis == 0) {
            return returning ? line.receive(RETURN_WAIT) : line.receiveNow();
        }
        if (timeoutMillis > 0) {
            return line.receive(Duration.ofMillis(timeoutMillis));
        }
        Delivery delivery;
        do {
            delivery = line.receive(LONG_WAIT);
        } while (delivery == null && isWaiting());
        return delivery;
    }

    private boolean isWaiting() {
        return !isClosing()
                && flow.endReason().isEmpty()
                && !Thread.currentThread().isInterrupted();
    }

    private void requireAlive() throws JMSException {
        if (!flow.endReason().isEmpty() && !isClosing()) {
            throw new jakarta.jms.IllegalStateException(
                    "consumer of " + info.getDestination() + " was ended by the broker: " + flow.endReason());
        }
    }

    /** A message that comes while the client closes goes back unseen. */
    private synchronized @Nullable ClientDelivery buffer(Delivery delivery) {
        if (closing) {
            line.giveBack(delivery);
            return null;
        }
        ClientDelivery result = new ClientDelivery(this, delivery);
        unsettled.add(result);
        return result;
    }

    synchronized boolean isClosing() {
        return closing;
    }

    synchronized boolean hasBuffered() {
        return unsettled.stream().anyMatch(delivery -> delivery.is(State.BUFFERED));
    }

    /** What the application hasn't seen goes back uncounted. */
    void giveBackBuffered() {
        take(delivery -> delivery.is(State.BUFFERED)).forEach(ClientDelivery::takeBack);
    }

    /** Ends it for its client: nothing more is presented. */
    void close() {
        synchronized (this) {
            if (closing) {
                return;
            }
            closing = true;
        }
        flow.close();
        giveBackBuffered();
        endIfSettled();
    }

    /** The attempt at a delivery failed: it returns counted. */
    void release(ClientDelivery delivery) {
        released = true;
        line.release(delivery.delivery());
        settled(delivery);
    }

    /** It returns uncounted. */
    void giveBack(ClientDelivery delivery) {
        line.giveBack(delivery.delivery());
        settled(delivery);
    }

    void settled(ClientDelivery delivery) {
        synchronized (this) {
            unsettled.remove(delivery);
        }
        endIfSettled();
    }

    private void endIfSettled() {
        boolean ended;
        synchronized (this) {
            ended = closing && unsettled.isEmpty();
        }
        if (ended) {
            line.close();
        }
    }

    private synchronized List<ClientDelivery> take(Predicate<ClientDelivery> which) {
        return unsettled.stream().filter(which).toList();
    }
}
