package io.reprise.broker.model.object;

import io.reprise.broker.model.settings.AttributeValues;
import java.util.List;
import java.util.Optional;

/**
 * The objects of one VPN, for administrators. Each change is durable when its call returns, or has not happened and the call throws a
 * {@link io.reprise.broker.model.error.BrokerException}. Thread-safe.
 */
public interface VpnObjects {
    Optional<ObjectView> find(ObjectName name);

    /**
     * The objects of a kind that belong to the same one, whose names come after {@code afterName}, in the order of names.
     *
     * @param parent empty for a kind that belongs to none
     * @param afterName exclusive; empty for the first page
     * @param limit 1 and more
     */
    List<ObjectView> page(ObjectKind kind, String parent, String afterName, int limit);

    /** How many there are of a kind that belong to the same one. */
    int count(ObjectKind kind, String parent);

    /**
     * Creates one.
     *
     * @throws io.reprise.broker.model.error.BrokerException {@code ALREADY_EXISTS}, {@code NOT_FOUND} (what it belongs to), {@code
     *     NOT_ALLOWED} (it names what is not there), or its name is none
     */
    ObjectView create(ObjectName name, AttributeValues values);

    /**
     * Changes one.
     *
     * @param expectedVersion the version it must still have, or -1 for any
     * @throws io.reprise.broker.model.error.BrokerException {@code NOT_FOUND}, {@code VERSION_CONFLICT}, {@code NOT_ALLOWED}
     */
    ObjectView change(ObjectName name, AttributeValues values, long expectedVersion);

    /**
     * Deletes one, and what belongs to it.
     *
     * @param expectedVersion the version it must still have, or -1 for any
     * @throws io.reprise.broker.model.error.BrokerException {@code NOT_FOUND}, {@code VERSION_CONFLICT}; {@code NOT_ALLOWED} while
     *     others name it, or if it is there for ever
     */
    void delete(ObjectName name, long expectedVersion);
}
