package io.reprise.broker.engine.commit;

import io.reprise.broker.model.message.Message;
import io.reprise.broker.model.publish.CommitOutcome;

/**
 * Keeps a direct message's place behind the publishes that were put in before it [LOG.md L28]: it changes nothing, and when it is settled
 * the entry they are in is told to the live side, or they were refused.
 */
final class FollowOperation extends Operation {
    private final Message direct;
    private final Runnable then;
    private final Runnable lost;
    /** The committer's. */
    private boolean hasHadItsTurn;

    /**
     * @param then is run when it has had its turn
     * @param lost is run if it never has: there is no room to wait, or the end comes
     */
    FollowOperation(Message direct, Runnable then, Runnable lost, long timeoutMillis) {
        super(timeoutMillis);
        this.direct = direct;
        this.then = then;
        this.lost = lost;
    }

    String subject() {
        return direct.topic().text();
    }

    /** What was put in before it is in the draft, or on disk, or refused. The committer's. */
    void inItsTurn() {
        hasHadItsTurn = true;
    }

    @Override
    int intakeKib() {
        return 1 + direct.sizeBytes() / 1024;
    }

    @Override
    void settled(CommitOutcome how) {
        (hasHadItsTurn ? then : lost).run();
    }
}
