package io.reprise.broker.engine.live;

import io.reprise.broker.engine.access.Revocable;
import io.reprise.broker.engine.client.ClientTally;
import io.reprise.broker.engine.live.Beginning.Chosen;
import io.reprise.broker.model.live.LiveEvent;
import io.reprise.broker.model.live.LiveRequest;
import io.reprise.broker.model.live.LiveStart;
import io.reprise.broker.model.live.LiveSubscription;
import io.reprise.broker.model.topic.TopicFilter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A live subscription: filled by the loop, emptied by its subscriber's thread, which does the reading. Thread-safe: guarded by its own
 * monitor, which is never held while something is read or anybody is called.
 */
final class LiveStream implements LiveSubscription, Revocable {
    static final int NOWHERE = -1;

    private static final System.Logger LOG = System.getLogger(LiveStream.class.getName());

    private enum State {
        /** Something can be polled, or may be. */
        ALIVE,
        /** Nothing more comes, but what is there can be polled. */
        ENDED,
        /** Nothing can be polled. */
        OVER
    }

    private final LiveRequest request;
    private final Runnable ready;
    private final StreamHost host;
    private final ClientTally client;
    private final StreamBuffer buffer;
    private final boolean isConflated;

    /** The loop's. */
    private int id = NOWHERE;

    private State state = State.ALIVE;
    private String endReason = "";
    private @Nullable Beginning beginning;
    private int next;
    private boolean hasNothing = true;
    private boolean isIntervalRunning;

    LiveStream(LiveRequest request, Runnable ready, StreamHost host, ClientTally client) {
        this.request = request;
        this.ready = ready;
        this.host = host;
        this.client = client;
        this.buffer = new StreamBuffer(request.bufferMessages(), request.bufferBytes());
        this.isConflated = !request.conflation().isZero();
        client.subscribed();
    }

    List<TopicFilter> filters() {
        return request.filters();
    }

    LiveStart start() {
        return request.start();
    }

    String clientName() {
        return request.clientName();
    }

    int id() {
        return id;
    }

    void joined(int newId) {
        id = newId;
    }

    synchronized boolean isAlive() {
        return state == State.ALIVE;
    }

    // ---- the loop ----

    /** What it gets first; whether it is to be {@link #signal}led. */
    synchronized boolean begin(Beginning chosen) {
        beginning = chosen;
        return state == State.ALIVE && hasSomething();
    }

    /** How a message was taken. */
    enum Taken {
        /** There is nothing to do. */
        QUIETLY,
        /** It is to be signalled. */
        SIGNAL,
        /** There is no room for it, and it may not be lost: the stream has ended, and is to be signalled. */
        ENDED
    }

    Taken offer(Update update) {
        boolean starts;
        Taken taken;
        synchronized (this) {
            if (state != State.ALIVE) {
                return Taken.QUIETLY;
            }
            long lostBefore = buffer.discarded();
            boolean hadRoom = isConflated ? buffer.conflate(update) : buffer.add(update);
            lost(buffer.discarded() - lostBefore);
            if (!hadRoom) {
                end("did not keep up: " + request.bufferMessages() + " messages or " + request.bufferBytes()
                        + " B of guaranteed messages wait for it");
                return Taken.ENDED;
            }
            starts = isConflated && !isIntervalRunning;
            isIntervalRunning |= starts;
            taken = !buffer.isEmpty() && hasSomething() ? Taken.SIGNAL : Taken.QUIETLY;
        }
        if (starts) {
            host.releaseLater(this, request.conflation().toMillis());
        }
        return taken;
    }

    private void lost(long directMessages) {
        if (directMessages > 0) {
            host.lost(directMessages);
            client.directDiscarded(directMessages);
        }
    }

    /** The interval is over. */
    void release() {
        boolean isReady;
        synchronized (this) {
            isIntervalRunning = false;
            isReady = state != State.OVER && buffer.release() && hasSomething();
        }
        if (isReady) {
            signal();
        }
    }

    /** Ends it; what is there can still be polled. Whether that was new; then it is to be signalled. */
    synchronized boolean end(String reason) {
        if (state != State.ALIVE) {
            return false;
        }
        state = State.ENDED;
        endReason = reason;
        buffer.release();
        return true;
    }

    @Override
    public synchronized boolean isOver() {
        return state != State.ALIVE;
    }

    @Override
    public void revoke(String reason) {
        if (end(reason)) {
            signal();
        }
    }

    /** Tells its subscriber that there is something. Without any lock. */
    void signal() {
        try {
            ready.run();
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.WARNING, "live subscriber '" + request.clientName() + "' failed when told", e);
        }
    }

    private boolean hasSomething() {
        boolean was = hasNothing;
        hasNothing = false;
        return was;
    }

    // ---- its subscriber ----

    @Override
    public @Nullable LiveEvent poll() {
        try {
            Object taken = take();
            while (taken != null) {
                LiveEvent event = read(taken);
                if (event != null) {
                    if (event instanceof LiveEvent.Received received) {
                        client.handed(received.message().guaranteed());
                    }
                    return event;
                }
                taken = take();
            }
        } catch (BrokenStreamException e) {
            LOG.log(e.level(), "live subscriber '" + request.clientName() + "' ends", e);
            breakOff(String.valueOf(e.getMessage()));
        }
        return null;
    }

    /** A message to be read, or an event; null if there is nothing. */
    private synchronized @Nullable Object take() {
        Object taken = state == State.OVER ? null : takeNext();
        hasNothing = taken == null;
        return taken;
    }

    private @Nullable Object takeNext() {
        Beginning first = beginning;
        if (first == null) {
            return null;
        }
        int size = first.messages().size();
        if (next < size) {
            return first.messages().get(next++);
        }
        if (next == size) {
            next++;
            if (first.recovery() != null) {
                return new LiveEvent.Recovered(first.recovery());
            }
        }
        if (next == size + 1) {
            next++;
            beginning = new Beginning(List.of(), null, 0);
            next = 2;
            return new LiveEvent.Begun(first.covers());
        }
        return buffer.poll();
    }

    private @Nullable LiveEvent read(Object taken) {
        if (taken instanceof Chosen chosen) {
            return host.read(chosen, this::laterFollows);
        }
        if (taken instanceof Update update) {
            return host.read(update, takeDiscarded());
        }
        if (taken instanceof LiveEvent.Recovered recovered) {
            host.recovered(recovered.complete());
        }
        return (LiveEvent) taken;
    }

    private synchronized boolean laterFollows(String topic) {
        return buffer.hasLater(topic);
    }

    private synchronized long takeDiscarded() {
        return buffer.takeDiscarded();
    }

    /** Ends it here: what would follow has a hole before it. */
    private void breakOff(String reason) {
        synchronized (this) {
            if (state == State.OVER) {
                return;
            }
            endReason = reason;
            over();
        }
        host.leaves(this);
        signal();
    }

    /** Once. */
    private void over() {
        client.unsubscribed();
        state = State.OVER;
        beginning = null;
        buffer.clear();
    }

    @Override
    public synchronized boolean isEnded() {
        return state == State.OVER
                || (state == State.ENDED
                        && buffer.isEmpty()
                        && (beginning == null || next >= beginning.messages().size() + 2));
    }

    @Override
    public synchronized String endReason() {
        return endReason;
    }

    @Override
    public void close() {
        synchronized (this) {
            if (state == State.OVER) {
                return;
            }
            over();
        }
        host.leaves(this);
    }
}
