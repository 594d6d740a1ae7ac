package io.reprise.broker.engine.commit;

import io.reprise.broker.engine.deliver.EndpointDispatch;
import io.reprise.broker.model.publish.CommitOutcome;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * An administrator's wish to send dead messages back to where they died, at most 1,000 an operation. They were seized before;
 * those that can't go stay where they are and are free again.
 */
final class RetryOperation extends Operation implements PendingRetry {
    private final EndpointDispatch seizedFrom;
    private final List<DeadMessage> messages;
    /** Those that could not go; written by the committer, before the operation is settled. */
    private final Map<Long, Obstruction> left = new LinkedHashMap<>();

    RetryOperation(EndpointDispatch seizedFrom, List<DeadMessage> messages, long timeoutMillis) {
        super(timeoutMillis);
        this.seizedFrom = seizedFrom;
        this.messages = messages;
    }

    EndpointDispatch seizedFrom() {
        return seizedFrom;
    }

    List<DeadMessage> messages() {
        return messages;
    }

    void leave(long msgId, Obstruction obstruction) {
        left.put(msgId, obstruction);
    }

    @Override
    public Collection<Obstruction> obstructions() {
        return left.values();
    }

    @Override
    int entryBytes() {
        return 64
                + DeadLetters.entryBytes(
                        messages.stream().map(DeadMessage::slot).toList());
    }

    @Override
    void settled(CommitOutcome how) {
        if (how instanceof CommitOutcome.Rejected) {
            seizedFrom
                    .seizures()
                    .restore(messages.stream().map(each -> each.slot().msgId()).toList());
        } else if (how instanceof CommitOutcome.Stored) {
            seizedFrom.seizures().restore(List.copyOf(left.keySet()));
        }
    }
}
