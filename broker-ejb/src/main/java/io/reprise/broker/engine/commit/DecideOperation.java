package io.reprise.broker.engine.commit;

import io.reprise.broker.engine.log.BranchId;
import io.reprise.broker.engine.log.BodyLocation;
import java.util.List;

/**
 * The second phase of a branch. For a commit the bodies of its messages come along, read from the prepare's entry by the
 * caller's thread [LOG.md L26].
 */
final class DecideOperation extends Operation {
    /**
     * A body for the commit's own entry.
     *
     * @param content the bytes; empty if {@code uploaded}
     * @param uploaded where they were uploaded anew; {@link BodyLocation#NOWHERE} if they go into the entry
     */
    record Body(byte[] content, BodyLocation uploaded) {}

    private final BranchId branch;
    private final boolean commit;
    private final List<Body> bodies;

    DecideOperation(BranchId branch, boolean commit, List<Body> bodies, long timeoutMillis) {
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

    List<Body> bodies() {
        return bodies;
    }

    @Override
    int entryBytes() {
        int bytes = 256;
        for (Body body : bodies) {
            bytes += 128 + body.content().length;
        }
        return bytes;
    }
}
