package io.reprise.broker.engine.log;

import io.reprise.broker.model.delivery.DeadLetter;
import io.reprise.broker.model.live.SubjectPosition;
import java.util.List;
import org.jspecify.annotations.Nullable;

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
 * @param subject its place on its subject [spec 3]; of a direct one that of the newest guaranteed one before it; {@code NONE} of what
 *     was sent to a queue
 * @param placements which endpoints got it
 * @param body where its bytes are
 * @param dmqEligible false if its publisher said that it is not to be kept when it dies [spec 4.3]
 * @param deliveryTimeMillis when its publisher lets it be delivered, milliseconds of the epoch; 0 = at once
 * @param direct whether it was published direct: promoted, or stored as its subject's snapshot
 * @param alias what it stands for, if it was moved to or from a dead message queue [LOG.md L13]; its body is the other's
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
        SubjectPosition subject,
        List<Placement> placements,
        BodyLocation body,
        boolean dmqEligible,
        long deliveryTimeMillis,
        boolean direct,
        @Nullable Alias alias) {

    /** A guaranteed message as it was published to a queue, which may go to a dead message queue. */
    public MessageSlot(
            long msgId,
            String topic,
            int sizeBytes,
            int priority,
            boolean persistent,
            boolean logged,
            long spooledTimeMillis,
            long senderExpirationMillis,
            List<Placement> placements,
            BodyLocation body) {
        this(
                msgId,
                topic,
                sizeBytes,
                priority,
                persistent,
                logged,
                spooledTimeMillis,
                senderExpirationMillis,
                SubjectPosition.NONE,
                placements,
                body,
                true,
                0,
                false,
                null);
    }

    /** The same message elsewhere, as compaction moves it [LOG.md L16]. */
    public MessageSlot withBody(BodyLocation moved) {
        return with(msgId, subject, moved);
    }

    /** The same message with the id that an entry gives it. */
    public MessageSlot accepted(long id) {
        return with(id, subject, body);
    }

    /** The same message at a place on its subject. */
    public MessageSlot onSubject(SubjectPosition position) {
        return with(msgId, position, body);
    }

    private MessageSlot with(long otherId, SubjectPosition otherPosition, BodyLocation otherBody) {
        return new MessageSlot(
                otherId,
                topic,
                sizeBytes,
                priority,
                persistent,
                logged,
                spooledTimeMillis,
                senderExpirationMillis,
                otherPosition,
                placements,
                otherBody,
                dmqEligible,
                deliveryTimeMillis,
                direct,
                alias);
    }

    /**
     * The same message moved to another endpoint: in no log, and without a body of its own.
     *
     * @param senderExpiration when its publisher lets it expire there, milliseconds of the epoch; 0 = never
     */
    public MessageSlot moved(Placement target, long senderExpiration, Alias as) {
        return new MessageSlot(
                0,
                topic,
                sizeBytes,
                priority,
                persistent,
                false,
                spooledTimeMillis,
                senderExpiration,
                subject,
                List.of(target),
                BodyLocation.NOWHERE,
                dmqEligible,
                deliveryTimeMillis,
                direct,
                as);
    }

    /** How long its publisher lets it live, milliseconds; 0 = for ever. */
    public long ttlMillis() {
        return senderExpirationMillis == 0 ? 0 : Math.max(1, senderExpirationMillis - spooledTimeMillis);
    }

    /** The id under which its body lies. */
    public long rootMsgId() {
        return alias == null ? msgId : alias.rootMsgId();
    }

    /** What it tells of its death; null if it is on no dead message queue. */
    public @Nullable DeadLetter deadLetter() {
        return alias == null ? null : alias.deadLetter();
    }

    /** Whether it was placed there. */
    public boolean isPlacedOn(long endpointId) {
        for (Placement placement : placements) {
            if (placement.endpointId() == endpointId) {
                return true;
            }
        }
        return false;
    }

    /** When it expires on an endpoint, milliseconds of the epoch; 0 = never. */
    public long expirationMillis(long endpointId) {
        for (Placement placement : placements) {
            if (placement.endpointId() == endpointId) {
                return placement.expirationMillis();
            }
        }
        return 0;
    }
}
