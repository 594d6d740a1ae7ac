package io.reprise.broker.engine.commit;

import io.reprise.broker.engine.deliver.EndpointDispatch;
import io.reprise.broker.engine.log.MessageSlot;
import io.reprise.broker.model.delivery.DeathReason;
import io.reprise.broker.model.publish.CommitOutcome;
import java.util.ArrayList;
import java.util.List;

/**
 * A proposal to take messages off an endpoint that have died there, at most 1,000 an operation [LOG.md L19]: each goes to the
 * dead message queue, or is deleted, or stays: held where it is, but free again if it was only to make room. They were seized before; if the operation is rejected they are free
 * again, and only then.
 */
final class DeathOperation extends Operation {
    private final EndpointDispatch seizedFrom;
    private final List<MessageSlot> messages;
    private final DeathReason reason;
    /** Those that could go nowhere; written by the committer, read by it when the operation is settled. */
    private final List<Long> held = new ArrayList<>();

    DeathOperation(EndpointDispatch seizedFrom, List<MessageSlot> messages, DeathReason reason, long timeoutMillis) {
        super(timeoutMillis);
        this.seizedFrom = seizedFrom;
        this.messages = messages;
        this.reason = reason;
    }

    EndpointDispatch seizedFrom() {
        return seizedFrom;
    }

    List<MessageSlot> messages() {
        return messages;
    }

    DeathReason reason() {
        return reason;
    }

    void hold(long msgId) {
        held.add(msgId);
    }

    @Override
    int entryBytes() {
        return 64 + DeadLetters.entryBytes(messages);
    }

    /** What has died is held; what was only to make room, or to go as an administrator wished, is as it was. */
    private void stay() {
        if (reason == DeathReason.REDELIVERY || reason == DeathReason.TTL) {
            seizedFrom.seizures().hold(held);
        } else {
            seizedFrom.seizures().restore(held);
        }
    }

    @Override
    void settled(CommitOutcome how) {
        if (how instanceof CommitOutcome.Rejected) {
            seizedFrom
                    .seizures()
                    .restore(messages.stream().map(MessageSlot::msgId).toList());
        } else if (how instanceof CommitOutcome.Stored) {
            stay();
        }
    }
}
