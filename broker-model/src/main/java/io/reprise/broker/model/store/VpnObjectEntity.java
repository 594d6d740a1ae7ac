package io.reprise.broker.model.store;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Table;
import java.io.Serializable;

/** A named object of a VPN that is neither an endpoint nor its replay log. */
@Entity
@Table(name = "vpn_object")
@IdClass(VpnObjectEntity.Key.class)
public class VpnObjectEntity {
    @Id
    private String vpn = "";

    @Id
    private String kind = "";

    @Id
    private String parent = "";

    @Id
    private String name = "";

    private String settings = "";

    private long version;

    private long created;

    /** For the persistence provider. */
    public VpnObjectEntity() {}

    public VpnObjectEntity(
            String vpn, String kind, String parent, String name, String settings, long version, long created) {
        this.vpn = vpn;
        this.kind = kind;
        this.parent = parent;
        this.name = name;
        this.settings = settings;
        this.version = version;
        this.created = created;
    }

    /** The VPN's name. */
    public String vpn() {
        return vpn;
    }

    /** A constant of {@link io.reprise.broker.model.object.ObjectKind}. */
    public String kind() {
        return kind;
    }

    /** The object it belongs to; empty if it belongs to none. */
    public String parent() {
        return parent;
    }

    /** Case-sensitive. */
    public String name() {
        return name;
    }

    /** The JSON object of the management API; what is missing has its default. */
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
    public record Key(String vpn, String kind, String parent, String name) implements Serializable {}
}
