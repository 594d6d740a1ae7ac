package io.reprise.broker.engine.deliver;

import io.reprise.broker.engine.log.AckRef;
import io.reprise.broker.engine.log.Lanes;
import io.reprise.broker.engine.log.MessageSlot;
import io.reprise.broker.engine.log.Placement;
import io.reprise.broker.engine.store.StoreUnavailableException;
import io.reprise.broker.model.delivery.DeathReason;
import io.reprise.broker.model.delivery.Delivery;
import io.reprise.broker.model.delivery.DeliverySession;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.message.Message;
import io.reprise.broker.model.message.MessageCodec;
import io.reprise.broker.model.message.ReplicationGroupMsgId;
import io.reprise.broker.model.publish.CommitOutcome;
import io.reprise.broker.model.publish.PendingOutcome;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One line of delivery. One thread receives; signals, settlements and the end come from any. Its state is in volatile fields;
 * what it holds in flight is guarded by the {@link DispatchMonitor}.
 */
final class EngineSession implements DeliverySession {
    private static final System.Logger LOG = System.getLogger(EngineSession.class.getName());
    private static final long NOTHING = -1;

    private final EndpointDispatch dispatch;
    private final HandOver handOver;
    private final EngineFlow flow;
    /** Null for one that wants all messages. */
    private final @Nullable SelectiveClaim selective;

    private final AtomicReference<@Nullable Runnable> wakeUp = new AtomicReference<>();
    private volatile @Nullable Thread parked;
    private volatile boolean signalled;
    private volatile boolean closed;

    EngineSession(EndpointDispatch dispatch, EngineFlow flow) {
        this.dispatch = dispatch;
        this.handOver = dispatch.handOver();
        this.flow = flow;
        SelectorScan scan = flow.scan();
        this.selective = scan == null ? null : new SelectiveClaim(dispatch, this, scan);
    }

    EngineFlow flow() {
        return flow;
    }

    @Override
    public @Nullable Delivery receive(Duration timeout) {
        return await(timeout, this::receiveNow);
    }

    @Override
    public @Nullable Delivery take(Duration timeout) {
        return await(timeout, this::takeNow);
    }

