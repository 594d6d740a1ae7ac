package io.reprise.broker.ra.inbound;

import io.reprise.broker.model.delivery.Delivery;
import io.reprise.broker.model.delivery.DeliverySession;
import io.reprise.broker.model.delivery.Flow;
import io.reprise.broker.ra.environment.Works;
import jakarta.resource.spi.UnavailableException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * One session of an activation: takes messages one by one and has them delivered, on a thread of the server while there are any, on
 * none while there are none. Everything but {@link #stop} and the wake-ups happens on that one thread.
 */
final class SessionDelivery {
    private static final Logger LOG = System.getLogger(SessionDelivery.class.getName());

    /** After the last message the thread stays a little: the next one is often near, and changing threads costs more. */
    private static final Duration LINGER = Duration.ofMillis(20);

    /** How long the thread is kept while others wait for one. */
    private static final long SLICE_NANOS = Duration.ofMillis(100).toNanos();

    private static final Duration AFTER_A_FAULT = Duration.ofSeconds(1);

    private final Flow flow;
    private final DeliverySession session;
    private final Presenter presenter;
    private final Works works;
    private final Runnable ended;
    private final Backoff backoff = new Backoff();
    private State state = State.IDLE;
    private volatile boolean stopping;

    private enum State {
        /** Waits for a message. */
        IDLE,
        /** Waits for a thread. */
        WAITING,
        /** Has a thread. */
        RUNNING,
        /** Rests after a failure. */
        RESTING,
        CLOSED
    }

    /** What a turn on a thread ended with. */
    private record Turn(State next, Duration rest) {
        static final Turn IDLE = new Turn(State.IDLE, Duration.ZERO);
        static final Turn YIELD = new Turn(State.WAITING, Duration.ZERO);
        static final Turn CLOSE = new Turn(State.CLOSED, Duration.ZERO);

        static Turn rest(Duration rest) {
            return new Turn(State.RESTING, rest);
        }
    }

    /** @param ended called once, when the session is closed and everything of it has come back */
    SessionDelivery(Flow flow, DeliverySession session, Presenter presenter, Works works, Runnable ended) {
        this.flow = flow;
        this.session = session;
        this.presenter = presenter;
        this.works = works;
        this.ended = ended;
    }

    /** Begins. */
    void start() {
        wake();
    }

    /** No further message is taken; a running delivery finishes first. Any thread; does not wait. */
    void stop() {
        stopping = true;
        synchronized (this) {
            if (state == State.RUNNING || state == State.CLOSED) {
                return;
            }
            state = State.CLOSED;
        }
        close();
    }

    /** There may be a message. Called by the broker's threads: hands over only. */
    private void wake() {
        move(State.IDLE, State.WAITING);
    }

    private void rested() {
        move(State.RESTING, State.WAITING);
    }

    private void move(State from, State to) {
        synchronized (this) {
            if (state != from) {
                return;
            }
            state = to;
        }
        works.execute(this::run);
    }

    private void run() {
        synchronized (this) {
            if (state != State.WAITING) {
                return;
            }
            state = State.RUNNING;
        }
        Turn turn = Turn.rest(AFTER_A_FAULT);
        try {
            turn = deliverWhileThereAreMessages();
        } catch (RuntimeException e) {
            LOG.log(Level.ERROR, "a delivery session failed and goes on in a while", e);
        } finally {
            end(turn);
        }
    }

    private Turn deliverWhileThereAreMessages() {
        long sliceEnd = System.nanoTime() + SLICE_NANOS;
        while (!stopping) {
            try {
                presenter.open();
            } catch (UnavailableException e) {
                return Turn.rest(backoff.after(Ending.REFUSED));
            }
            Delivery delivery = next();
            if (delivery == null) {
                return flow.endReason().isEmpty() ? Turn.IDLE : Turn.CLOSE;
            }
            Duration rest = deliver(delivery);
            if (!rest.isZero()) {
                return pausing(Turn.rest(rest));
            }
            if (System.nanoTime() - sliceEnd > 0 && works.waiting() > 0) {
                return pausing(Turn.YIELD);
            }
        }
        return Turn.CLOSE;
    }

    private @Nullable Delivery next() {
        Delivery delivery = session.takeNow();
        if (delivery == null) {
            presenter.idle();
            if (works.waiting() == 0) {
                delivery = session.take(LINGER);
            }
        }
        return delivery == null ? session.takeNow() : delivery;
    }

    private Duration deliver(Delivery delivery) {
        if (stopping) {
            session.giveBack(delivery);
            return Duration.ZERO;
        }
        return backoff.after(presenter.present(delivery));
    }

    private Turn pausing(Turn turn) {
        presenter.idle();
        return turn;
    }

    private void end(Turn turn) {
        State next = stopping ? State.CLOSED : turn.next();
        synchronized (this) {
            state = next;
        }
        switch (next) {
            case IDLE -> session.whenAvailable(this::wake);
            case WAITING -> works.execute(this::run);
            case RESTING -> works.after(turn.rest(), this::rested);
            case CLOSED -> close();
            case RUNNING -> throw new IllegalStateException("a turn ends in " + next);
        }
        closeIfStoppedMeanwhile(next);
    }

    /** A stop that came between the look at {@code stopping} and the change of state found the session running. */
    private void closeIfStoppedMeanwhile(State after) {
        if (stopping && after != State.CLOSED) {
            stop();
        }
    }

    private void close() {
        try {
            presenter.close();
            session.close();
        } catch (RuntimeException e) {
            LOG.log(Level.ERROR, "a delivery session was not closed cleanly", e);
        } finally {
            ended.run();
        }
    }
}
