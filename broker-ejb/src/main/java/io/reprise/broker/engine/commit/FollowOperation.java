package io.reprise.broker.engine.commit;

import io.reprise.broker.model.publish.CommitOutcome;

/**
 * Keeps a direct message's place behind the publishes that were put in before it [LOG.md L28]: it changes nothing, and when it is settled
 * the entry they are in is told to the live side, or they were refused.
 */
final class FollowOperation extends Operation {
    private final Runnable then;

    FollowOperation(Runnable then, long timeoutMillis) {
        super(timeoutMillis);
        this.then = then;
    }

    @Override
    int intakeKib() {
        return 1;
    }

    @Override
    void settled(CommitOutcome how) {
        then.run();
    }
}
