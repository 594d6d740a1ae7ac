package io.reprise.broker.model.publish;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;

/** How a unit ended [spec 1.5]. */
public sealed interface CommitOutcome {

    /**
     * It is on disk.
     *
     * @param firstMsgId the id of its first message, those of the others follow without a gap; 0 if it published none
     * @param messages how many ids were given; a duplicate that was acknowledged and dropped got none
     */
    record Stored(long firstMsgId, int messages) implements CommitOutcome {}

    /**
     * Admitted, and stored with the next commit: what the sender of a non-persistent message hears if it asked for no more
     * [spec 1.5]. Should that commit fail, the message is lost, and counted as such.
     *
     * @param messages how many; a duplicate that was dropped is none
     */
    record Admitted(int messages) implements CommitOutcome {}

    /**
     * A NACK: nothing of it happened, its messages are nowhere.
     *
     * @param code why
     * @param text what failed, on which object, the value and what is allowed
     */
    record Rejected(ErrorCode code, String text) implements CommitOutcome {}

    /** It may or may not be stored: to be sent again with the same publisher sequence. */
    record Unknown(String text) implements CommitOutcome {}

    /** Returns if stored, or admitted where that is enough (then without ids), else throws with the code of the rejection or {@code OUTCOME_UNKNOWN}. */
    default Stored orThrow() {
        if (this instanceof Stored stored) {
            return stored;
        }
        if (this instanceof Admitted admitted) {
            return new Stored(0, admitted.messages());
        }
        if (this instanceof Rejected rejected) {
            throw new BrokerException(rejected.code(), rejected.text());
        }
        throw new BrokerException(ErrorCode.OUTCOME_UNKNOWN, ((Unknown) this).text());
    }
}
