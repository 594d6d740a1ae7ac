package io.reprise.broker.engine.deliver;

/** What happened on an endpoint since the broker started. Guarded by its {@link EndpointDispatch}. */
public final class DispatchCounters {
    long accepted;
    long acknowledged;
    long redelivered;
    long expired;
    long discarded;
    long rejected;

    public long accepted() {
        return accepted;
    }

    public long acknowledged() {
        return acknowledged;
    }

    public long redelivered() {
        return redelivered;
    }

    public long expired() {
        return expired;
    }

    /** Refused silently. */
    public long discarded() {
        return discarded;
    }

    /** Refused to their publishers. */
    public long rejected() {
        return rejected;
    }

    DispatchCounters copy() {
        DispatchCounters copy = new DispatchCounters();
        copy.accepted = accepted;
        copy.acknowledged = acknowledged;
        copy.redelivered = redelivered;
        copy.expired = expired;
        copy.discarded = discarded;
        copy.rejected = rejected;
        return copy;
    }
}
