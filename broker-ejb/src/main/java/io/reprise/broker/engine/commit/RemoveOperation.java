package io.reprise.broker.engine.commit;

import io.reprise.broker.engine.deliver.EndpointDispatch;
import io.reprise.broker.engine.log.AckRef;
import io.reprise.broker.engine.log.Effect.Removal;
import io.reprise.broker.model.publish.CommitOutcome;
import java.util.List;

/**
 * A proposal to take messages off an endpoint, at most 1,000 an operation [LOG.md L19]. They were seized before; if it is
 * rejected they are free again, and only then: while its outcome is open nobody may get one.
 */
final class RemoveOperation extends Operation {
    private final EndpointDispatch seizedFrom;
    private final List<AckRef> refs;
    private final Removal reason;

    RemoveOperation(EndpointDispatch seizedFrom, List<AckRef> refs, Removal reason, long timeoutMillis) {
        super(timeoutMillis);
        this.seizedFrom = seizedFrom;
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

    @Override
    void settled(CommitOutcome how) {
        if (how instanceof CommitOutcome.Rejected) {
            seizedFrom.seizures().restore(refs.stream().map(AckRef::msgId).toList());
        }
    }
}
