package io.reprise.broker.engine.object;

import io.reprise.broker.model.object.ObjectKind;
import io.reprise.broker.model.object.ObjectName;
import io.reprise.broker.model.object.ObjectView;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** The objects of a VPN: as they are, or as a change that is being worked out will leave them. */
public interface ObjectLookup {
    @Nullable
    ObjectView find(ObjectName name);

    /** All of a kind that belong to the same one, in the order of names. */
    Collection<ObjectView> of(ObjectKind kind, String parent);
}
