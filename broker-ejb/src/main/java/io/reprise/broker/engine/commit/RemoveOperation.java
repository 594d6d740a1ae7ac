package io.reprise.broker.engine.commit;

import io.reprise.broker.engine.log.AckRef;
import io.reprise.broker.engine.log.Effect.Removal;
import java.util.List;

/** A duty's proposal to take messages off an endpoint, at most 1,000 an operation [LOG.md L19]. */
final class RemoveOperation extends Operation {
    private final List<AckRef> refs;
    private final Removal reason;

    RemoveOperation(List<AckRef> refs, Removal reason, long timeoutMillis) {
        super(timeoutMillis);
        this.refs = refs;
        this.reason = reason;
    }

    List<AckRef> refs() {
        return refs;
    }

    Removal reason() {
        return reason;
    }

    @Override
    int entryBytes() {
        return 64 + 8 * refs.size();
    }
}
