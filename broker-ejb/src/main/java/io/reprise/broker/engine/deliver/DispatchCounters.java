package io.reprise.broker.engine.deliver;

import io.reprise.broker.engine.log.Effect.Removal;

/** What happened on an endpoint since the broker started. Guarded by its {@link DispatchMonitor}. */
public final class DispatchCounters {
    long accepted;
    long acknowledged;
    long redelivered;
    long expired;
    long undeliverable;
    long consumerRejected;
    long overflowed;
    long retried;
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

    /** Delivered as often as they may be, and gone. */
    public long undeliverable() {
        return undeliverable;
    }

    /** Rejected by their consumers, and gone. */
    public long consumerRejected() {
        return consumerRejected;
    }

    /** Gone as the oldest where there was no room. */
    public long overflowed() {
        return overflowed;
    }

    /** Sent back from here to where they died. */
    public long retried() {
        return retried;
    }

    /** A message left the endpoint. */
    void removed(Removal reason) {
        switch (reason) {
            case ACKNOWLEDGED -> acknowledged++;
            case EXPIRED -> expired++;
            case REDELIVERY_LIMIT -> undeliverable++;
            case REJECTED -> consumerRejected++;
            case OVERFLOW -> overflowed++;
            case RETRIED -> retried++;
            case REPLACED, PURGED -> {}
        }
    }

    /** Refused silently. */
    public long discarded() {
        return discarded;
    }

    /** Refused to their publishers. */
    public long rejected() {
        return rejected;
    }

    /** Those of another endpoint are added to these. */
    void add(DispatchCounters others) {
        accepted += others.accepted;
        acknowledged += others.acknowledged;
        redelivered += others.redelivered;
        expired += others.expired;
        undeliverable += others.undeliverable;
        consumerRejected += others.consumerRejected;
        overflowed += others.overflowed;
        retried += others.retried;
        discarded += others.discarded;
        rejected += others.rejected;
    }

    DispatchCounters copy() {
        DispatchCounters copy = new DispatchCounters();
        copy.accepted = accepted;
        copy.acknowledged = acknowledged;
        copy.redelivered = redelivered;
        copy.expired = expired;
        copy.undeliverable = undeliverable;
        copy.consumerRejected = consumerRejected;
        copy.overflowed = overflowed;
        copy.retried = retried;
        copy.discarded = discarded;
        copy.rejected = rejected;
        return copy;
    }
}
