package io.reprise.broker.engine.deliver;

/** What happened on an endpoint since the broker started. Guarded by its {@link EndpointDispatch}. */
final class DispatchCounters {
    long accepted;
    long acknowledged;
    long redelivered;
    long expired;
    long discarded;
    long rejected;

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
