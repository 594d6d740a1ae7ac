package io.reprise.broker.engine.vpn;

import io.reprise.broker.engine.object.ObjectDirectory;
import io.reprise.broker.model.object.ObjectKind;
import io.reprise.broker.model.object.ObjectName;
import io.reprise.broker.model.object.ObjectView;
import io.reprise.broker.model.object.VpnObjects;
import io.reprise.broker.model.settings.AttributeValues;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/** The objects of the VPN that is served now. Thread-safe; holds no state of its own. */
final class EngineObjects implements VpnObjects {
    private final VpnLife life;
    private final InstantSource clock;

    EngineObjects(VpnLife life, InstantSource clock) {
        this.life = life;
        this.clock = clock;
    }

    private ObjectDirectory directory() {
        return life.tenure().core().directory().objects();
    }

    private ObjectChanges changes() {
        return new ObjectChanges(life.tenure().core(), clock);
    }

    @Override
    public Optional<ObjectView> find(ObjectName name) {
        return Optional.ofNullable(directory().find(name));
    }

    @Override
    public List<ObjectView> page(ObjectKind kind, String parent, String afterName, int limit) {
        return directory().page(kind, parent, afterName, limit);
    }

    @Override
    public int count(ObjectKind kind, String parent) {
        return directory().of(kind, parent).size();
    }

    @Override
    public ObjectView create(ObjectName name, AttributeValues values) {
        return changes().create(name, values);
    }

    @Override
    public ObjectView change(ObjectName name, AttributeValues values, long expectedVersion) {
        return changes().change(name, values, expectedVersion);
    }

    @Override
    public void delete(ObjectName name, long expectedVersion) {
        changes().delete(name, expectedVersion);
    }
}
