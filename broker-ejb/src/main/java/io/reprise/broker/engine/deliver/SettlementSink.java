package io.reprise.broker.engine.deliver;

import io.reprise.broker.engine.log.AckRef;

/** Where delivery puts what must become durable: the committer's intake. Never blocks; any thread, also under a lock. */
public interface SettlementSink {
    /** An attempt failed: count it, then offer the message again. */
    void release(EngineDelivery delivery);

    /** The time to live of a message seized from {@code endpoint} ended: remove it. */
    void expire(EndpointDispatch endpoint, AckRef ref);
}
