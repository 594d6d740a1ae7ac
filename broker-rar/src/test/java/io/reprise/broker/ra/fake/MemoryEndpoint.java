package io.reprise.broker.ra.fake;

import io.reprise.broker.model.delivery.BindRequest;
import io.reprise.broker.model.delivery.Browse;
import io.reprise.broker.model.delivery.Delivery;
import io.reprise.broker.model.delivery.DeliverySession;
import io.reprise.broker.model.delivery.Flow;
import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.management.EndpointView;
import io.reprise.broker.model.replay.ReplayRange;
import io.reprise.broker.model.replay.ReplayRequest;
import io.reprise.broker.model.topic.TopicName;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A queue or topic endpoint in memory; released messages return to their place, counted, and so does what a closing session has not
 * settled. Thread-safe.
 */
public final class MemoryEndpoint {
    private final TreeMap<Long, MemoryDelivery> ready = new TreeMap<>();
    private final Map<Long, InFlight> inFlight = new LinkedHashMap<>();
    private final List<Runnable> wakeUps = new ArrayList<>();
    private final List<BindRequest> binds = new ArrayList<>();
    private final MemoryReplays replays = new MemoryReplays();
    private int releases;
    private int givenBack;
    private int openFlows;
    private int openSessions;
    private String endReason = "";
    private EndpointView view;

    /** What was presented, and by whom; a prepared branch holds it without a session. */
    private record InFlight(
            MemoryDelivery delivery, @Nullable MemorySession by) {}

    MemoryEndpoint(EndpointView view) {
        this.view = view;
    }

    synchronized void describe(EndpointView described) {
        view = described;
    }

    public synchronized EndpointView view() {
        return view;
    }

    synchronized boolean attracts(TopicName topic) {
        return (view.kind() == EndpointKind.QUEUE && topic.equals(TopicName.queueTopic(view.name())))
                || view.subscriptions().stream().anyMatch(filter -> filter.matches(topic));
    }

    synchronized void offer(MemoryDelivery delivery) {
        ready.put(delivery.msgId(), delivery);
        wake();
    }

    synchronized void settle(Delivery delivery) {
        inFlight.remove(delivery.msgId());
        notifyAll();
    }

    synchronized boolean holds(Delivery delivery) {
        InFlight mine = inFlight.get(delivery.msgId());
        return mine != null && mine.delivery() == delivery;
    }

    synchronized void prepare(Delivery delivery) {
        inFlight.computeIfPresent(delivery.msgId(), (id, mine) -> new InFlight(mine.delivery(), null));
    }

    synchronized void release(Delivery delivery) {
        InFlight mine = inFlight.remove(delivery.msgId());
        if (mine != null) {
            releases++;
            offer(mine.delivery().again());
        }
    }

    private synchronized void giveBack(Delivery delivery) {
        InFlight mine = inFlight.remove(delivery.msgId());
        if (mine != null) {
            givenBack++;
            offer(mine.delivery());
        }
    }

    private synchronized void releaseAllOf(MemorySession session) {
        List.copyOf(inFlight.values()).stream()
                .filter(mine -> mine.by() == session)
                .forEach(mine -> release(mine.delivery()));
    }

    synchronized int purge() {
        int purged = ready.size();
        ready.clear();
        return purged;
    }

    /** Ends every flow, as a deletion does. */
    public synchronized void end(String reason) {
        endReason = reason;
        wake();
    }

    /** Takes flows again. */
    public synchronized void revive() {
        endReason = "";
    }

    /** What waits, in order. */
    public synchronized List<MemoryDelivery> waiting() {
        return List.copyOf(ready.values());
    }

    public synchronized int readyCount() {
        return ready.size();
    }

    public synchronized int inFlightCount() {
        return inFlight.size();
    }

    public synchronized int releases() {
        return releases;
    }

    public synchronized int givenBack() {
        return givenBack;
    }

    public synchronized int openFlows() {
        return openFlows;
    }

