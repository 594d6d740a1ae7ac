package io.reprise.broker.ra.xa;

import io.reprise.broker.model.publish.WorkUnit;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;

/**
 * What one transaction does in one VPN: the unit that is committed whole or not at all, who put work into it, and how far it is.
 * Thread-safe; no lock is held while a participant or the engine is called.
 */
public final class Branch {
    private static final Logger LOG = System.getLogger(Branch.class.getName());

    private final BranchRegistry registry;
    private final BranchName id;
    private final WorkUnit unit = new WorkUnit();
    private final List<BranchParticipant> participants = new ArrayList<>(2);
    private BranchState state = BranchState.ACTIVE;
    private boolean commitTried;

    Branch(BranchRegistry registry, BranchName id) {
        this.registry = registry;
        this.id = id;
    }

    BranchName id() {
        return id;
    }

    /** The work; filled by one participant at a time while the branch is active. */
    public WorkUnit unit() {
        return unit;
    }

    public synchronized BranchState state() {
        return state;
    }

    /** From now on it can only be rolled back; without effect once it is being decided. */
    public synchronized void markRollbackOnly() {
        if (state == BranchState.ACTIVE) {
            move(BranchState.ROLLBACK_ONLY);
        }
    }

    /**
     * Ends a branch that its transaction manager has forgotten: one still active comes to nothing, so that whatever comes later finds
     * it rolled back; one being decided is waited for. Interrupts are kept for after the wait.
     *
     * @return its state now: final, prepared, or prepared perhaps
     */
    public BranchState conclude() {
        boolean abandoned;
        BranchState result;
        synchronized (this) {
            awaitDecision();
            abandoned = state == BranchState.ACTIVE || state == BranchState.ROLLBACK_ONLY;
            if (abandoned) {
                move(BranchState.ROLLED_BACK);
            }
            result = state;
        }
        if (abandoned) {
            registry.forget(this);
            tell(BranchParticipant::returned);
        }
        return result;
    }

    /** Lets a participant in; false if the branch is past taking work. */
    boolean admit(BranchParticipant participant) {
        synchronized (this) {
            if (state != BranchState.ACTIVE && state != BranchState.ROLLBACK_ONLY) {
                return false;
            }
            if (!participants.contains(participant)) {
                participants.add(participant);
            }
        }
        participant.join(this);
        return true;
    }

    /**
     * Takes the right to decide, if the branch is in one of the given states.
     *
     * @return the state it had; if that is none of the given ones nothing has changed
     */
    synchronized BranchState beginDecision(Set<BranchState> from) {
        BranchState before = state;
        if (from.contains(before)) {
            move(BranchState.DECIDING);
        }
        return before;
    }

    /** Ends the decision for now: the branch stays to be decided. */
    synchronized void undecided(BranchState next) {
        move(next);
    }

    /** Remembers that the engine was asked to commit it; whether it was before. */
    synchronized boolean commitTried() {
        boolean before = commitTried;
        commitTried = true;
        return before;
    }

    /** The end, with the engine holding the deliveries. */
    void settle(BranchState end) {
        registry.forget(this);
        synchronized (this) {
            move(end);
        }
        tell(BranchParticipant::settled);
    }

    /** The end, with the deliveries going back by their participants. */
    void giveUp(BranchState end) {
        registry.forget(this);
        synchronized (this) {
            move(end);
        }
        tell(BranchParticipant::returned);
    }

    private void move(BranchState next) {
        if (!state.mayBecome(next)) {
            throw new IllegalStateException("branch " + id + " is " + state + ", cannot become " + next);
        }
        state = next;
        notifyAll();
    }

    private void awaitDecision() {
        boolean interrupted = false;
        while (state == BranchState.DECIDING) {
            try {
                wait();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void tell(BiConsumer<BranchParticipant, Branch> news) {
        List<BranchParticipant> all;
        synchronized (this) {
            all = List.copyOf(participants);
        }
        for (BranchParticipant participant : all) {
            tell(participant, news);
        }
    }

    /** Nothing but the outcome may come out of an XAResource [LOG.md L25]. */
    private void tell(BranchParticipant participant, BiConsumer<BranchParticipant, Branch> news) {
        try {
            news.accept(participant, this);
        } catch (RuntimeException e) {
            LOG.log(Level.ERROR, "branch " + id + " is " + state() + ", its participant failed to take notice", e);
        }
    }
}
