package io.reprise.broker.engine.change;

import io.reprise.broker.engine.commit.ConfigurationPlan;
import io.reprise.broker.engine.object.ObjectDirectory;
import io.reprise.broker.engine.object.ObjectLookup;
import io.reprise.broker.engine.object.ObjectRows;
import io.reprise.broker.engine.store.ConfigurationWrites;
import io.reprise.broker.model.object.ObjectKind;
import io.reprise.broker.model.object.ObjectName;
import io.reprise.broker.model.object.ObjectView;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The objects of a VPN as a draft will leave them. The committer's thread. */
final class DraftObjects implements ObjectLookup {
    private final String vpn;
    private final ObjectDirectory directory;
    private final Map<ObjectName, Difference<ObjectView>> differences = new TreeMap<>();

    DraftObjects(String vpn, ObjectDirectory directory) {
        this.vpn = vpn;
        this.directory = directory;
    }

    @Override
    public @Nullable ObjectView find(ObjectName name) {
        Difference<ObjectView> difference = differences.get(name);
        return difference == null ? directory.find(name) : difference.after();
    }

    @Override
    public Collection<ObjectView> of(ObjectKind kind, String parent) {
        Map<ObjectName, ObjectView> there = new TreeMap<>();
        directory.of(kind, parent).forEach(object -> there.put(object.name(), object));
        differences.forEach((name, difference) -> {
            ObjectView after = difference.after();
            if (after == null) {
                there.remove(name);
            } else if (name.kind() == kind && name.parent().equals(parent)) {
                there.put(name, after);
            }
        });
        return there.values();
    }

    /** @param after null if it is deleted */
    void put(ObjectName name, @Nullable ObjectView after) {
        differences.merge(name, new Difference<>(directory.find(name), after), (old, changed) -> old.to(after));
    }

    int rows() {
        return differences.size();
    }

    /** The change as it will be written. */
    ConfigurationPlan plan() {
        List<Difference<ObjectView>> all = List.copyOf(differences.values());
        return new ConfigurationPlan(
                List.of(),
                writes -> all.forEach(difference -> write(writes, difference)),
                () -> directory.change(() -> differences.forEach(this::takeOver)));
    }

    private void write(ConfigurationWrites writes, Difference<ObjectView> difference) {
        ObjectView before = difference.before();
        ObjectView after = difference.after();
        if (after == null && before != null) {
            writes.delete(ObjectRows.row(vpn, before));
        } else if (after != null && before == null) {
            writes.insert(ObjectRows.row(vpn, after));
        } else if (after != null) {
            writes.update(ObjectRows.row(vpn, after));
        }
    }

    private void takeOver(ObjectName name, Difference<ObjectView> difference) {
        ObjectView after = difference.after();
        if (after == null) {
            directory.remove(name);
        } else {
            directory.put(after);
        }
    }
}
