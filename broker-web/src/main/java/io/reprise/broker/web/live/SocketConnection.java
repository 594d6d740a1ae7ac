package io.reprise.broker.web.live;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.publish.CommitOutcome;
import io.reprise.broker.web.work.SerialWork;
import jakarta.websocket.CloseReason;
import java.time.InstantSource;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * A client over a WebSocket (spec 3.4): each subject or filter it wants is a subscription of its own, all of them in turn. One frame is
 * under way at a time; the next is looked for when it is through, so that a client who does not read is a slow one to the broker and to
 * nobody else. Thread-safe; sending is a {@link SerialWork}.
 */
final class SocketConnection implements LiveConnection {
    private static final System.Logger LOG = System.getLogger(SocketConnection.class.getName());

    /** Others get their turn after so many frames. */
    private static final int BURST = 64;

    private final SocketOutlet outlet;
    private final SocketVpn vpn;
    private final InstantSource clock;
    private final LiveConnections connections;
    private final Executor executor;
    private final SerialWork work;
    private final SocketSubscriptions subscriptions = new SocketSubscriptions();
    private final SocketReplies replies = new SocketReplies();
    private boolean sending;
    private boolean closed;

    SocketConnection(
            SocketOutlet outlet, SocketVpn vpn, InstantSource clock, LiveConnections connections, Executor executor) {
        this.outlet = outlet;
        this.vpn = vpn;
        this.clock = clock;
        this.connections = connections;
        this.executor = executor;
        this.work = new SerialWork(executor, this::step, () -> close("the server is stopping"));
    }

    /** A frame of the client; one at a time. */
    void received(String text) {
        @Nullable FrameFields fields = null;
        try {
            fields = FrameFields.read(text);
            apply(ClientFrames.read(fields), fields);
        } catch (BrokerException refusal) {
            reply(SocketStatus.refused(fields, refusal));
        } catch (RuntimeException fault) {
            LOG.log(System.Logger.Level.ERROR, "a frame of a WebSocket", fault);
            reply(SocketStatus.refused(
                    fields,
                    new BrokerException(ErrorCode.INTERNAL_ERROR, "a fault of the broker; its log has the cause")));
        }
    }

    private void apply(ClientFrame frame, FrameFields fields) {
        if (frame instanceof ClientFrame.Subscribe subscribe) {
            subscribe(subscribe);
            reply(SocketStatus.of(fields, subscribe.subject(), "SUBSCRIBED"));
        } else if (frame instanceof ClientFrame.Unsubscribe unsubscribe) {
            drop(unsubscribe.subject());
            reply(SocketStatus.of(fields, unsubscribe.subject(), "UNSUBSCRIBED"));
        } else if (frame instanceof ClientFrame.Publish publish) {
            publish(publish, fields);
        }
    }

    /** Subscribing twice to a subject is a no-op (spec 3.2). */
    private synchronized void subscribe(ClientFrame.Subscribe frame) {
        if (closed || subscriptions.has(frame.subject())) {
            return;
        }
        subscriptions.requireRoom();
        long origin = vpn.origin();
        StreamStart start = frame.start(origin);
        subscriptions.add(new SocketSubscription(
                frame.subject(), vpn.subscribe(frame, start, work::signal), new StreamFrames(origin, start.status())));
        work.signal();
    }

    private synchronized void drop(String subject) {
        subscriptions.remove(subject);
    }

    private void publish(ClientFrame.Publish frame, FrameFields fields) {
        long now = clock.millis();
        String closure = frame.closureAt(now);
        try {
            vpn.publish(
                    frame.message(now),
                    executor,
                    outcome -> reply(SocketStatus.published(fields, answer(frame.subject(), closure, outcome))));
        } catch (BrokerException refusal) {
            reply(SocketStatus.published(fields, ProduceAnswer.refused(frame.subject(), closure, refusal)));
        }
    }

    private static ProduceAnswer answer(String subject, String closure, CommitOutcome outcome) {
        try {
            outcome.orThrow();
            return ProduceAnswer.ok(subject, closure);
        } catch (BrokerException refusal) {
            return ProduceAnswer.refused(subject, closure, refusal);
        }
    }

    private void reply(String status) {
        boolean taken;
        synchronized (this) {
            taken = closed || replies.add(status);
        }
        if (taken) {
            work.signal();
        } else {
            close(CloseReason.CloseCodes.VIOLATED_POLICY, "answers are not read");
        }
    }

    @Override
    public void tick() {
        synchronized (this) {
            replies.aliveDue();
        }
        work.signal();
    }

    private void step() {
        try {
            for (int sent = 0; sent < BURST; sent++) {
                String frame = next();
                if (frame == null) {
                    closeIfEnded();
                    return;
                }
                outlet.send(frame, this::sent, this::gone);
            }
            work.signal();
        } catch (RuntimeException broken) {
            LOG.log(System.Logger.Level.DEBUG, "a WebSocket broke off", broken);
            close("it broke off");
        }
    }

    /** The next frame, which is under way from now on; null if there is none, or one is under way. */
    private synchronized @Nullable String next() {
        if (closed || sending) {
            return null;
        }
        String frame = replies.next();
        if (frame == null) {
            frame = subscriptions.next();
        }
        sending = frame != null;
        return frame;
    }

    private void sent() {
        synchronized (this) {
            sending = false;
        }
        work.signal();
    }

    /**
     * A subscription that the broker has ended takes the connection with it, so that all of it is recovered; when the frame under way is through:
     * a close would overtake it. A peer that takes none is cut off as an idle one.
     */
    private void closeIfEnded() {
        String reason;
        synchronized (this) {
            reason = sending ? "" : subscriptions.ended();
        }
        if (!reason.isEmpty()) {
            close(reason);
        }
    }

    @Override
    public void close(String reason) {
        close(CloseReason.CloseCodes.TRY_AGAIN_LATER, reason);
    }

    private void close(CloseReason.CloseCode code, String reason) {
        if (leaves()) {
            LOG.log(System.Logger.Level.DEBUG, "a WebSocket ends: {0}", reason);
            outlet.close(code, reason);
        }
    }

    /** The connection is no more. */
    void gone() {
        leaves();
    }

    private boolean leaves() {
        synchronized (this) {
            if (closed) {
                return false;
            }
            closed = true;
            subscriptions.closeAll();
        }
        connections.remove(this);
        return true;
    }
}
