package io.reprise.broker.model.replay;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.message.ReplicationGroupMsgId;
import java.time.InstantSource;

/** Where a replay begins, as people write it in one text [spec 2.2, 4.1]. Immutable. */
public sealed interface ReplayLocation {
    String BEGINNING = "beginning";

    /** For people. */
    String ALLOWED = BEGINNING + ", " + ReplayTime.ALLOWED + ", or rmid1:… for what follows that message";

    /** All that the log holds. */
    record Beginning() implements ReplayLocation {
        @Override
        public ReplayStart start(InstantSource clock) {
            return new ReplayStart.Beginning();
        }
    }

    /** From a time on. */
    record From(ReplayTime time) implements ReplayLocation {
        @Override
        public ReplayStart start(InstantSource clock) {
            return new ReplayStart.FromTime(time.at(clock));
        }
    }

    /** What follows a message. */
    record After(ReplicationGroupMsgId message) implements ReplayLocation {
        @Override
        public ReplayStart start(InstantSource clock) {
            return new ReplayStart.AfterMessage(message);
        }
    }

    /** What to ask the engine for, now by this clock. */
    ReplayStart start(InstantSource clock);

    /**
     * Reads a location.
     *
     * @param parameter what it is the value of, for the refusal
     * @throws BrokerException INVALID_PARAMETER if it is malformed
     */
    static ReplayLocation parse(String parameter, String text) {
        if (text.equalsIgnoreCase(BEGINNING)) {
            return new Beginning();
        }
        try {
            return text.startsWith("rmid")
                    ? new After(ReplicationGroupMsgId.parse(text))
                    : new From(ReplayTime.parse(parameter, text));
        } catch (BrokerException malformed) {
            throw BrokerException.refused(ErrorCode.INVALID_PARAMETER, parameter, "'" + text + "'", ALLOWED);
        }
    }
}
