package io.reprise.broker.model.store;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/** A VPN that exists on this database. */
@Entity
@Table(name = "vpn")
public class Vpn {
    @Id
    private String name = "";

    private long origin;

    private long created;

    /** For the persistence provider. */
    public Vpn() {}

    public Vpn(String name, long origin, long created) {
        this.name = name;
        this.origin = origin;
        this.created = created;
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
}
