package io.reprise.broker.web;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.object.ObjectKind;
import io.reprise.broker.model.object.ObjectName;
import io.reprise.broker.model.object.ObjectView;
import io.reprise.broker.model.object.VpnObjects;
import io.reprise.broker.model.settings.AttributeValues;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.stream.Stream;

/** A VPN's objects in memory; that they fit each other is for the engine to see to. */
public final class FakeObjects implements VpnObjects {
    private final ConcurrentSkipListMap<ObjectName, ObjectView> all = new ConcurrentSkipListMap<>();

    @Override
    public Optional<ObjectView> find(ObjectName name) {
        return Optional.ofNullable(all.get(name));
    }

    private Stream<ObjectView> of(ObjectKind kind, String parent) {
        return all.values().stream()
                .filter(object ->
                        object.name().kind() == kind && object.name().parent().equals(parent));
    }

    @Override
    public List<ObjectView> page(ObjectKind kind, String parent, String afterName, int limit) {
        return of(kind, parent)
                .filter(object -> object.name().name().compareTo(afterName) > 0)
                .limit(limit)
                .toList();
    }

    @Override
    public int count(ObjectKind kind, String parent) {
        return (int) of(kind, parent).count();
    }

    @Override
    public ObjectView create(ObjectName name, AttributeValues values) {
        name.kind().checkName(name.name());
        if (name.kind().parent().isPresent()) {
            require(name.owner(), -1);
        }
        if (all.containsKey(name)) {
            throw new BrokerException(ErrorCode.ALREADY_EXISTS, name.label() + " exists already");
        }
        return put(new ObjectView(name, values, 1, 0));
    }

    private ObjectView put(ObjectView object) {
        all.put(object.name(), object);
        return object;
    }

    private ObjectView require(ObjectName name, long expectedVersion) {
        ObjectView object = find(name)
                .orElseThrow(() -> new BrokerException(ErrorCode.NOT_FOUND, name.label() + " does not exist"));
        if (expectedVersion >= 0 && object.version() != expectedVersion) {
            throw new BrokerException(ErrorCode.VERSION_CONFLICT, name.label() + " was changed");
        }
        return object;
    }

    @Override
    public ObjectView change(ObjectName name, AttributeValues values, long expectedVersion) {
        return put(require(name, expectedVersion).with(values));
    }

    @Override
    public void delete(ObjectName name, long expectedVersion) {
        all.remove(require(name, expectedVersion).name());
    }
}
