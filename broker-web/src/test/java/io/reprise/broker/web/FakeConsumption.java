package io.reprise.broker.web;

import io.reprise.broker.model.delivery.BindRequest;
import io.reprise.broker.model.delivery.Delivery;
import io.reprise.broker.model.delivery.DeliverySession;
import io.reprise.broker.model.delivery.Flow;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.message.Message;
import io.reprise.broker.model.message.ReplicationGroupMsgId;
import io.reprise.broker.model.publish.CommitOutcome;
import io.reprise.broker.model.publish.PendingOutcome;
import io.reprise.broker.model.replay.ReplayRange;
import io.reprise.broker.model.replay.ReplayRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * An endpoint in memory that keeps the promises of flows and sessions: what is there is presented in order, a failed attempt counts, what
 * is given back does not. What happened is written down. Thread-safe.
 */
public final class FakeConsumption {
    private final TreeMap<Long, Entry> free = new TreeMap<>();
    private final List<Line> lines = new ArrayList<>();
    private final List<BindRequest> binds = new ArrayList<>();
    private final List<String> events = new ArrayList<>();
    private long lastId;
    private @Nullable BrokerException refusal;
    private @Nullable BrokerException failure;
    private @Nullable BrokerException presentRefusal;
    private @Nullable CommitOutcome settlingRefused;
    private boolean dies = true;

    private record Entry(Message message, int attempts) {}

    private record Presented(long msgId, Message message, int deliveryCount) implements Delivery {
        @Override
        public ReplicationGroupMsgId replicationGroupMsgId() {
            return new ReplicationGroupMsgId(FakeVpn.ORIGIN, msgId);
        }

        @Override
        public long spooledTimeMillis() {
            return 5_000;
        }

        @Override
        public long expirationMillis() {
            return 0;
        }
    }

    /** A message arrives. */
    public void put(Message message) {
        List<Runnable> wakeUps;
        synchronized (this) {
            free.put(++lastId, new Entry(message, 0));
            wakeUps = wakeUps();
        }
        wakeUps.forEach(Runnable::run);
    }

    /** Binds are refused from now on. */
    public synchronized void refuseBinds(BrokerException with) {
        refusal = with;
    }

    /** Reading a message fails from now on. */
    public synchronized void failReads(BrokerException with) {
        failure = with;
    }

    /** Nothing can be presented from now on; null takes that back. */
    public synchronized void refusePresenting(@Nullable BrokerException with) {
        presentRefusal = with;
    }

    /** So the attempts end that fail from now on, and none is counted; null takes that back. */
    public synchronized void refuseSettling(@Nullable CommitOutcome with) {
        settlingRefused = with;
    }

    /** There is nowhere to go with what dies. */
    public synchronized void keepWhatDies() {
        dies = false;
    }

    /** The broker ends every flow. */
    public void end(String reason) {
        List<Runnable> wakeUps;
        synchronized (this) {
            lines.forEach(line -> line.endReason = reason);
            wakeUps = wakeUps();
        }
        wakeUps.forEach(Runnable::run);
    }

    /** E.g. {@code accepted 1}, {@code failed 2}, {@code returned 3}, {@code closed}. */
    public synchronized List<String> events() {
        return List.copyOf(events);
    }

    public synchronized List<BindRequest> binds() {
        return List.copyOf(binds);
    }

    /** Whether a flow is bound that was not closed. */
    public synchronized boolean isAnyOpen() {
        return lines.stream().anyMatch(line -> !line.closed);
    }

    /** How many sessions wait to be told. */
    public synchronized long waiting() {
        return lines.stream().filter(line -> line.wakeUp != null).count();
    }

    synchronized Flow bind(BindRequest request) {
        if (refusal != null) {
            throw refusal;
        }
        binds.add(request);
        Line line = new Line();
        lines.add(line);
        return new Bound(line);
    }

    synchronized void acknowledged(Delivery delivery) {
        for (Line line : lines) {
            if (line.presented.remove(delivery)) {
                events.add("accepted " + delivery.msgId());
            }
        }
    }

    PendingOutcome fail(Delivery delivery) {
        Line line = lineOf(delivery);
        CommitOutcome refused = refused();
        line.back(delivery, refused == null ? "failed" : "refused", delivery.deliveryCount());
        return PendingOutcome.of(refused == null ? new CommitOutcome.Stored(0, 0) : refused);
    }

