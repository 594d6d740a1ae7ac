package io.reprise.broker.model.store;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Table;
import java.io.Serializable;

/** A topic filter of an endpoint. */
@Entity
@Table(name = "subscription")
@IdClass(SubscriptionEntity.Key.class)
public class SubscriptionEntity {
    @Id
    private String vpn = "";

    @Id
    private long endpointId;

    @Id
    private String filter = "";

    /** For the persistence provider. */
    public SubscriptionEntity() {}

    public SubscriptionEntity(String vpn, long endpointId, String filter) {
        this.vpn = vpn;
        this.endpointId = endpointId;
        this.filter = filter;
    }

    /** The VPN's name. */
    public String vpn() {
        return vpn;
    }

    /** Whose. */
    public long endpointId() {
        return endpointId;
    }

    /** The filter, an exception with its {@code !}; at most 251 bytes, case-sensitive. */
    public String filter() {
        return filter;
    }

    /** What names a row. */
    public record Key(String vpn, long endpointId, String filter) implements Serializable {}
}
