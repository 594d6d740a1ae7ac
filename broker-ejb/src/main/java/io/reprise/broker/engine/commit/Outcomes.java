package io.reprise.broker.engine.commit;

import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.publish.CommitOutcome;
import io.reprise.broker.model.publish.CommitOutcome.Rejected;
import io.reprise.broker.model.publish.CommitOutcome.Stored;
import io.reprise.broker.model.publish.CommitOutcome.Unknown;

/** Outcomes that are made in more than one place. */
final class Outcomes {
    /** Stored, without a message. */
    static final CommitOutcome DONE = new Stored(0, 0);

    private Outcomes() {}

    static Rejected notItsTurn(long millis) {
        return new Rejected(
                ErrorCode.BACK_PRESSURE, "not stored: did not get its turn within publishTimeout, " + millis + " ms");
    }

    static Unknown unknownAfter(long millis) {
        return new Unknown("being stored, but the database did not answer within publishTimeout, " + millis + " ms");
    }

    static Rejected unknownBranch(Object branch) {
        return new Rejected(ErrorCode.XA_UNKNOWN_BRANCH, "no prepared branch " + branch);
    }
}
