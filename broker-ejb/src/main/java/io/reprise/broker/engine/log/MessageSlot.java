package io.reprise.broker.engine.log;

import java.util.List;

/**
 * One message in an entry's directory: all that routing, filtering, expiry and recovery need without its body [LOG.md L11].
 *
 * @param msgId its id
 * @param topic where it was published to
 * @param sizeBytes what quotas count
 * @param priority 0–9, as published
 * @param persistent whether it was published persistent (else non-persistent)
 * @param logged whether the replay log holds it
 * @param spooledTimeMillis when the broker took it in
 * @param senderExpirationMillis when its publisher lets it expire, milliseconds of the epoch; 0 = never
 * @param subjectSeq its number on its subject [spec 3]; 0 until subjects are counted
 * @param placements which endpoints got it
 * @param body where its bytes are
 */
public record MessageSlot(
        long msgId,
        String topic,
        int sizeBytes,
        int priority,
        boolean persistent,
        boolean logged,
        long spooledTimeMillis,
        long senderExpirationMillis,
        long subjectSeq,
        List<Placement> placements,
        BodyLocation body) {

    /** The same message elsewhere, as compaction moves it [LOG.md L16]. */
    public MessageSlot withBody(BodyLocation moved) {
        return new MessageSlot(
                msgId,
                topic,
                sizeBytes,
                priority,
                persistent,
                logged,
                spooledTimeMillis,
                senderExpirationMillis,
                subjectSeq,
                placements,
                moved);
    }
}
