package io.reprise.broker.ra.fake;

import io.reprise.broker.model.delivery.BindRequest;
import io.reprise.broker.model.delivery.Delivery;
import io.reprise.broker.model.delivery.DeliverySession;
import io.reprise.broker.model.delivery.Flow;
import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.endpoint.EndpointSettings;
import io.reprise.broker.model.management.EndpointView;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A queue in memory with as many consumers as like; released messages return to their place, counted. Thread-safe. */
public final class MemoryQueue {
    private final TreeMap<Long, MemoryDelivery> ready = new TreeMap<>();
    private final Map<Long, MemoryDelivery> inFlight = new LinkedHashMap<>();
    private final List<Runnable> wakeUps = new ArrayList<>();
    private final List<BindRequest> binds = new ArrayList<>();
    private int releases;
    private int givenBack;
    private int openFlows;
    private int openSessions;
    private String endReason = "";
    private @Nullable EndpointView view;

    synchronized void describe(EndpointView described) {
        view = described;
    }

    synchronized EndpointView view(EndpointKind kind, String name) {
        return view == null ? new EndpointView(kind, name, EndpointSettings.defaults(kind), List.of(), 1) : view;
    }

    synchronized void offer(MemoryDelivery delivery) {
        ready.put(delivery.msgId(), delivery);
        wake();
    }

    synchronized void settle(Delivery delivery) {
        inFlight.remove(delivery.msgId());
        notifyAll();
    }

    synchronized void release(Delivery delivery) {
        MemoryDelivery mine = inFlight.remove(delivery.msgId());
        if (mine != null) {
            releases++;
            offer(mine.again());
        }
    }

    private synchronized void giveBack(Delivery delivery) {
        MemoryDelivery mine = inFlight.remove(delivery.msgId());
        if (mine != null) {
            givenBack++;
            offer(mine);
        }
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

    synchronized Flow bind(BindRequest request) {
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
            synchronized (MemoryQueue.this) {
                openSessions++;
            }
            return new MemorySession(this);
        }

        @Override
        public boolean isActive() {
            return true;
        }

        @Override
        public String endReason() {
            synchronized (MemoryQueue.this) {
                return endReason;
            }
        }

        @Override
        public void close() {
            synchronized (MemoryQueue.this) {
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
            synchronized (MemoryQueue.this) {
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
                TimeUnit.NANOSECONDS.timedWait(MemoryQueue.this, nanos);
                return true;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
        }

        @Override
        public @Nullable Delivery receiveNow() {
            synchronized (MemoryQueue.this) {
                if (flow.closed || !endReason.isEmpty() || ready.isEmpty()) {
                    return null;
                }
                MemoryDelivery next = ready.pollFirstEntry().getValue();
                inFlight.put(next.msgId(), next);
                return next;
            }
        }

        @Override
        public void whenAvailable(Runnable wakeUp) {
            synchronized (MemoryQueue.this) {
                wakeUps.add(wakeUp);
                if (!ready.isEmpty() || !endReason.isEmpty()) {
                    wake();
                }
            }
        }

        @Override
        public void release(Delivery delivery) {
            MemoryQueue.this.release(delivery);
        }

        @Override
        public void giveBack(Delivery delivery) {
            MemoryQueue.this.giveBack(delivery);
        }

        @Override
        public void close() {
            synchronized (MemoryQueue.this) {
                if (!closed) {
                    closed = true;
                    openSessions--;
                }
            }
        }
    }
}
