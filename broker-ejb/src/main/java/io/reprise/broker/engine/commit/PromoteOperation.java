package io.reprise.broker.engine.commit;

import io.reprise.broker.engine.client.ClientTally;
import io.reprise.broker.model.publish.CommitOutcome;
import io.reprise.broker.model.publish.CommitOutcome.Stored;
import java.util.List;

/** A direct message for the endpoints and the replay log that attract it [spec 1.5]: stored where there is room, its publisher told nothing. */
final class PromoteOperation extends Operation {
    private final List<EncodedMessage> message;
    private final CommitCounters counters;
    private final ClientTally client;

    PromoteOperation(EncodedMessage message, CommitCounters counters, ClientTally client, long timeoutMillis) {
        super(timeoutMillis);
        this.message = List.of(message);
        this.counters = counters;
        this.client = client;
    }

    /** One. */
    List<EncodedMessage> message() {
        return message;
    }

    @Override
    int entryBytes() {
        return UnitOperation.entryBytes(message, 0);
    }

    @Override
    int intakeKib() {
        return 1 + entryBytes() / 1024;
    }

    @Override
    void settled(CommitOutcome how) {
        if (how instanceof Stored stored) {
            counters.promoted.add(stored.messages());
            client.promoted(stored.messages());
        } else {
            counters.promotionDiscards.increment();
            client.promotionDiscarded();
        }
    }
}
