package io.reprise.broker.ra.outbound;

import io.reprise.broker.ra.jms.ConnectionBranch;
import io.reprise.broker.ra.xa.Branch;
import io.reprise.broker.ra.xa.BranchParticipant;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A managed connection's part in branches. The connection is opened when it is first used, so a branch may be joined before: its seat
 * is taken over by the connection then. Thread-safe.
 */
final class ConnectionParticipant implements BranchParticipant {
    private @Nullable ConnectionBranch seat;
    private @Nullable Branch joined;

    /** The connection has been opened. */
    synchronized void opened(Supplier<ConnectionBranch> opening) {
        ConnectionBranch opened = opening.get();
        seat = opened;
        if (joined != null) {
            opened.join(joined.unit());
        }
    }

    /** Whether what is sent or received now is in a branch. */
    synchronized boolean isJoined() {
        return joined != null;
    }

    @Override
    public synchronized void join(Branch branch) {
        if (joined == branch) {
            return;
        }
        if (joined != null) {
            throw new IllegalStateException("the connection is in another branch");
        }
        if (seat != null) {
            seat.join(branch.unit());
        }
        joined = branch;
    }

    @Override
    public synchronized void leave() {
        joined = null;
        if (seat != null) {
            seat.leave();
        }
    }

    @Override
    public void settled(Branch branch) {
        ConnectionBranch told = seat();
        if (told != null) {
            told.settled(branch.unit());
        }
    }

    @Override
    public void returned(Branch branch) {
        ConnectionBranch told = seat();
        if (told != null) {
            told.returned(branch.unit());
        }
    }

    private synchronized @Nullable ConnectionBranch seat() {
        return seat;
    }
}
