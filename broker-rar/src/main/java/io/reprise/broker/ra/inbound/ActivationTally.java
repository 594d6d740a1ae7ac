package io.reprise.broker.ra.inbound;

import java.util.concurrent.atomic.LongAdder;

/** What became of an activation's deliveries. Thread-safe. */
final class ActivationTally {
    private final LongAdder delivered = new LongAdder();
    private final LongAdder failed = new LongAdder();
    private final FailureStreak streak;

    ActivationTally(FailureStreak streak) {
        this.streak = streak;
    }

    /**
     * One delivery ended. What the container refused, or is in doubt, is neither a success nor a failure.
     *
     * @return whether too many failed in a row
     */
    boolean note(long msgId, Ending ending) {
        return switch (ending) {
            case DONE -> {
                delivered.increment();
                streak.end();
                yield false;
            }
            case FAILED -> {
                failed.increment();
                yield streak.failed(msgId);
            }
            case REFUSED, IN_DOUBT -> false;
        };
    }

    FailureStreak streak() {
        return streak;
    }

    long delivered() {
        return delivered.sum();
    }

    long failed() {
        return failed.sum();
    }
}
