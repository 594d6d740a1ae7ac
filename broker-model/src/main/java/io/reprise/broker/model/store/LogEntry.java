package io.reprise.broker.model.store;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Table;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * One entry of a VPN's log: one row, one commit [LOG.md L1, L7, L11]. The key is the fence: two owners cannot both fill
 * a slot.
 */
@Entity
@Table(name = "log_entry")
@IdClass(LogEntry.Key.class)
public class LogEntry {
    @Id
    private String vpn = "";

    @Id
    private long commitNo;

    private long epoch;

    private long nonce;

    private long firstMsgId;

    private long lastMsgId;

    private long firstTime;

    private long lastTime;

    private int bodyBytes;

    private byte[] head = {};

    private byte @Nullable [] body;

    /** For the persistence provider. */
    public LogEntry() {}

    public LogEntry(
            String vpn,
            long commitNo,
            long epoch,
            long nonce,
            long firstMsgId,
            long lastMsgId,
            long firstTime,
            long lastTime,
            int bodyBytes,
            byte[] head,
            byte @Nullable [] body) {
        this.vpn = vpn;
        this.commitNo = commitNo;
        this.epoch = epoch;
        this.nonce = nonce;
        this.firstMsgId = firstMsgId;
        this.lastMsgId = lastMsgId;
        this.firstTime = firstTime;
        this.lastTime = lastTime;
        this.bodyBytes = bodyBytes;
        this.head = head;
        this.body = body;
    }

    /** An entry read without its body. */
    public LogEntry(
            String vpn,
            long commitNo,
            long epoch,
            long nonce,
            long firstMsgId,
            long lastMsgId,
            long firstTime,
            long lastTime,
            int bodyBytes,
            byte[] head) {
        this(vpn, commitNo, epoch, nonce, firstMsgId, lastMsgId, firstTime, lastTime, bodyBytes, head, null);
    }

    /** The VPN's name. */
    public String vpn() {
        return vpn;
    }

    /** The slot, gap-free from 1. */
    public long commitNo() {
        return commitNo;
    }

    /** The ownership that wrote it. */
    public long epoch() {
        return epoch;
    }

    /** Random, the same over all attempts to write this entry [LOG.md L2]. */
    public long nonce() {
        return nonce;
    }

    /** The first message id given in it; 0 if none. */
    public long firstMsgId() {
        return firstMsgId;
    }

    /** The last message id given in it; 0 if none. */
    public long lastMsgId() {
        return lastMsgId;
    }

    /** The first spooled time in it, ms. */
    public long firstTime() {
        return firstTime;
    }

    /** The last spooled time in it, ms. */
    public long lastTime() {
        return lastTime;
    }

    /** Length of {@code body}, also when that was not read. */
    public int bodyBytes() {
        return bodyBytes;
    }

    /** Effects, directory and totals, encoded. */
    public byte[] head() {
        return head;
    }

    /** Payloads, encoded; null when only heads were read. */
    public byte @Nullable [] body() {
        return body;
    }

    /** What names a row. */
    public record Key(String vpn, long commitNo) implements Serializable {}
}
