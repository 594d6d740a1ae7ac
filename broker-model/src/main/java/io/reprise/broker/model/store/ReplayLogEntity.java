package io.reprise.broker.model.store;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/** The replay log of a VPN, which has one at most [spec 2.1]. What it holds is in the log's entries. */
@Entity
@Table(name = "replay_log")
public class ReplayLogEntity {
    @Id
    private String vpn = "";

    private String name = "";

    private String settings = "";

    private long version;

    private long created;

    /** For the persistence provider. */
    public ReplayLogEntity() {}

    public ReplayLogEntity(String vpn, String name, String settings, long version, long created) {
        this.vpn = vpn;
        this.name = name;
        this.settings = settings;
        this.version = version;
        this.created = created;
    }

    /** The VPN's name. */
    public String vpn() {
        return vpn;
    }

    /** At most 185 characters, case-sensitive. */
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
}
