package io.reprise.broker.ra.inbound;

import io.reprise.broker.model.delivery.DeliverySession;
import io.reprise.broker.model.delivery.Flow;
import io.reprise.broker.ra.environment.Works;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/** A bound flow with its sessions. Thread-safe. */
final class FlowDelivery {
    private final Flow flow;
    private final Runnable ended;
    private final List<SessionDelivery> sessions = new ArrayList<>();
    private final AtomicInteger open;
    private final CountDownLatch allClosed = new CountDownLatch(1);

    /** @param ended called once, when every session has come back: after a stop, or because the broker ended the flow */
    FlowDelivery(Flow flow, int count, Runnable ended) {
        this.flow = flow;
        this.ended = ended;
        this.open = new AtomicInteger(count);
    }

    /** Opens the sessions and begins. */
    void start(int count, Function<DeliverySession, Presenter> presenting, Works works) {
        for (int i = 0; i < count; i++) {
            DeliverySession session = flow.openSession();
            sessions.add(new SessionDelivery(flow, session, presenting.apply(session), works, this::sessionClosed));
        }
        sessions.forEach(SessionDelivery::start);
    }

    /** Why the broker ended it; empty while it lives. */
    String endReason() {
        return flow.endReason();
    }

    /** No new presentation; running ones go on. What was merely buffered goes back uncounted. */
    void stop() {
        flow.close();
        sessions.forEach(SessionDelivery::stop);
    }

    /** Waits for running deliveries; interrupts are kept for after the wait. False if some still run. */
    boolean awaitStopped(Duration timeout) {
        long deadline = System.nanoTime() + timeout.toNanos();
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return allClosed.await(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    int running() {
        return open.get();
    }

    private void sessionClosed() {
        if (open.decrementAndGet() == 0) {
            allClosed.countDown();
            ended.run();
        }
    }
}