    private @Nullable Delivery await(Duration timeout, Supplier<@Nullable Delivery> now) {
        long deadlineNanos = System.nanoTime() + timeout.toNanos();
        while (true) {
            Delivery delivery = now.get();
            if (delivery != null || isOver()) {
                return delivery;
            }
            signalled = false;
            if (handOver.waits(this) && !park(deadlineNanos)) {
                handOver.stopWaiting(this);
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
            Delivery taken = takeNow();
            if (taken == null || presentOrGiveBack(taken)) {
                return taken;
            }
        }
    }

    private boolean presentOrGiveBack(Delivery taken) {
        boolean presented = false;
        try {
            presented = present(taken);
            return presented;
        } finally {
            if (!presented) {
                giveBack(taken);
            }
        }
    }

    @Override
    public @Nullable Delivery takeNow() {
        while (true) {
            if (isOver()) {
                return null;
            }
            long msgId = claim();
            if (msgId == NOTHING) {
                return null;
            }
            Delivery delivery = take(msgId);
            if (delivery != null) {
                return delivery;
            }
        }
    }

    @Override
    public boolean present(Delivery taken) {
        EngineDelivery own = (EngineDelivery) taken;
        Announcement mark = own.mark();
        if (mark != null) {
            own.announced();
            announce(mark, own);
        }
        return handOver.present(own);
    }

    private long claim() {
        return selective == null ? handOver.claim(this) : selective.claim();
    }

    /** Reads a claimed message; null if it can't be delivered: the next may. */
    private @Nullable Delivery take(long msgId) {
        boolean done = false;
        try {
            StoredContent stored = read(msgId);
            Message message = stored == null ? null : decode(stored);
            Delivery delivery = stored == null || message == null ? null : take(stored, message);
            done = true;
            return delivery;
        } finally {
            if (!done) {
                handOver.giveBack(this, msgId);
            }
        }
    }

    /** Reads a claimed message; null if it is damaged, or was taken away meanwhile. */
    private @Nullable StoredContent read(long msgId) {
        try {
            StoredContent stored = dispatch.context().reader().read(msgId);
            if (stored == null) {
                hold(msgId, "message " + msgId + " is on " + dispatch.config().label() + " but not in the log", null);
            }
            return stored;
        } catch (StoreUnavailableException e) {
            throw new BrokerException(
                    ErrorCode.DATABASE_UNAVAILABLE,
                    "message " + msgId + " on " + dispatch.config().label() + " could not be read: " + e.getMessage(),
                    e);
        } catch (RuntimeException e) {
            hold(msgId, String.valueOf(e.getMessage()), e);
            return null;
        }
    }

    private @Nullable Message decode(StoredContent stored) {
        try {
            return MessageCodec.decode(stored.content());
        } catch (RuntimeException e) {
            hold(stored.slot().msgId(), String.valueOf(e.getMessage()), e);
            return null;
        }
    }

    /** A damaged message is isolated; the rest goes on [LOG.md L11]. One taken away while it was read is no fault. */
    private void hold(long msgId, String what, @Nullable Throwable cause) {
        if (handOver.hold(this, msgId)) {
            LOG.log(System.Logger.Level.ERROR, "message held: " + what, cause);
        }
    }

    /** Takes a message that was read, unless its time has come. */
    private @Nullable Delivery take(StoredContent stored, Message message) {
        MessageSlot slot = stored.slot();
        Placement placement = dispatch.placement(slot);
        Outlook outlook = handOver.outlook(Lanes.priority(placement.lane()), slot.msgId());
        DeathReason death = death(placement, outlook);
        if (death != null) {
            if (dispatch.seizures().seizeClaimed(this, slot.msgId())) {
                tellIfLowered(slot.msgId(), outlook, death);
                dispatch.context().sink().die(dispatch, List.of(slot), death);
            }
            return null;
        }
        return take(slot, placement, outlook, message);
    }

    private void tellIfLowered(long msgId, Outlook outlook, DeathReason death) {
        int deliveries = outlook.attempts();
        int limit = flow.policy().maxDeliveries();
        if (death == DeathReason.REDELIVERY && deliveries > limit) {
            dispatch.context().sink().limitWasLowered(dispatch.config().label(), msgId, deliveries, limit);
        }
    }

    /** Why the message is not to be presented any more; null if it is. */
    private @Nullable DeathReason death(Placement placement, Outlook outlook) {
        long expirationMillis = placement.expirationMillis();
        if (expirationMillis != 0 && dispatch.context().clock().millis() >= expirationMillis) {
            return DeathReason.TTL;
        }
        return flow.policy().isExhausted(outlook.attempts()) ? DeathReason.REDELIVERY : null;
    }

    private @Nullable Delivery take(MessageSlot slot, Placement placement, Outlook outlook, Message message) {
        AckRef ref = dispatch.ref(slot.msgId(), slot.sizeBytes());
        int priority = Lanes.priority(placement.lane());
        int attempt = outlook.attempts() + 1;
        EngineDelivery delivery = new EngineDelivery(
                this,
                ref,
                slot,
                new ReplicationGroupMsgId(dispatch.context().originBits(), slot.rootMsgId()),
                message,
                slot.spooledTimeMillis(),
                placement.expirationMillis(),
                attempt,
                outlook.mustMark() ? new Announcement(ref, attempt, priority) : null);
        if (outlook.isBeyond()) {
            announce(new Announcement(ref, 0, priority), delivery);
        }
        return handOver.take(priority, delivery) ? delivery : null;
    }

    /**
     * Has the log say something first [LOG.md L24].
     *
     * @throws BrokerException if that is refused, or its outcome is not known: what it said may then have to be taken back there
     */
    private static void announce(Announcement announcement, EngineDelivery delivery) {
        CommitOutcome outcome = delivery.session()
                .dispatch
                .context()
                .sink()
                .announce(announcement)
                .await();
        if (outcome instanceof CommitOutcome.Rejected) {
            delivery.notMarked();
        }
        outcome.orThrow();
    }

    @Override
    public void whenAvailable(Runnable runnable) {
        wakeUp.set(runnable);
        if (!handOver.waits(this)) {
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
            handOver.stopWaiting(this);
        }
    }

    @Override
    public void release(Delivery delivery) {
        ((EngineDelivery) delivery).release();
    }

    void returning(EngineDelivery delivery) {
        handOver.returning(delivery, true);
    }

    boolean isOvertaken(EngineDelivery delivery) {
        return handOver.isOvertaken(delivery);
    }

    PendingOutcome count(EngineDelivery delivery) {
        return dispatch.context().sink().release(delivery);
    }

    /** The same from the committer's thread, which never puts anything into its own intake [LOG.md L5]. */
    void countSoon(EngineDelivery delivery) {
        try {
            dispatch.context().wakeUps().execute(() -> count(delivery));
        } catch (RejectedExecutionException e) {
            LOG.log(System.Logger.Level.WARNING, "the server is stopping; not counted: " + delivery, e);
            notReleased(delivery, true);
        }
    }

    /** The unit it was in was rejected: the application has it still, and so it is to be marked. */
    void presentedAgain(EngineDelivery delivery) {
        dispatch.context().sink().presented(delivery);
    }

    void notReleased(EngineDelivery delivery, boolean counts) {
        if (counts) {
            dispatch.feed().returned(delivery);
        } else {
            handOver.giveBackUnseen(delivery);
        }
    }

    @Override
    public void giveBack(Delivery delivery) {
        EngineDelivery own = (EngineDelivery) delivery;
        if (own.beginSettling()) {
            handOver.giveBack(own);
        }
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        flow.forget(this);
        handOver.leave(this);
        handOver.presentedTo(this).forEach(this::release);
        signal();
    }

    /** Whether nothing is presented here any more. */
    boolean isOver() {
        return closed || flow.isClosed();
    }
}
