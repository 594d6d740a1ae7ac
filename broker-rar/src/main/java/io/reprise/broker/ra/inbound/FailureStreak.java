package io.reprise.broker.ra.inbound;

/**
 * Failed deliveries in a row, over all sessions of an activation. It is too long when it has reached the limit and more than one
 * message is in it: a poisonous message that fails alone, however often, says nothing about the others. Thread-safe; a success while
 * nothing failed costs one read.
 */
final class FailureStreak {
    private final int limit;
    private volatile int failures;
    private long firstMsgId;
    private boolean several;

    /** @param limit failures; 0 for none */
    FailureStreak(int limit) {
        this.limit = limit;
    }

    /** A delivery succeeded, or everything begins anew: the row is over. */
    void end() {
        if (failures != 0) {
            clear();
        }
    }

    private synchronized void clear() {
        failures = 0;
        several = false;
    }

    /**
     * A delivery failed.
     *
     * @return whether there are too many now
     */
    synchronized boolean failed(long msgId) {
        if (failures == 0) {
            firstMsgId = msgId;
        }
        several |= msgId != firstMsgId;
        failures = Math.incrementExact(failures);
        return limit > 0 && several && failures >= limit;
    }

    /** How long it is. */
    int length() {
        return failures;
    }
}
