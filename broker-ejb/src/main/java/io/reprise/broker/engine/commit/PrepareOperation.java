package io.reprise.broker.engine.commit;

import io.reprise.broker.engine.access.PublishRight;
import io.reprise.broker.engine.deliver.EngineDelivery;
import io.reprise.broker.model.publish.BranchId;
import io.reprise.broker.model.publish.CommitOutcome;
import java.util.List;

/** The first phase of a branch. */
final class PrepareOperation extends Operation {
    private final BranchId branch;
    private final List<EncodedMessage> messages;
    private final List<EngineDelivery> acknowledgements;
    private final PublishRight right;
    private final int entryBytes;
    private final PublishTally tally;

    /** @param right by which its messages are published */
    PrepareOperation(
            BranchId branch,
            List<EncodedMessage> messages,
            List<EngineDelivery> acknowledgements,
            PublishRight right,
            PublishTally tally,
            long timeoutMillis) {
        super(timeoutMillis);
        this.tally = tally;
        this.right = right;
        this.branch = branch;
        this.messages = messages;
        this.acknowledgements = acknowledgements;
        this.entryBytes = UnitOperation.entryBytes(messages, acknowledgements.size());
    }

    BranchId branch() {
        return branch;
    }

    List<EncodedMessage> messages() {
        return messages;
    }

    List<EngineDelivery> acknowledgements() {
        return acknowledgements;
    }

    PublishRight right() {
        return right;
    }

    @Override
    int entryBytes() {
        return entryBytes;
    }

    @Override
    void settled(CommitOutcome how) {
        if (how instanceof CommitOutcome.Rejected) {
            tally.settled(how);
            acknowledgements.forEach(EngineDelivery::settlingFailed);
        }
    }
}