    public synchronized int openSessions() {
        return openSessions;
    }

    public synchronized List<BindRequest> binds() {
        return List.copyOf(binds);
    }

    /** What its consumers asked to be replayed. */
    public MemoryReplays replays() {
        return replays;
    }

    /** Of the selectors it knows those that are none. */
    Browse browse(String selector) {
        requireSelector(selector);
        Iterator<MemoryDelivery> messages = waiting().iterator();
        return () -> messages.hasNext() ? messages.next() : null;
    }

    private static void requireSelector(String selector) {
        if (selector.contains("= =")) {
            throw new BrokerException(ErrorCode.INVALID_SELECTOR, "selector \"" + selector + "\"");
        }
    }

    synchronized Flow bind(BindRequest request) {
        if (openFlows >= view.settings().maxBindCount()) {
            throw new BrokerException(ErrorCode.MAX_BIND_COUNT_REACHED, view.name() + ": " + openFlows + " consumers");
        }
        requireSelector(request.selector());
        binds.add(request);
        openFlows++;
        return new MemoryFlow();
    }

    private void wake() {
        notifyAll();
        List<Runnable> all = List.copyOf(wakeUps);
        wakeUps.clear();
        all.forEach(Runnable::run);
    }

    private final class MemoryFlow implements Flow {
        private boolean closed;

        @Override
        public DeliverySession openSession() {
            synchronized (MemoryEndpoint.this) {
                openSessions++;
            }
            return new MemorySession(this);
        }

        @Override
        public boolean isActive() {
            synchronized (MemoryEndpoint.this) {
                return !closed;
            }
        }

        @Override
        public Optional<ReplayRange> startReplay(String replayId, ReplayRequest request) {
            return replays.start(replayId, request, openSessions());
        }

        @Override
        public String endReason() {
            synchronized (MemoryEndpoint.this) {
                return endReason;
            }
        }

        @Override
        public void close() {
            synchronized (MemoryEndpoint.this) {
                if (!closed) {
                    closed = true;
                    openFlows--;
                    wake();
                }
            }
        }
    }

    private final class MemorySession implements DeliverySession {
        private final MemoryFlow flow;
        private boolean closed;

        MemorySession(MemoryFlow flow) {
            this.flow = flow;
        }

        @Override
        public @Nullable Delivery receive(Duration timeout) {
            long deadline = System.nanoTime() + timeout.toNanos();
            synchronized (MemoryEndpoint.this) {
                Delivery next = receiveNow();
                while (next == null && canWait(deadline)) {
                    next = receiveNow();
                }
                return next;
            }
        }

        private boolean canWait(long deadline) {
            long nanos = deadline - System.nanoTime();
            if (nanos <= 0 || flow.closed || !endReason.isEmpty()) {
                return false;
            }
            try {
                TimeUnit.NANOSECONDS.timedWait(MemoryEndpoint.this, nanos);
                return true;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
        }

        @Override
        public @Nullable Delivery receiveNow() {
            synchronized (MemoryEndpoint.this) {
                if (flow.closed || !endReason.isEmpty() || ready.isEmpty()) {
                    return null;
                }
                MemoryDelivery next = ready.pollFirstEntry().getValue();
                inFlight.put(next.msgId(), new InFlight(next, this));
                return next;
            }
        }

        @Override
        public void whenAvailable(Runnable wakeUp) {
            synchronized (MemoryEndpoint.this) {
                wakeUps.add(wakeUp);
                if (!ready.isEmpty() || !endReason.isEmpty()) {
                    wake();
                }
            }
        }

        @Override
        public void release(Delivery delivery) {
            MemoryEndpoint.this.release(delivery);
        }

        @Override
        public void giveBack(Delivery delivery) {
            MemoryEndpoint.this.giveBack(delivery);
        }

        @Override
        public void close() {
            synchronized (MemoryEndpoint.this) {
                if (!closed) {
                    closed = true;
                    openSessions--;
                    releaseAllOf(this);
                }
            }
        }
    }
}
