package io.reprise.broker.web.receive;

import io.reprise.broker.model.error.BrokerException;
import java.util.List;

/** A receive that is to be answered, once. */
interface Receive {
    /** Messages at most. */
    int max();

    /** How long it waits, milliseconds of the epoch. */
    long deadlineMillis();

    /** Answers with these; with none if none came in time. */
    void answer(List<Held> messages);

    /** Answers with a refusal. */
    void refuse(BrokerException refusal);
}
