package io.reprise.broker.engine.commit;

import io.reprise.broker.engine.access.PublishRight;
import io.reprise.broker.engine.deliver.EngineDelivery;
import io.reprise.broker.model.publish.CommitOutcome;
import java.util.List;

/** Messages to publish and deliveries to acknowledge, whole or not at all. */
final class UnitOperation extends Operation {
    private final List<EncodedMessage> messages;
    private final List<EngineDelivery> acknowledgements;
    private final int entryBytes;
    private final boolean answeredAtAdmission;
    private final PublishRight right;
    private final UndecidedSubjects undecided;
    private final PublishTally tally;
    private boolean isDecided;
    private int admittedMessages;

    /**
     * A unit.
     *
     * @param right by which its messages are published
     * @param answeredAtAdmission whether it is settled when it is in a draft, before that is written [spec 1.5]
     */
    UnitOperation(
            List<EncodedMessage> messages,
            List<EngineDelivery> acknowledgements,
            PublishRight right,
            boolean answeredAtAdmission,
            UndecidedSubjects undecided,
            PublishTally tally,
            long timeoutMillis) {
        super(timeoutMillis);
        this.tally = tally;
        this.right = right;
        this.undecided = undecided;
        this.answeredAtAdmission = answeredAtAdmission;
        this.messages = messages;
        this.acknowledgements = acknowledgements;
        this.entryBytes = entryBytes(messages, acknowledgements.size());
    }

    static int entryBytes(List<EncodedMessage> messages, int acknowledgements) {
        int bytes = 64 + 8 * acknowledgements;
        for (EncodedMessage message : messages) {
            bytes += message.entryBytes();
        }
        return bytes;
    }

    /** It is in a draft with so many messages; its sender is told now, if that is enough. The committer's. */
    void admitted(int messagesInDraft) {
        if (answeredAtAdmission) {
            admittedMessages = messagesInDraft;
            settle(new CommitOutcome.Admitted(messagesInDraft));
        }
    }

    @Override
    int lostMessages() {
        int lost = admittedMessages;
        admittedMessages = 0;
        return lost;
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
    int intakeKib() {
        return messages.isEmpty() ? 0 : 1 + entryBytes / 1024;
    }

    @Override
    void settled(CommitOutcome how) {
        tally.settled(how);
        if (how instanceof CommitOutcome.Rejected) {
            acknowledgements.forEach(EngineDelivery::settlingFailed);
        }
        if (!(how instanceof CommitOutcome.Admitted)) {
            over();
        }
    }

    @Override
    void over() {
        if (!isDecided) {
            isDecided = true;
            undecided.remove(messages);
        }
    }
}
