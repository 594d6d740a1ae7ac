package io.reprise.broker.model.store;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Table;
import java.io.Serializable;

/** What is known about the deliveries of one message on one endpoint; most messages have none [LOG.md L24]. */
@Entity
@Table(name = "delivery_note")
@IdClass(DeliveryNote.Key.class)
public class DeliveryNote {
    @Id
    private String vpn = "";

    @Id
    private long endpointId;

    @Id
    private long generation;

    @Id
    private long msgId;

    private long asOf;

    private int deliveryCount;

    private int presented;

    private long delayedUntil;

    private long originalMsgId;

    private long expiration;

    /** For the persistence provider. */
    public DeliveryNote() {}

    public DeliveryNote(
            String vpn,
            long endpointId,
            long generation,
            long msgId,
            long asOf,
            int deliveryCount,
            int presented,
            long delayedUntil,
            long originalMsgId,
            long expiration) {
        this.vpn = vpn;
        this.endpointId = endpointId;
        this.generation = generation;
        this.msgId = msgId;
        this.asOf = asOf;
        this.deliveryCount = deliveryCount;
        this.presented = presented;
        this.delayedUntil = delayedUntil;
        this.originalMsgId = originalMsgId;
        this.expiration = expiration;
    }

    /** The VPN's name. */
    public String vpn() {
        return vpn;
    }

    /** Whose. */
    public long endpointId() {
        return endpointId;
    }

    /** In which backlog of the endpoint it is. */
    public long generation() {
        return generation;
    }

    /** The message. */
    public long msgId() {
        return msgId;
    }

    /** The commit it contains. */
    public long asOf() {
        return asOf;
    }

    /** Deliveries so far. */
    public int deliveryCount() {
        return deliveryCount;
    }

    /** The number of the delivery that was being made when that was last written; 0 if none. */
    public int presented() {
        return presented;
    }

    /** The message whose body it has, if it was moved to or from a dead message queue; else 0 [LOG.md L13]. */
    public long originalMsgId() {
        return originalMsgId;
    }

    /** When a replayed copy expires, ms; 0 = never, or the message is none. */
    public long expiration() {
        return expiration;
    }

    /** Not to be delivered before, ms; 0 if at once. */
    public long delayedUntil() {
        return delayedUntil;
    }

    /** What names a row. */
    public record Key(String vpn, long endpointId, long generation, long msgId) implements Serializable {}
}