    PendingOutcome reject(Delivery delivery) {
        synchronized (this) {
            if (settlingRefused == null && dies && lineOf(delivery).presented.remove(delivery)) {
                events.add("died " + delivery.msgId());
                return PendingOutcome.of(new CommitOutcome.Stored(0, 1));
            }
        }
        return fail(delivery);
    }

    private synchronized @Nullable CommitOutcome refused() {
        return settlingRefused;
    }

    private synchronized Line lineOf(Delivery delivery) {
        return lines.stream()
                .filter(line -> line.presented.contains(delivery))
                .findFirst()
                .orElseThrow();
    }

    private List<Runnable> wakeUps() {
        List<Runnable> result = new ArrayList<>();
        for (Line line : lines) {
            if (line.wakeUp != null) {
                result.add(line.wakeUp);
                line.wakeUp = null;
            }
        }
        return result;
    }

    /** A flow of one session. Guarded by the endpoint. */
    private final class Bound implements Flow {
        private final Line line;

        Bound(Line line) {
            this.line = line;
        }

        @Override
        public DeliverySession openSession() {
            return line;
        }

        @Override
        public boolean isActive() {
            return true;
        }

        @Override
        public Optional<ReplayRange> startReplay(String replayId, ReplayRequest request) {
            throw new AssertionError("HTTP asks for replays elsewhere");
        }

        @Override
        public String endReason() {
            synchronized (FakeConsumption.this) {
                return line.endReason;
            }
        }

        /** What was presented may still be settled. */
        @Override
        public void close() {
            synchronized (FakeConsumption.this) {
                line.closed = true;
            }
        }
    }

    /** A flow's one session. Guarded by the endpoint. */
    private final class Line implements DeliverySession {
        private final List<Delivery> presented = new ArrayList<>();
        private @Nullable Runnable wakeUp;
        private String endReason = "";
        private boolean closed;
        private boolean told;

        @Override
        public @Nullable Delivery receive(Duration timeout) {
            throw new AssertionError("a request holds no thread");
        }

        @Override
        public @Nullable Delivery receiveNow() {
            synchronized (FakeConsumption.this) {
                if (failure != null && !free.isEmpty()) {
                    throw new BrokerException(ErrorCode.DATABASE_UNAVAILABLE, String.valueOf(failure.getMessage()));
                }
                if (closed || !endReason.isEmpty() || free.isEmpty()) {
                    return null;
                }
                var first = free.pollFirstEntry();
                Delivery delivery = new Presented(
                        first.getKey(),
                        first.getValue().message(),
                        first.getValue().attempts() + 1);
                presented.add(delivery);
                return delivery;
            }
        }

        @Override
        public boolean present(Delivery taken) {
            synchronized (FakeConsumption.this) {
                if (presentRefusal != null) {
                    throw presentRefusal;
                }
                return true;
            }
        }

        @Override
        public void whenAvailable(Runnable told) {
            boolean now;
            synchronized (FakeConsumption.this) {
                now = !free.isEmpty() || !endReason.isEmpty() || closed;
                wakeUp = now ? null : told;
            }
            if (now) {
                told.run();
            }
        }

        @Override
        public void release(Delivery delivery) {
            back(delivery, "failed", delivery.deliveryCount());
        }

        @Override
        public void giveBack(Delivery delivery) {
            back(delivery, "returned", delivery.deliveryCount() - 1);
        }

        private void back(Delivery delivery, String what, int attempts) {
            List<Runnable> wakeUps = List.of();
            synchronized (FakeConsumption.this) {
                if (presented.remove(delivery)) {
                    events.add(what + " " + delivery.msgId());
                    free.put(delivery.msgId(), new Entry(delivery.message(), attempts));
                    wakeUps = wakeUps();
                }
            }
            wakeUps.forEach(Runnable::run);
        }

        @Override
        public void close() {
            List<Delivery> left;
            synchronized (FakeConsumption.this) {
                if (!told) {
                    events.add("closed");
                }
                told = true;
                closed = true;
                left = List.copyOf(presented);
            }
            left.forEach(this::release);
        }
    }
}
