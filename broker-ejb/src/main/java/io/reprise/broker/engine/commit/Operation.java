package io.reprise.broker.engine.commit;

import io.reprise.broker.model.publish.CommitOutcome;
import io.reprise.broker.model.publish.PendingOutcome;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Something put to the committer, on its way QUEUED → TAKEN → SETTLED [LOG.md L5]. The caller's thread makes and awaits it,
 * the committer takes and settles it; its state is one atomic.
 */
abstract sealed class Operation implements PendingOutcome
        permits UnitOperation,
                PrepareOperation,
                DecideOperation,
                ReleaseOperation,
                DecidedOperation,
                DeathOperation,
                RetryOperation,
                RemoveOperation,
                WaitNoLongerOperation,
                StartReplayOperation,
                FeedOperation,
                EndReplayOperation,
                CopyOperation,
                PromoteOperation,
                FollowOperation,
                SnapshotOperation,
                ConfigurationOperation,
                BoundaryTask {
    private final AtomicReference<OperationState> state = new AtomicReference<>(OperationState.QUEUED);
    private final long timeoutNanos;
    private volatile @Nullable CommitOutcome outcome;
    private volatile @Nullable Thread waiter;
    private @Nullable Listener listener;
    /** Until when it may wait for room in the replay log; the committer's. */
    private long waitsUntilNanos;

    private boolean waits;

    private record Listener(Executor executor, Consumer<CommitOutcome> consumer) {}

    /**
     * @param timeoutMillis how long {@link #await} waits at most
     */
    Operation(long timeoutMillis) {
        this.timeoutNanos = timeoutMillis * 1_000_000;
    }

    /** About how many bytes it adds to an entry. */
    int entryBytes() {
        return 64;
    }

    /** What it costs of the intake's bound; 0 for what is not bounded. */
    int intakeKib() {
        return 0;
    }

    /** It waits for room in the replay log; from when it did so first, if it does again. The committer's. */
    final void waitAtMost(long nanos) {
        if (!waits) {
            waits = true;
            waitsUntilNanos = System.nanoTime() + nanos;
        }
    }

    /** How long it may still wait. The committer's. */
    final long waitsForNanos(long nowNanos) {
        return waitsUntilNanos - nowNanos;
    }

    /** The committer takes it; false if it was withdrawn. */
    final boolean take() {
        return state.compareAndSet(OperationState.QUEUED, OperationState.TAKEN);
    }

    /** Withdraws it if it was not taken yet; then nothing of it happens. */
    final boolean withdraw(CommitOutcome instead) {
        if (!state.compareAndSet(OperationState.QUEUED, OperationState.SETTLED)) {
            return false;
        }
        finish(instead);
        return true;
    }

    /** The committer says how it ended; the first word stands. */
    final void settle(CommitOutcome how) {
        if (state.getAndSet(OperationState.SETTLED) != OperationState.SETTLED) {
            finish(how);
        }
    }

    /** Messages that their sender believes accepted, and that are lost as its entry failed; told once. The committer's. */
    int lostMessages() {
        return 0;
    }

    /** What else is to be done when it is settled; on the committer's thread, or the withdrawing one. */
    void settled(CommitOutcome how) {}

    /** The draft that it was in is on disk and told, or thrown away; also if it was settled before. On the committer's thread. */
    void over() {}

    private void finish(CommitOutcome how) {
        settled(how);
        Listener told;
        synchronized (this) {
            outcome = how;
            told = listener;
        }
        Thread waiting = waiter;
        if (waiting != null) {
            LockSupport.unpark(waiting);
        }
        if (told != null) {
            tell(told, how);
        }
    }

    @Override
    public final CommitOutcome await() {
        CommitOutcome done = outcome;
        return done != null ? done : park();
    }

    private CommitOutcome park() {
        long deadlineNanos = System.nanoTime() + timeoutNanos;
        boolean interrupted = false;
        waiter = Thread.currentThread();
        try {
            while (true) {
                CommitOutcome done = outcome;
                if (done != null) {
                    return done;
                }
                long left = deadlineNanos - System.nanoTime();
                if (left <= 0) {
                    return timedOut();
                }
                LockSupport.parkNanos(this, left);
                interrupted |= Thread.interrupted();
            }
        } finally {
            waiter = null;
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private CommitOutcome timedOut() {
        CommitOutcome.Rejected late = Outcomes.notItsTurn(timeoutNanos / 1_000_000);
        if (withdraw(late)) {
            return late;
        }
        CommitOutcome done = outcome;
        return done != null ? done : Outcomes.unknownAfter(timeoutNanos / 1_000_000);
    }

    @Override
    public final void whenSettled(Executor executor, Consumer<CommitOutcome> consumer) {
        Listener added = new Listener(executor, consumer);
        CommitOutcome done;
        synchronized (this) {
            done = outcome;
            listener = added;
        }
        if (done != null) {
            tell(added, done);
        }
    }

    private static void tell(Listener told, CommitOutcome how) {
        try {
            told.executor().execute(() -> told.consumer().accept(how));
        } catch (RejectedExecutionException e) {
            System.getLogger(Operation.class.getName())
                    .log(System.Logger.Level.DEBUG, "listener's executor refused", e);
        }
    }
}
