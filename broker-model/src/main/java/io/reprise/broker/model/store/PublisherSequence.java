package io.reprise.broker.model.store;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Table;
import java.io.Serializable;

/** What was accepted of a publisher that numbers its messages [spec 1.2]. */
@Entity
@Table(name = "publisher_sequence")
@IdClass(PublisherSequence.Key.class)
public class PublisherSequence {
    @Id
    private String vpn = "";

    @Id
    private String publisherId = "";

    private long asOf;

    private long highest;

    @Column(name = "window_bits")
    private byte[] window = {};

    /** For the persistence provider. */
    public PublisherSequence() {}

    public PublisherSequence(String vpn, String publisherId, long asOf, long highest, byte[] window) {
        this.vpn = vpn;
        this.publisherId = publisherId;
        this.asOf = asOf;
        this.highest = highest;
        this.window = window;
    }

    /** The VPN's name. */
    public String vpn() {
        return vpn;
    }

    /** Its id, with the user's name before it unless that is {@code default}; at most 300 characters, case-sensitive. */
    public String publisherId() {
        return publisherId;
    }

    /** The commit it contains. */
    public long asOf() {
        return asOf;
    }

    /** The highest sequence accepted. */
    public long highest() {
        return highest;
    }

    /** Which of the 1,024 below it were, at most 128 bytes. */
    public byte[] window() {
        return window;
    }

    /** What names a row. */
    public record Key(String vpn, String publisherId) implements Serializable {}
}
