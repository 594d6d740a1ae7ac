package io.reprise.broker.web.receive;

import io.reprise.broker.model.delivery.Delivery;
import io.reprise.broker.model.delivery.DeliverySession;
import io.reprise.broker.model.delivery.Flow;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.web.settings.WebSettings;
import io.reprise.broker.web.work.SerialWork;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * A consumer that is called over HTTP: one flow with one session. What it hands out is presented: it counts (spec 4.3). A receive that
 * waits holds no thread. Of several receives at a time the newest waits; the others are answered without messages, as their callers have
 * most likely gone. Thread-safe; taking messages is a {@link SerialWork}.
 */
final class HttpConsumer {
    private static final System.Logger LOG = System.getLogger(HttpConsumer.class.getName());

    private final ConsumerKey key;
    private final long idleMillis;
    private final Flow flow;
    private final DeliverySession session;
    private final HeldMessages held;
    private final SerialWork work;
    private final InstantSource clock;
    private final Deque<Receive> waiting = new ArrayDeque<>();
    private long lastCalledMillis;
    private int calls;
    private @Nullable BrokerException end;

    HttpConsumer(
            ConsumerKey key,
            ConsumerOptions options,
            Flow flow,
            WebSettings limits,
            Executor executor,
            InstantSource clock) {
        this.key = key;
        this.idleMillis = options.idleTimeout().toMillis();
        this.flow = flow;
        this.session = flow.openSession();
        this.held = new HeldMessages(limits.maxUnsettledMessages(), limits.maxUnsettledMegabytes() * 1_000_000L);
        this.work = new SerialWork(executor, this::step, this::endForStop);
        this.clock = clock;
        this.lastCalledMillis = clock.millis();
    }

    ConsumerKey key() {
        return key;
    }

    boolean isActive() {
        return flow.isActive();
    }

    /** What its client has and has not settled. */
    HeldMessages held() {
        return held;
    }

    DeliverySession session() {
        return session;
    }

    /**
     * Has a receive answered, now or when there is something, by an executor's thread.
     *
     * @throws BrokerException NOT_ALLOWED if its client has as much unsettled as it may
     */
    void receive(Receive receive) {
        if (held.room() == 0) {
            throw BrokerException.refused(
                    ErrorCode.NOT_ALLOWED,
                    "receive of consumer " + key.id(),
                    held.use(),
                    "fewer than " + WebSettings.MAX_UNSETTLED_MESSAGES.name() + " and "
                            + WebSettings.MAX_UNSETTLED_MEGABYTES.name() + ": settle some");
        }
        held.forgetSettled();
        synchronized (this) {
            throwIfEnded();
            waiting.add(receive);
        }
        work.signal();
    }

    /** Time has passed: receives may have waited long enough. Returns at once. */
    void tick() {
        boolean due;
        synchronized (this) {
            long now = clock.millis();
            due = waiting.stream().anyMatch(receive -> receive.deadlineMillis() <= now);
        }
        if (due) {
            work.signal();
        }
    }

    private void step() {
        Receive newest;
        List<Receive> overtaken = new ArrayList<>();
        synchronized (this) {
            while (waiting.size() > 1) {
                overtaken.add(waiting.remove());
            }
            newest = waiting.peek();
        }
        overtaken.forEach(receive -> answer(receive, List.of()));
        if (newest != null) {
            take(newest);
        }
    }

    private void take(Receive receive) {
        List<Held> taken = new ArrayList<>();
        BrokerException refusal = fill(taken, receive.max());
        if (taken.isEmpty() && refusal == null && clock.millis() < receive.deadlineMillis()) {
            session.whenAvailable(work::signal);
        } else if (leaves(receive)) {
            if (taken.isEmpty() && refusal != null) {
                receive.refuse(refusal);
            } else {
                answer(receive, taken);
            }
        }
    }

    /** A step never throws: another could not follow it. */
    private void answer(Receive receive, List<Held> taken) {
        try {
            receive.answer(taken);
        } catch (RuntimeException fault) {
            LOG.log(System.Logger.Level.ERROR, "consumer " + key + " can't answer", fault);
            notReached(taken);
            receive.refuse(ofFault(fault));
        }
    }

    /** Whether it still waits: the end of the consumer answers whatever does. */
    private synchronized boolean leaves(Receive receive) {
        lastCalledMillis = clock.millis();
        return waiting.remove(receive);
    }

    /** Takes what is there; why there is no more to come, if that is so. */
    private @Nullable BrokerException fill(List<Held> taken, int max) {
        try {
            while (taken.size() < max && held.room() > 0) {
                Delivery delivery = session.receiveNow();
                if (delivery == null) {
                    return endOfFlow();
                }
                taken.add(held.add(delivery));
            }
            return null;
        } catch (BrokerException refusal) {
            return refusal;
        } catch (RuntimeException fault) {
            LOG.log(System.Logger.Level.ERROR, "consumer " + key + " can't receive", fault);
            return ofFault(fault);
        }
    }

    private static BrokerException ofFault(RuntimeException fault) {
        return new BrokerException(ErrorCode.INTERNAL_ERROR, "a fault of the broker; its log has the cause", fault);
    }

    private @Nullable BrokerException endOfFlow() {
        String reason = flow.endReason();
        return reason.isEmpty()
                ? null
                : new BrokerException(ErrorCode.CONSUMER_ENDED, "consumer " + key.id() + " was ended: " + reason);
    }

    /** Messages that could not be written to their client: it has not seen them, and they return uncounted. */
    void notReached(List<Held> lost) {
        lost.stream().filter(held::withdraw).forEach(message -> session.giveBack(message.delivery()));
    }

    /**
     * A call begins; it ends with {@link #endCall}.
     *
     * @throws BrokerException if the consumer has ended
     */
    synchronized void beginCall() {
        throwIfEnded();
        calls++;
        lastCalledMillis = clock.millis();
    }

    void endCall() {
        boolean waits;
        boolean last;
        synchronized (this) {
            calls--;
            lastCalledMillis = clock.millis();
            waits = !waiting.isEmpty();
            last = end != null && calls == 0;
        }
        if (last) {
            session.close();
        }
        if (waits) {
            work.signal(); // what was settled may have made room
        }
    }

    private void throwIfEnded() {
        if (end != null) {
            throw end;
        }
    }

    /** Whether nobody has called it for as long as it wants to be called. */
    synchronized boolean isIdle() {
        return waiting.isEmpty() && calls == 0 && clock.millis() - lastCalledMillis >= idleMillis;
    }

    private void endForStop() {
        end(new BrokerException(ErrorCode.VPN_DOWN, "the server is stopping"));
    }

    /**
     * Ends it: what its client has and has not settled returns, counted. What is just being settled is settled first, so that nobody is
     * told that a message is accepted which comes again; then the last call ends the session. A second call does nothing.
     */
    void end(BrokerException reason) {
        List<Receive> left;
        boolean called;
        synchronized (this) {
            if (end != null) {
                return;
            }
            end = reason;
            left = List.copyOf(waiting);
            waiting.clear();
            called = calls > 0;
        }
        flow.close();
        if (!called) {
            session.close();
        }
        left.forEach(receive -> receive.refuse(reason));
    }
}
