package io.reprise.broker.engine.commit;

import io.reprise.broker.model.publish.BranchId;
import java.util.List;

/**
 * The second phase of a branch. For a commit the bodies of its messages come along, read from the prepare's entry by the
 * caller's thread [LOG.md L26].
 */
final class DecideOperation extends Operation {
    private final BranchId branch;
    private final boolean commit;
    private final List<BranchBody> bodies;

    DecideOperation(BranchId branch, boolean commit, List<BranchBody> bodies, long timeoutMillis) {
        super(timeoutMillis);
        this.branch = branch;
        this.commit = commit;
        this.bodies = bodies;
    }

    BranchId branch() {
        return branch;
    }

    boolean isCommit() {
        return commit;
    }

    List<BranchBody> bodies() {
        return bodies;
    }

    @Override
    int entryBytes() {
        int bytes = 256;
        for (BranchBody body : bodies) {
            bytes += 128 + body.content().length;
        }
        return bytes;
    }
}
