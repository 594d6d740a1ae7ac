package io.reprise.broker.it.bench;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * What senders sent and the beans of one deployment received. It keeps senders from running far ahead of beans: without that a
 * backlog would grow, and its size would be measured. They wait together, in bursts, so that this costs no thread switch for
 * each message. Thread-safe.
 */
final class Received {
    /** Of this deployment's class loader. */
    static final Received HERE = new Received();

    private final LongAdder inWindow = new LongAdder();
    private final AtomicLong sent = new AtomicLong();
    private final AtomicLong received = new AtomicLong();
    private volatile long firstNanos;
    private volatile Window window = new Window(0, 0);
    private volatile int mostAhead;
    private volatile boolean sendersWait;

    /**
     * Forgets what was and counts what comes within the window.
     *
     * @param messagesAhead how far the senders may be ahead; once they are, they wait until it is half of that
     */
    void begin(Window counted, int messagesAhead) {
        inWindow.reset();
        sent.set(0);
        received.set(0);
        mostAhead = messagesAhead;
        window = counted;
    }

    /** A sender is about to send; waits if it is too far ahead. */
    void beforeSend() throws InterruptedException {
        if (sent.get() - received.get() >= mostAhead) {
            awaitHalf();
        }
        sent.incrementAndGet();
    }

    private synchronized void awaitHalf() throws InterruptedException {
        while (sent.get() - received.get() > mostAhead / 2) {
            sendersWait = true;
            wait(100);
        }
        sendersWait = false;
    }

    /** A bean got a message. */
    void add() {
        long now = received.incrementAndGet();
        if (now == 1) {
            firstNanos = System.nanoTime();
        }
        if (window.contains(System.nanoTime())) {
            inWindow.increment();
        }
        if (sendersWait && sent.get() - now <= mostAhead / 2) {
            goOn();
        }
    }

    private synchronized void goOn() {
        notifyAll();
    }

    double perSecond() {
        return window.perSecond(inWindow.sum());
    }

    long sent() {
        return sent.get();
    }

    /** When the first one came, by {@link System#nanoTime}. */
    long firstNanos() {
        return firstNanos;
    }

    long total() {
        return received.get();
    }
}
