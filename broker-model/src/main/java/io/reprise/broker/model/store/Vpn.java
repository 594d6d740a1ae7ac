package io.reprise.broker.model.store;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/** A VPN that exists on this database. */
@Entity
@Table(name = "vpn")
public class Vpn {
    @Id
    private String name = "";

    @Column(updatable = false)
    private long origin;

    @Column(updatable = false)
    private long created;

    /** The entry that this origin began with; 0 if the VPN was made with it. */
    @Column(name = "origin_commit_no", updatable = false)
    private long originCommitNo;

    private String settings = "{}";

    private long version = 1;

    /** For the persistence provider. */
    public Vpn() {}

    public Vpn(String name, long origin, long created, long originCommitNo, String settings, long version) {
        this.name = name;
        this.origin = origin;
        this.created = created;
        this.originCommitNo = originCommitNo;
        this.settings = settings;
        this.version = version;
    }

    /** 1–32 characters. */
    public String name() {
        return name;
    }

    /** Random; the first half of its {@code replicationGroupMsgId}s [spec 1.2]. */
    public long origin() {
        return origin;
    }

    /** When it was made, ms. */
    public long created() {
        return created;
    }

    /** The entry that this origin began with: where a backup was restored. 0 if the VPN was made with it. */
    public long originCommitNo() {
        return originCommitNo;
    }

    /** The JSON object of the management API; what is missing has its default. */
    public String settings() {
        return settings;
    }

    /** Rises with every change of the settings. */
    public long version() {
        return version;
    }
}
