package io.reprise.broker.ra.jms;

import jakarta.jms.JMSException;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Holds receivers back while their connection is stopped: a receive waits until it is started again, as long as it would have waited
 * for a message [JMS 3.1 §6.1.5]. The client library, pulling, answers at once that there is none. Thread-safe.
 */
final class StartGate {
    /** One receive of the library. */
    interface Receive<T> {
        /**
         * Receives.
         *
         * @param timeoutMillis more than 0, or negative for without limit; 0 where it doesn't wait
         */
        @Nullable
        T within(long timeoutMillis) throws JMSException;
    }

    /** Throws if a consumer can't be asked for a message. */
    interface Check {
        void run() throws JMSException;
    }

    /** The receives of one consumer. */
    final class Receiver {
        private final Check usable;
        private final BooleanSupplier over;

        private Receiver(Check usable, BooleanSupplier over) {
            this.usable = usable;
            this.over = over;
        }

        /** @param timeoutMillis 0 or negative for without limit */
        <T> @Nullable T receive(long timeoutMillis, Receive<T> receive) throws JMSException {
            usable.run();
            return StartGate.this.receive(timeoutMillis == 0 ? -1 : timeoutMillis, over, receive);
        }

        /** @param timeoutMillis 0 for at once, negative for without limit, as the library has it here */
        <T> @Nullable T receiveBody(long timeoutMillis, Receive<T> receive) throws JMSException {
            usable.run();
            return timeoutMillis == 0 ? receive.within(0) : StartGate.this.receive(timeoutMillis, over, receive);
        }

        /** The consumer has ended, perhaps. */
        void wake() {
            StartGate.this.wake();
        }
    }

    private static final long OVER = -1;

    private boolean open;
    /** How often it was closed: what the library said while it was may be void, even if it is open again. */
    private long closings;

    /**
     * For one consumer.
     *
     * @param usable throws if it is closed or has a listener
     * @param over whether it was closed
     */
    Receiver receiver(Check usable, BooleanSupplier over) {
        return new Receiver(usable, over);
    }

    synchronized void set(boolean started) {
        closings += open && !started ? 1 : 0;
        open = started;
        notifyAll();
    }

    private synchronized void wake() {
        notifyAll();
    }

    /**
     * Receives while the gate is open.
     *
     * @param timeoutMillis more than 0, or negative for without limit
     * @param over whether the receiver was closed
     * @return null if nothing came in time, the receiver was closed, or the thread interrupted
     */
    private <T> @Nullable T receive(long timeoutMillis, BooleanSupplier over, Receive<T> receive) throws JMSException {
        long startNanos = System.nanoTime();
        while (true) {
            long leftMillis = left(timeoutMillis, startNanos);
            long openedAt = leftMillis == 0 ? OVER : await(leftMillis, over);
            if (openedAt == OVER) {
                return null;
            }
            leftMillis = left(timeoutMillis, startNanos);
            T result = leftMillis == 0 ? null : receive.within(leftMillis);
            if (result != null || closings() == openedAt || over.getAsBoolean()) {
                return result;
            }
        }
    }

    /** What is left of the time, more than 0, or 0 if it is over; negative without limit. */
    private static long left(long timeoutMillis, long startNanos) {
        return timeoutMillis < 0
                ? timeoutMillis
                : Math.max(0, timeoutMillis - (System.nanoTime() - startNanos) / 1_000_000);
    }

    private synchronized long closings() {
        return closings;
    }

    /**
     * Waits until the gate is open.
     *
     * @return how often it was closed until then, or {@link #OVER} if before that the time or the receiver is over, or the thread interrupted
     */
    private synchronized long await(long timeoutMillis, BooleanSupplier over) {
        long startNanos = System.nanoTime();
        while (!open) {
            long leftMillis = left(timeoutMillis, startNanos);
            if (leftMillis == 0 || over.getAsBoolean()) {
                return OVER;
            }
            try {
                wait(Math.max(0, leftMillis));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return OVER;
            }
        }
        return closings;
    }
}
