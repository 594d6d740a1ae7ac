package io.reprise.broker.engine.deliver;

import io.reprise.broker.engine.log.MessageSlot;
import io.reprise.broker.model.delivery.DeathReason;
import io.reprise.broker.model.publish.PendingOutcome;
import java.util.List;

/** Where delivery puts what must become durable: the committer's intake. Never blocks; any thread, also under a lock. */
public interface SettlementSink {
    /** An attempt failed: count it, then offer the message again, or let it die; one message was stored if it died. */
    PendingOutcome release(EngineDelivery delivery);

    /** A delivery that may be marked in the log was seen by nobody: take its mark back, then offer the message again. */
    void takeBack(EngineDelivery delivery);

    /** A delivery began: mark it in the log if it lasts [LOG.md L24]. */
    void presented(EngineDelivery delivery);

    /** Have the log say so before a message is presented [LOG.md L24]. */
    PendingOutcome announce(Announcement announced);

    /** Messages seized from {@code seizedFrom} have died: they go to a dead message queue, or away, or are held. */
    PendingOutcome die(EndpointDispatch seizedFrom, List<MessageSlot> messages, DeathReason reason);

    /** A message dies now since its consumer's limit was lowered below its count [spec 4.3]. */
    void limitWasLowered(String endpoint, long msgId, int deliveries, int limit);

    /** A message was presented for the first time, so long after it was taken in; copies of a replay apart. */
    void delivered(long millis);
}
