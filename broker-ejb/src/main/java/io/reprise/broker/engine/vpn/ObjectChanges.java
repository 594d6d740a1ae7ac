package io.reprise.broker.engine.vpn;

import io.reprise.broker.engine.commit.ConfigurationPlan;
import io.reprise.broker.engine.commit.VpnCore;
import io.reprise.broker.engine.object.ObjectDirectory;
import io.reprise.broker.engine.object.ObjectReferences;
import io.reprise.broker.engine.object.ObjectRows;
import io.reprise.broker.engine.store.ConfigurationWrites;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.object.ObjectName;
import io.reprise.broker.model.object.ObjectView;
import io.reprise.broker.model.settings.AttributeValues;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** The changes an administrator can make to a VPN's objects, as {@link EndpointChanges} are made [LOG.md L6]. */
final class ObjectChanges {
    private final VpnCore core;
    private final String vpn;
    private final ObjectDirectory directory;
    private final InstantSource clock;

    ObjectChanges(VpnCore core, InstantSource clock) {
        this.core = core;
        this.vpn = core.store().vpn();
        this.directory = core.directory().objects();
        this.clock = clock;
    }

    private void configure(Supplier<ConfigurationPlan> planner) {
        core.configure(state -> planner.get()).await().orThrow();
    }

    private static ConfigurationPlan plan(Consumer<ConfigurationWrites> writes, Runnable apply) {
        return new ConfigurationPlan(List.of(), writes, apply);
    }

    private ObjectView require(ObjectName name) {
        ObjectView object = directory.find(name);
        if (object == null) {
            throw new BrokerException(ErrorCode.NOT_FOUND, name.label() + " does not exist in VPN '" + vpn + "'");
        }
        return object;
    }

    private ObjectView expected(ObjectName name, long expectedVersion) {
        ObjectView object = require(name);
        if (expectedVersion >= 0 && object.version() != expectedVersion) {
            throw BrokerException.refused(
                    ErrorCode.VERSION_CONFLICT,
                    name.label(),
                    "version " + expectedVersion,
                    "the current version, " + object.version());
        }
        return object;
    }

    void create(ObjectName name, AttributeValues values) {
        name.kind().checkName(name.name());
        configure(() -> {
            name.kind().parent().ifPresent(parent -> require(name.owner()));
            if (directory.find(name) != null) {
                throw new BrokerException(
                        ErrorCode.ALREADY_EXISTS, name.label() + " exists already in VPN '" + vpn + "'");
            }
            ObjectReferences.requireNamed(directory, name, values);
            return insertion(List.of(new ObjectView(name, values, 1, clock.millis())));
        });
    }

    /** What each VPN has and this one has not yet. */
    void createPermanent() {
        List<ObjectView> missing = ObjectReferences.permanent(clock.millis()).stream()
                .filter(object -> directory.find(object.name()) == null)
                .toList();
        if (!missing.isEmpty()) {
            configure(() -> insertion(missing));
        }
    }

    private ConfigurationPlan insertion(List<ObjectView> created) {
        return plan(
                writes -> created.forEach(object -> writes.insert(ObjectRows.row(vpn, object))),
                () -> created.forEach(directory::put));
    }

    void change(ObjectName name, AttributeValues values, long expectedVersion) {
        configure(() -> {
            ObjectView after = expected(name, expectedVersion).with(values);
            ObjectReferences.requireNamed(directory, name, values);
            return plan(writes -> writes.update(ObjectRows.row(vpn, after)), () -> directory.put(after));
        });
    }

    void delete(ObjectName name, long expectedVersion) {
        configure(() -> {
            List<ObjectView> gone = new ArrayList<>();
            gone.add(expected(name, expectedVersion));
            ObjectReferences.requireUnnamed(directory, name);
            name.kind().children().forEach(kind -> gone.addAll(directory.of(kind, name.name())));
            return plan(
                    writes -> gone.forEach(object -> writes.delete(ObjectRows.row(vpn, object))),
                    () -> gone.forEach(object -> directory.remove(object.name())));
        });
    }
}
