package io.reprise.broker.engine.commit;

import io.reprise.broker.engine.deliver.EndpointDispatch;
import io.reprise.broker.model.publish.CommitOutcome;
import java.util.ArrayList;
import java.util.List;

/**
 * An administrator's wish to send dead messages back to where they died, at most 1,000 an operation. They were seized before;
 * those that can't go stay where they are and are free again.
 */
final class RetryOperation extends Operation {
    private final EndpointDispatch seizedFrom;
    private final List<DeadMessage> messages;
    /** Those that could not go; written by the committer, read by it when the operation is settled. */
    private final List<Long> left = new ArrayList<>();

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

    void leave(long msgId) {
        left.add(msgId);
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
            seizedFrom.restore(
                    messages.stream().map(each -> each.slot().msgId()).toList());
        } else if (how instanceof CommitOutcome.Stored) {
            seizedFrom.restore(left);
        }
    }
}
