package io.reprise.broker.model.store;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Table;
import java.io.Serializable;

/** A topic filter of a VPN's replay log. */
@Entity
@Table(name = "replay_log_filter")
@IdClass(ReplayLogFilterEntity.Key.class)
public class ReplayLogFilterEntity {
    @Id
    private String vpn = "";

    @Id
    private String filter = "";

    /** For the persistence provider. */
    public ReplayLogFilterEntity() {}

    public ReplayLogFilterEntity(String vpn, String filter) {
        this.vpn = vpn;
        this.filter = filter;
    }

    /** The VPN's name. */
    public String vpn() {
        return vpn;
    }

    /** The filter, an exception with its {@code !}; at most 251 bytes, case-sensitive. */
    public String filter() {
        return filter;
    }

    /** What names a row. */
    public record Key(String vpn, String filter) implements Serializable {}
}
