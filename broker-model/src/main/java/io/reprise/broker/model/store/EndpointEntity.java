package io.reprise.broker.model.store;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Table;
import java.io.Serializable;

/** A queue or durable topic endpoint as configured. Its id is never used again [LOG.md L12]. */
@Entity
@Table(name = "endpoint")
@IdClass(EndpointEntity.Key.class)
public class EndpointEntity {
    @Id
    private String vpn = "";

    @Id
    private long endpointId;

    private String kind = "";

    private String name = "";

    private String settings = "";

    private long version;

    private long created;

    /** For the persistence provider. */
    public EndpointEntity() {}

    public EndpointEntity(
            String vpn, long endpointId, String kind, String name, String settings, long version, long created) {
        this.vpn = vpn;
        this.endpointId = endpointId;
        this.kind = kind;
        this.name = name;
        this.settings = settings;
        this.version = version;
        this.created = created;
    }

    /** The VPN's name. */
    public String vpn() {
        return vpn;
    }

    /** Surrogate, from 1. */
    public long endpointId() {
        return endpointId;
    }

    /** What it is; at most 16 characters. */
    public String kind() {
        return kind;
    }

    /** Unique within VPN and kind, case-sensitive; at most 200 characters. */
    public String name() {
        return name;
    }

    /** Attributes that differ from their defaults, as a JSON object. */
    public String settings() {
        return settings;
    }

    /** Counts changes. */
    public long version() {
        return version;
    }

    /** When it was made, ms. */
    public long created() {
        return created;
    }

    /** What names a row. */
    public record Key(String vpn, long endpointId) implements Serializable {}
}
