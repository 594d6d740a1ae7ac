package io.reprise.broker.ra.jms;

import jakarta.jms.JMSException;
import java.util.concurrent.Executor;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Gives a consumer with a listener one message at a time: the next is asked for when the client says so, after the one before was
 * presented. While there is none nothing waits; the broker's wake-up runs through the executor. Thread-safe.
 */
final class ListenerPump {
    private final ConsumerLink link;
    private final Executor executor;
    private final Consumer<ClientDelivery> dispatch;
    private final BiConsumer<ConsumerLink, JMSException> ended;
    private boolean wanted;
    private boolean asleep;

    ListenerPump(
            ConsumerLink link,
            Executor executor,
            Consumer<ClientDelivery> dispatch,
            BiConsumer<ConsumerLink, JMSException> ended) {
        this.link = link;
        this.executor = executor;
        this.dispatch = dispatch;
        this.ended = ended;
    }

    /** The client takes one message. */
    void request() {
        synchronized (this) {
            wanted = true;
        }
        pump();
    }

    /** Until the next request the client takes none, as during a rollback. */
    synchronized void pause() {
        wanted = false;
    }

    private void pump() {
        try {
            ClientDelivery next = next();
            if (next != null) {
                dispatch.accept(next);
            }
        } catch (JMSException e) {
            ended.accept(link, e);
        }
    }

    private synchronized @Nullable ClientDelivery next() throws JMSException {
        if (!wanted || asleep || link.isClosing() || link.hasBuffered()) {
            return null;
        }
        ClientDelivery delivery = link.receive(0);
        if (delivery == null) {
            asleep = true;
            link.line().whenAvailable(() -> executor.execute(this::wakeUp));
        } else {
            wanted = false;
        }
        return delivery;
    }

    private void wakeUp() {
        synchronized (this) {
            asleep = false;
        }
        pump();
    }
}
