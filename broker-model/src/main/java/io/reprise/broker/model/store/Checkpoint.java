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

    private long trimmedThroughMsgId;

    private long trimmedCount;

    private long trimmedBytes;

    private long newestLoggedMsgId;

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
            long loggedBytes,
            long trimmedThroughMsgId,
            long trimmedCount,
            long trimmedBytes,
            long newestLoggedMsgId) {
        this.vpn = vpn;
        this.tailFrom = tailFrom;
        this.asOf = asOf;
        this.lastMsgId = lastMsgId;
        this.lastTime = lastTime;
        this.nextEndpointId = nextEndpointId;
        this.loggedCount = loggedCount;
        this.loggedBytes = loggedBytes;
        this.trimmedThroughMsgId = trimmedThroughMsgId;
        this.trimmedCount = trimmedCount;
        this.trimmedBytes = trimmedBytes;
        this.newestLoggedMsgId = newestLoggedMsgId;
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

    /** Messages ever put into the replay log. */
    public long loggedCount() {
        return loggedCount;
    }

    /** Their bytes. */
    public long loggedBytes() {
        return loggedBytes;
    }

    /** The replay log's low-water mark: what is logged up to this id has left it. */
    public long trimmedThroughMsgId() {
        return trimmedThroughMsgId;
    }

    /** Messages that ever left the replay log. */
    public long trimmedCount() {
        return trimmedCount;
    }

    /** Their bytes. */
    public long trimmedBytes() {
        return trimmedBytes;
    }

    /** The message logged last, 0 if none was. */
    public long newestLoggedMsgId() {
        return newestLoggedMsgId;
    }
}
