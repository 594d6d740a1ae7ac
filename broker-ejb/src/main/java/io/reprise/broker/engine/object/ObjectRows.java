package io.reprise.broker.engine.object;

import io.reprise.broker.engine.store.SettingsJson;
import io.reprise.broker.model.object.ObjectKind;
import io.reprise.broker.model.object.ObjectName;
import io.reprise.broker.model.object.ObjectView;
import io.reprise.broker.model.store.VpnObjectEntity;

/** Objects as rows and back. Stateless. */
public final class ObjectRows {
    private ObjectRows() {}

    /** The row of an object. */
    public static VpnObjectEntity row(String vpn, ObjectView object) {
        ObjectName name = object.name();
        return new VpnObjectEntity(
                vpn,
                name.kind().name(),
                name.parent(),
                name.name(),
                SettingsJson.write(object.values()),
                object.version(),
                object.createdMillis());
    }

    /** The object of a row. */
    public static ObjectView object(VpnObjectEntity row) {
        ObjectKind kind = ObjectKind.valueOf(row.kind());
        return new ObjectView(
                new ObjectName(kind, row.parent(), row.name()),
                SettingsJson.readInto(kind.attributes().defaults(), row.settings()),
                row.version(),
                row.created());
    }
}
