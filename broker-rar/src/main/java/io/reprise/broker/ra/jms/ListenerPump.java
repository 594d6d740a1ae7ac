package io.reprise.broker.ra.jms;

import io.reprise.broker.model.error.BrokerException;
import jakarta.jms.JMSException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Gives a consumer with a listener one message at a time: the next is asked for when the client says so, after the one before was
 * presented. While there is none nothing waits; the broker's wake-up runs through the executor. Thread-safe.
 */
final class ListenerPump {
    private static final Duration AFTER_FAILURE = Duration.ofSeconds(1);

    /** Who is told what a waiting listener can't be told. */
    interface Troubles {
        /** The broker ended the consumer. */
        void ended(ConsumerLink link, JMSException why);

        /** A message could not be read; it will be tried again. */
        void failed(JMSException why);
    }

    private final ConsumerLink link;
    private final Executor executor;
    private final Consumer<ClientDelivery> dispatch;
    private final Troubles troubles;
    private boolean wanted;
    private boolean asleep;

    ListenerPump(ConsumerLink link, Executor executor, Consumer<ClientDelivery> dispatch, Troubles troubles) {
        this.link = link;
        this.executor = executor;
        this.dispatch = dispatch;
        this.troubles = troubles;
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
            troubles.ended(link, e);
        } catch (BrokerException e) {
            troubles.failed(JmsErrors.of(e));
            sleepFor(AFTER_FAILURE);
        }
    }

    /** A message that can't be read now stays where it is: asked for again at once it would fail again. */
    private void sleepFor(Duration pause) {
        synchronized (this) {
            asleep = true;
        }
        CompletableFuture.delayedExecutor(pause.toMillis(), TimeUnit.MILLISECONDS, executor)
                .execute(this::wakeUp);
    }

    private synchronized @Nullable ClientDelivery next() throws JMSException {
        if (!wanted || asleep || link.isClosing() || link.hasBuffered()) {
            return null;
        }
        ClientDelivery delivery = link.receiveNow();
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
