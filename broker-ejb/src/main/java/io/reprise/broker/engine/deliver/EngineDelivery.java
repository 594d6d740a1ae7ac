package io.reprise.broker.engine.deliver;

import io.reprise.broker.engine.log.AckRef;
import io.reprise.broker.engine.log.MessageSlot;
import io.reprise.broker.model.delivery.DeadLetter;
import io.reprise.broker.model.delivery.Delivery;
import io.reprise.broker.model.endpoint.RedeliveryPolicy;
import io.reprise.broker.model.message.Message;
import io.reprise.broker.model.message.ReplicationGroupMsgId;
import io.reprise.broker.model.publish.CommitOutcome;
import io.reprise.broker.model.publish.PendingOutcome;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A message presented to a session, and how far its settlement is. Who wins the move out of {@code PRESENTED} settles it.
 * Thread-safe.
 */
public final class EngineDelivery implements Delivery {
    /** How far the settlement is; see docs/state-machine.md. */
    public enum Settlement {
        /** The application has it. */
        PRESENTED,
        /** In a unit handed over, outcome open. */
        SETTLING,
        /** In a unit handed over, to be released if that is rejected. */
        SETTLING_ELSE_RELEASE,
        /** Its attempt failed; on its way to be counted and offered again. */
        RELEASING,
        /** Acknowledged, released, given back, or taken away: nothing more can be done with it. */
        SETTLED;

        /** Where it may go from here. */
        public Set<Settlement> next() {
            return switch (this) {
                case PRESENTED -> EnumSet.of(SETTLING, RELEASING, SETTLED);
                case SETTLING -> EnumSet.of(PRESENTED, SETTLING_ELSE_RELEASE, SETTLED);
                case SETTLING_ELSE_RELEASE -> EnumSet.of(RELEASING, SETTLED);
                case RELEASING -> EnumSet.of(SETTLED);
                case SETTLED -> EnumSet.noneOf(Settlement.class);
            };
        }
    }

    private final EngineSession session;
    private final AckRef ref;
    private final MessageSlot slot;
    private final ReplicationGroupMsgId groupMsgId;
    private final Message message;
    private final long spooledTimeMillis;
    private final long expirationMillis;
    private final int deliveryCount;
    /** What must be in the log before it is presented; null if nothing must. */
    private final @Nullable Announcement mark;
    /** Application code has it, or has had it: a failure counts. */
    private volatile boolean presented;

    private volatile long presentedNanos;
    /** The log says that it was presented, or is about to. */
    private volatile boolean marked;
    /** Its consumer wants no further attempt at it. */
    private volatile boolean rejected;

    private final AtomicReference<Settlement> settlement = new AtomicReference<>(Settlement.PRESENTED);

    EngineDelivery(
            EngineSession session,
            AckRef ref,
            MessageSlot slot,
            ReplicationGroupMsgId groupMsgId,
            Message message,
            long spooledTimeMillis,
            long expirationMillis,
            int deliveryCount,
            @Nullable Announcement mark) {
        this.mark = mark;
        this.session = session;
        this.ref = ref;
        this.slot = slot;
        this.groupMsgId = groupMsgId;
        this.message = message;
        this.spooledTimeMillis = spooledTimeMillis;
        this.expirationMillis = expirationMillis;
        this.deliveryCount = deliveryCount;
    }

    @Override
    public Message message() {
        return message;
    }

    @Override
    public long msgId() {
        return ref.msgId();
    }

    @Override
    public ReplicationGroupMsgId replicationGroupMsgId() {
        return groupMsgId;
    }

    @Override
    public long spooledTimeMillis() {
        return spooledTimeMillis;
    }

    @Override
    public long expirationMillis() {
        return expirationMillis;
    }

    @Override
    public int deliveryCount() {
        return deliveryCount;
    }

    @Override
    public Optional<DeadLetter> deadLetter() {
        return Optional.ofNullable(slot.deadLetter());
    }

    /** One who is first makes the move; another than those of the table is a fault of ours. */
    private boolean move(Settlement from, Settlement to) {
        assert from.next().contains(to) : from + " to " + to;
        return settlement.compareAndSet(from, to);
    }

