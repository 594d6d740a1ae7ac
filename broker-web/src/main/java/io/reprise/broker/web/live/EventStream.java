package io.reprise.broker.web.live;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.live.LiveEvent;
import io.reprise.broker.model.live.LiveRequest;
import io.reprise.broker.model.live.LiveSubjects;
import io.reprise.broker.model.live.LiveSubscription;
import io.reprise.broker.web.work.SerialWork;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * A subscriber by server-sent events (spec 3.4). No thread is its own: it writes when there is something and the connection takes it,
 * else the subscription's buffer holds it. It polls no more than it can write, so that a reader who does not read is a slow one to the
 * broker and to nobody else. Thread-safe; writing is a {@link SerialWork}.
 */
final class EventStream implements LiveConnection, WriteListener {
    private static final System.Logger LOG = System.getLogger(EventStream.class.getName());

    /** Others get their turn after so many events. */
    private static final int BURST = 64;

    private final StreamFrames frames;
    private final LiveConnections connections;
    private final SerialWork work;
    private volatile boolean started;
    private volatile boolean aliveDue = true;
    private @Nullable LiveSubscription subscription;
    private @Nullable AsyncContext context;
    private @Nullable ServletOutputStream out;
    private boolean unflushed;
    private boolean closed;

    EventStream(StreamFrames frames, LiveConnections connections, Executor executor) {
        this.frames = frames;
        this.connections = connections;
        this.work = new SerialWork(executor, this::step, () -> close("the server is stopping"));
    }

    /**
     * Subscribes; nothing is written before {@link #start}.
     *
     * @throws BrokerException as subscribing does, or TOO_MANY_CONNECTIONS; then nothing has happened
     */
    void subscribe(LiveSubjects live, LiveRequest request) {
        connections.add(this);
        try {
            hold(live.subscribe(request, work::signal));
        } catch (RuntimeException refused) {
            connections.remove(this);
            throw refused;
        }
    }

    /** Begins to write as soon as the request's own thread is through. */
    void start(AsyncContext asyncContext, ServletOutputStream output) {
        if (take(asyncContext, output)) {
            output.setWriteListener(this);
        } else {
            asyncContext.complete();
        }
    }

    private synchronized void hold(LiveSubscription made) {
        subscription = made;
        if (closed) {
            made.close();
        }
    }

    private synchronized boolean take(AsyncContext asyncContext, ServletOutputStream output) {
        if (closed) {
            return false;
        }
        context = asyncContext;
        out = output;
        return true;
    }

    @Override
    public void onWritePossible() {
        started = true;
        work.signal();
    }

    @Override
    public void tick() {
        aliveDue = true;
        work.signal();
    }

    private void step() {
        LiveSubscription from;
        ServletOutputStream to;
        synchronized (this) {
            from = subscription;
            to = out;
            if (!started || closed || from == null || to == null) {
                return;
            }
        }
        try {
            write(from, to);
        } catch (IOException | RuntimeException broken) {
            LOG.log(System.Logger.Level.DEBUG, "a live stream broke off", broken);
            close("it broke off");
        }
    }

    private void write(LiveSubscription from, ServletOutputStream to) throws IOException {
        for (int written = 0; written < BURST; written++) {
            if (!to.isReady()) {
                closeIf(!from.endReason().isEmpty(), from);
                return;
            }
            byte[] next = next(from);
            if (next == null) {
                flush(to);
                closeIf(from.isEnded(), from);
                return;
            }
            to.write(next);
            unflushed = true;
        }
        work.signal();
    }

    private byte @Nullable [] next(LiveSubscription from) {
        if (aliveDue) {
            aliveDue = false;
            return EventText.alive();
        }
        for (LiveEvent event = from.poll(); event != null; event = from.poll()) {
            Optional<StreamFrame> frame = frames.of(event);
            if (frame.isPresent()) {
                return EventText.of(frame.get());
            }
        }
        return null;
    }

    private void flush(ServletOutputStream to) throws IOException {
        if (unflushed) {
            unflushed = false;
            to.flush();
        }
    }

    /** What was not written is recovered by the connection that follows. */
    private void closeIf(boolean ended, LiveSubscription from) {
        if (ended) {
            close(from.endReason());
        }
    }

    @Override
    public void close(String reason) {
        if (leaves()) {
            LOG.log(System.Logger.Level.DEBUG, "a live stream ends: {0}", reason);
            AsyncContext toEnd = context();
            if (toEnd != null) {
                complete(toEnd);
            }
        }
    }

    private static void complete(AsyncContext toEnd) {
        try {
            toEnd.complete();
        } catch (IllegalStateException | RejectedExecutionException ended) {
            LOG.log(System.Logger.Level.DEBUG, "the server was first to end a live stream", ended);
        }
    }

    /** Frees everything but the connection itself; whether that was still to do. */
    private boolean leaves() {
        synchronized (this) {
            if (closed) {
                return false;
            }
            closed = true;
            if (subscription != null) {
                subscription.close();
            }
        }
        connections.remove(this);
        return true;
    }

    private synchronized @Nullable AsyncContext context() {
        return context;
    }

    @Override
    public void onError(Throwable broken) {
        LOG.log(System.Logger.Level.DEBUG, "a live stream broke off", broken);
        close("it broke off");
    }
}
