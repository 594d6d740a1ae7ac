package io.reprise.broker.engine.commit;

import io.reprise.broker.engine.client.ClientTally;
import io.reprise.broker.model.publish.CommitOutcome;
import io.reprise.broker.model.publish.CommitOutcome.Admitted;
import io.reprise.broker.model.publish.CommitOutcome.Rejected;
import io.reprise.broker.model.publish.CommitOutcome.Stored;

/**
 * Counts how the messages of one operation ended, for the VPN and for who sent them, and how long that took. Made by the sender's
 * thread; settled once, by the committer or by who withdraws the operation.
 */
final class PublishTally {
    private final CommitCounters counters;
    private final CommitListener listener;
    private final ClientTally client;
    private final int messages;
    private final long beganNanos;

    /** @param messages how many; 0 if it only acknowledges: then nothing is counted */
    PublishTally(CommitCounters counters, CommitListener listener, ClientTally client, int messages) {
        this.counters = counters;
        this.listener = listener;
        this.client = client;
        this.messages = messages;
        this.beganNanos = messages == 0 ? 0 : System.nanoTime();
    }

    void settled(CommitOutcome how) {
        if (messages == 0) {
            return;
        }
        if (how instanceof Stored stored) {
            accepted(stored.messages());
        } else if (how instanceof Admitted admitted) {
            accepted(admitted.messages());
        } else if (how instanceof Rejected rejected) {
            counters.rejected(rejected.code(), messages);
            client.refused(rejected.code(), messages);
        }
    }

    private void accepted(int stored) {
        client.stored(stored, messages - stored);
        listener.answered(System.nanoTime() - beganNanos);
    }
}
