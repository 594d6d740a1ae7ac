package io.reprise.broker.model.store;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/** Where recovery begins, and the totals there [LOG.md L15]. */
@Entity
@Table(name = "checkpoint")
public class Checkpoint {
    @Id
    private String vpn = "";

    private long tailFrom;

    private long asOf;

    private long lastMsgId;

    private long lastTime;

    private long nextEndpointId;

    private long loggedCount;

    private long loggedBytes;

    /** For the persistence provider. */
    public Checkpoint() {}

    public Checkpoint(
            String vpn,
            long tailFrom,
            long asOf,
            long lastMsgId,
            long lastTime,
            long nextEndpointId,
            long loggedCount,
            long loggedBytes) {
        this.vpn = vpn;
        this.tailFrom = tailFrom;
        this.asOf = asOf;
        this.lastMsgId = lastMsgId;
        this.lastTime = lastTime;
        this.nextEndpointId = nextEndpointId;
        this.loggedCount = loggedCount;
        this.loggedBytes = loggedBytes;
    }

    /** The VPN's name. */
    public String vpn() {
        return vpn;
    }

    /** The lowest commit that is not yet contained in every row; entries below may go. */
    public long tailFrom() {
        return tailFrom;
    }

    /** The commit at whose boundary the last batch was copied. */
    public long asOf() {
        return asOf;
    }

    /** The last message id given, 0 if none was. */
    public long lastMsgId() {
        return lastMsgId;
    }

    /** The last spooled time, ms. */
    public long lastTime() {
        return lastTime;
    }

    /** The id the next endpoint gets. */
    public long nextEndpointId() {
        return nextEndpointId;
    }

    /** Messages in the replay log. */
    public long loggedCount() {
        return loggedCount;
    }

    /** Their bytes. */
    public long loggedBytes() {
        return loggedBytes;
    }
}
