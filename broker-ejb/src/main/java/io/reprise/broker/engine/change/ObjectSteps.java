package io.reprise.broker.engine.change;

import io.reprise.broker.engine.object.ObjectReferences;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.object.ObjectName;
import io.reprise.broker.model.object.ObjectView;
import io.reprise.broker.model.settings.AttributeValues;
import io.reprise.broker.model.settings.FirstVersion;

/**
 * What can be done to a VPN's objects in a draft, each step refused by a {@link BrokerException} that leaves the draft as it was. The
 * committer's thread.
 */
public final class ObjectSteps {
    private final ConfigurationDraft draft;

    public ObjectSteps(ConfigurationDraft draft) {
        this.draft = draft;
    }

    private ObjectView require(ObjectName name) {
        ObjectView object = draft.objects().find(name);
        if (object == null) {
            throw new BrokerException(
                    ErrorCode.NOT_FOUND, name.label() + " does not exist in VPN '" + draft.vpn() + "'");
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

    /** Its name is one that its kind allows. */
    public ObjectView create(ObjectName name, AttributeValues values) {
        name.kind().parent().ifPresent(parent -> require(name.owner()));
        if (draft.objects().find(name) != null) {
            throw new BrokerException(
                    ErrorCode.ALREADY_EXISTS, name.label() + " exists already in VPN '" + draft.vpn() + "'");
        }
        return put(new ObjectView(name, values, FirstVersion.next(), draft.nowMillis()));
    }

    private ObjectView put(ObjectView object) {
        draft.check(() -> ObjectReferences.requireNamed(draft.objects(), object.name(), object.values()));
        draft.objects().put(object.name(), object);
        return object;
    }

    /** What each VPN has and this one has not yet. */
    public void createPermanent() {
        ObjectReferences.permanent(draft.nowMillis()).stream()
                .filter(object -> draft.objects().find(object.name()) == null)
                .forEach(this::put);
    }

    public ObjectView change(ObjectName name, AttributeValues values, long expectedVersion) {
        return put(expected(name, expectedVersion).with(values));
    }

    /** With all that belongs to it. */
    public void delete(ObjectName name, long expectedVersion) {
        expected(name, expectedVersion);
        draft.check(() -> ObjectReferences.requireUnnamed(draft.objects(), name));
        name.kind()
                .children()
                .forEach(kind -> draft.objects()
                        .of(kind, name.name())
                        .forEach(child -> draft.objects().put(child.name(), null)));
        draft.objects().put(name, null);
    }
}
