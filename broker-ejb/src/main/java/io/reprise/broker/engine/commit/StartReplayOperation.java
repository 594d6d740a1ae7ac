package io.reprise.broker.engine.commit;

/** A replay is to begin; decided in an entry of its own, so that what comes before it and after it is plain [LOG.md L21]. */
final class StartReplayOperation extends Operation implements PendingReplay {
    private final ReplayOrder order;
    /** Written by the committer, before the operation is settled. */
    private boolean spent;

    StartReplayOperation(ReplayOrder order, long timeoutMillis) {
        super(timeoutMillis);
        this.order = order;
    }

    ReplayOrder order() {
        return order;
    }

    /** A request of that name was accepted before: nothing is done. */
    void isSpent() {
        spent = true;
    }

    @Override
    public boolean wasSpent() {
        return spent;
    }
}
