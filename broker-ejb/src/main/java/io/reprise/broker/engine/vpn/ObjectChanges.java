package io.reprise.broker.engine.vpn;

import io.reprise.broker.engine.change.ConfigurationDraft;
import io.reprise.broker.engine.change.ObjectSteps;
import io.reprise.broker.engine.commit.VpnCore;
import io.reprise.broker.engine.object.ObjectReferences;
import io.reprise.broker.model.object.ObjectName;
import io.reprise.broker.model.object.ObjectView;
import io.reprise.broker.model.settings.AttributeValues;
import java.time.InstantSource;
import java.util.function.Consumer;
import java.util.function.Function;

/** The changes an administrator can make to a VPN's objects, as {@link EndpointChanges} are made [LOG.md L6]. */
final class ObjectChanges {
    private final VpnCore core;
    private final InstantSource clock;

    ObjectChanges(VpnCore core, InstantSource clock) {
        this.core = core;
        this.clock = clock;
    }

    private void commit(Consumer<ObjectSteps> step) {
        ConfigurationDraft.commit(core, clock, draft -> step.accept(new ObjectSteps(draft)));
    }

    private ObjectView committed(Function<ObjectSteps, ObjectView> step) {
        return ConfigurationDraft.committed(core, clock, draft -> step.apply(new ObjectSteps(draft)));
    }

    ObjectView create(ObjectName name, AttributeValues values) {
        name.kind().checkName(name.name());
        return committed(steps -> steps.create(name, values));
    }

    /** What each VPN has and this one has not yet. */
    void createPermanent() {
        boolean isMissing = ObjectReferences.permanent(clock.millis()).stream()
                .anyMatch(object -> core.directory().objects().find(object.name()) == null);
        if (isMissing) {
            commit(ObjectSteps::createPermanent);
        }
    }

    ObjectView change(ObjectName name, AttributeValues values, long expectedVersion) {
        return committed(steps -> steps.change(name, values, expectedVersion));
    }

    void delete(ObjectName name, long expectedVersion) {
        commit(steps -> steps.delete(name, expectedVersion));
    }
}
