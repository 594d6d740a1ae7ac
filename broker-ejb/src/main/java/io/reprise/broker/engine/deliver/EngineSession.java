package io.reprise.broker.engine.deliver;

import io.reprise.broker.engine.log.AckRef;
import io.reprise.broker.engine.log.MessageSlot;
import io.reprise.broker.engine.log.Placement;
import io.reprise.broker.engine.store.StoreUnavailableException;
import io.reprise.broker.model.delivery.Delivery;
import io.reprise.broker.model.delivery.DeliverySession;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.message.MessageCodec;
import io.reprise.broker.model.message.ReplicationGroupMsgId;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * One line of delivery. One thread receives; signals, settlements and the end come from any. Its state is in volatile fields;
 * what it holds in flight is the {@link EndpointDispatch}'s.
 */
final class EngineSession implements DeliverySession {
    private static final System.Logger LOG = System.getLogger(EngineSession.class.getName());
    private static final long NOTHING = -1;

    private final EndpointDispatch dispatch;
    private final EngineFlow flow;
    /** Null for one that wants all messages. */
    private final @Nullable SelectiveClaim selective;

    private final AtomicReference<@Nullable Runnable> wakeUp = new AtomicReference<>();
    private volatile @Nullable Thread parked;
    private volatile boolean signalled;
    private volatile boolean closed;

    EngineSession(EndpointDispatch dispatch, EngineFlow flow) {
        this.dispatch = dispatch;
        this.flow = flow;
        SelectorScan scan = flow.scan();
        this.selective = scan == null ? null : new SelectiveClaim(dispatch, this, scan);
    }

    EngineFlow flow() {
        return flow;
    }

    @Override
    public @Nullable Delivery receive(Duration timeout) {
        long deadlineNanos = System.nanoTime() + timeout.toNanos();
        while (true) {
            Delivery delivery = receiveNow();
            if (delivery != null || isOver()) {
                return delivery;
            }
            signalled = false;
            if (dispatch.waits(this) && !park(deadlineNanos)) {
                dispatch.stopWaiting(this);
                return null;
            }
        }
    }

    /** Waits for a signal; false when the time is over or the thread was interrupted. */
    private boolean park(long deadlineNanos) {
        parked = Thread.currentThread();
        try {
            while (!signalled) {
                long left = deadlineNanos - System.nanoTime();
                if (left <= 0 || Thread.currentThread().isInterrupted()) {
                    return false;
                }
                LockSupport.parkNanos(this, left);
            }
            return true;
        } finally {
            parked = null;
        }
    }

    @Override
    public @Nullable Delivery receiveNow() {
        while (true) {
            if (isOver()) {
                return null;
            }
            long msgId = claim();
            if (msgId == NOTHING) {
                return null;
            }
            Delivery delivery = present(msgId);
            if (delivery != null) {
                return delivery;
            }
        }
    }

    private long claim() {
        return selective == null ? dispatch.claim(this) : selective.claim();
    }

    /** Reads a claimed message and presents it; null if it can't be: the next may. */
    private @Nullable Delivery present(long msgId) {
        boolean done = false;
        try {
            Delivery delivery = presentRead(msgId);
            done = true;
            return delivery;
        } catch (StoreUnavailableException e) {
            throw new BrokerException(
                    ErrorCode.DATABASE_UNAVAILABLE,
                    "message " + msgId + " on " + dispatch.config().label() + " could not be read: " + e.getMessage(),
                    e);
        } catch (RuntimeException e) {
            // A damaged message is isolated; the rest goes on [LOG.md L11]. One taken away while it was read is no
            // fault.
            done = true;
            if (dispatch.hold(this, msgId)) {
                LOG.log(System.Logger.Level.ERROR, "message held: " + e.getMessage(), e);
            }
            return null;
        } finally {
            if (!done) {
                dispatch.giveBack(this, msgId);
            }
        }
    }

    private @Nullable Delivery presentRead(long msgId) {
        StoredContent stored = dispatch.context().reader().read(msgId);
        if (stored == null) {
            throw new BrokerException(
                    ErrorCode.CORRUPT_BODY,
                    "message " + msgId + " is on " + dispatch.config().label() + " but not in the log");
        }
        MessageSlot slot = stored.slot();
        AckRef ref = dispatch.ref(msgId, slot.sizeBytes());
        long expirationMillis = expirationMillis(slot);
        if (expirationMillis != 0 && dispatch.context().clock().millis() >= expirationMillis) {
            if (dispatch.seizeClaimed(this, msgId)) {
                dispatch.context().sink().expire(dispatch, ref);
            }
            return null;
        }
        EngineDelivery delivery = new EngineDelivery(
                this,
                ref,
                new ReplicationGroupMsgId(dispatch.context().originBits(), msgId),
                MessageCodec.decode(stored.content()),
                slot.spooledTimeMillis(),
                expirationMillis,
                dispatch.attempts(msgId) + 1);
        return dispatch.present(msgId, delivery) ? delivery : null;
    }

    private long expirationMillis(MessageSlot slot) {
        for (Placement placement : slot.placements()) {
            if (placement.endpointId() == dispatch.config().id()) {
                return placement.expirationMillis();
            }
        }
        return 0;
    }

    @Override
    public void whenAvailable(Runnable runnable) {
        wakeUp.set(runnable);
        if (!dispatch.waits(this)) {
            runWakeUp();
        }
    }

    /** Something may be there for it, or its flow has ended. Any thread; never under the dispatch's monitor. */
    void signal() {
        signalled = true;
        Thread waiter = parked;
        if (waiter != null) {
            LockSupport.unpark(waiter);
        }
        runWakeUp();
    }

    private void runWakeUp() {
        Runnable runnable = wakeUp.getAndSet(null);
        if (runnable == null) {
            return;
        }
        try {
            dispatch.context().wakeUps().execute(runnable);
        } catch (RejectedExecutionException e) {
            // The server is stopping or has no thread: whoever else waits may have one.
            LOG.log(System.Logger.Level.DEBUG, "wake-up refused", e);
            dispatch.stopWaiting(this);
        }
    }

    @Override
    public void release(Delivery delivery) {
        ((EngineDelivery) delivery).release();
    }

    void returning(EngineDelivery delivery) {
        dispatch.returning(delivery);
    }

    void count(EngineDelivery delivery) {
        dispatch.context().sink().release(delivery);
    }

    /** The same from the committer's thread, which never puts anything into its own intake [LOG.md L5]. */
    void countSoon(EngineDelivery delivery) {
        try {
            dispatch.context().wakeUps().execute(() -> count(delivery));
        } catch (RejectedExecutionException e) {
            LOG.log(System.Logger.Level.WARNING, "the server is stopping; not counted: " + delivery, e);
            notCounted(delivery);
        }
    }

    void notCounted(EngineDelivery delivery) {
        dispatch.returned(this, delivery.msgId(), delivery.deliveryCount());
    }

    @Override
    public void giveBack(Delivery delivery) {
        EngineDelivery own = (EngineDelivery) delivery;
        if (own.beginSettling()) {
            dispatch.giveBack(this, own.msgId());
        }
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        flow.forget(this);
        dispatch.leave(this);
        dispatch.presentedTo(this).forEach(this::release);
        signal();
    }

    /** Whether nothing is presented here any more. */
    boolean isOver() {
        return closed || flow.isClosed();
    }
}