    /** What an acknowledgement of it names. */
    public AckRef ref() {
        return ref;
    }

    /** The message's directory slot on the endpoint. */
    public MessageSlot slot() {
        return slot;
    }

    /** How often its consumer lets it be delivered, and how long it waits after a failure, as said now. */
    public RedeliveryPolicy policy() {
        return session.flow().policy();
    }

    /** Application code gets it now. Under the dispatch's monitor. */
    void presentNow() {
        presentedNanos = System.nanoTime();
        presented = true;
    }

    /** Whether application code has it, or has had it. */
    boolean wasPresented() {
        return presented;
    }

    /** What must be in the log before it is presented; null if nothing must. */
    @Nullable
    Announcement mark() {
        return mark;
    }

    /** The log is to say that it is presented before it is. */
    void announced() {
        marked = true;
    }

    /** When it was presented, by {@link System#nanoTime}. */
    public long presentedNanos() {
        return presentedNanos;
    }

    /** Whether the application has it and has done nothing about it yet. */
    public boolean isPresented() {
        return settlement.get() == Settlement.PRESENTED;
    }

    /**
     * The committer is about to mark it in the log; false if that is not needed any more. Who gives it back afterwards finds it
     * marked: of the two, one sees the other's step.
     */
    public boolean beginMarking() {
        if (marked || !isPresented()) {
            return false;
        }
        marked = true;
        // In a unit by now: if that is rejected the application has it again, and it must be marked then.
        marked = isPresented();
        return marked;
    }

    /** The mark could not be written. */
    public void notMarked() {
        marked = false;
    }

    /** Whether its mark is in the log, or may be. */
    boolean isMarked() {
        return marked;
    }

    /** Whether its message was delivered anew since: as {@link HandOver} says. */
    public boolean isOvertaken() {
        return session.isOvertaken(this);
    }

    EngineSession session() {
        return session;
    }

    /** Begins to settle it; false if that was done before, and what was meant is void. */
    public boolean beginSettling() {
        return move(Settlement.PRESENTED, Settlement.SETTLING);
    }

    /**
     * The attempt failed: it is to be counted, and offered again; uncounted if nobody has seen it. With a unit still open that must wait: it is void if the unit
     * is stored. The second of two does nothing.
     */
    public PendingOutcome release() {
        return end(false);
    }

    /** As {@link #release}, and there is to be no further attempt. */
    public PendingOutcome reject() {
        return end(true);
    }

    private PendingOutcome end(boolean forGood) {
        if (!presented) {
            session.giveBack(this);
        } else if (move(Settlement.PRESENTED, Settlement.RELEASING)) {
            rejected = forGood;
            session.returning(this);
            return session.count(this);
        } else if (move(Settlement.SETTLING, Settlement.SETTLING_ELSE_RELEASE)) {
            session.returning(this);
        }
        return PendingOutcome.of(new CommitOutcome.Stored(0, 0));
    }

    /** Whether its consumer wants no further attempt at it, whatever its policy. */
    public boolean isRejected() {
        return rejected;
    }

    /** The unit it was in was rejected: the application still has it, or has let go of it meanwhile. Any thread. */
    public void settlingFailed() {
        if (move(Settlement.SETTLING, Settlement.PRESENTED)) {
            session.presentedAgain(this);
        } else if (move(Settlement.SETTLING_ELSE_RELEASE, Settlement.RELEASING)) {
            session.countSoon(this);
        }
    }

    /**
     * Its failed attempt could not be stored, or its mark not taken back: the message is offered again nevertheless. Any thread.
     *
     * @param counts whether the attempt counts
     */
    public void releasingFailed(boolean counts) {
        session.notReleased(this, counts);
    }

    /** Settled for good; whether this call did it. */
    public boolean settle() {
        return settlement.getAndSet(Settlement.SETTLED) != Settlement.SETTLED;
    }

    public Settlement settlement() {
        return Objects.requireNonNull(settlement.get());
    }

    @Override
    public String toString() {
        return "delivery of message " + ref.msgId() + ", attempt " + deliveryCount + ", " + settlement;
    }
}
