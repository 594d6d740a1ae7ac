package io.reprise.broker.ra.inbound;

import java.time.Duration;

/**
 * How long a session rests after a delivery that did not succeed, so that neither a poisonous message nor a container without a free
 * bean is a loop at full speed [WILDFLY.md 5]. A single failure costs nothing; a success ends it. One thread.
 */
final class Backoff {
    private static final Duration FIRST_AFTER_FAILURE = Duration.ofMillis(10);
    private static final Duration LONGEST_AFTER_FAILURE = Duration.ofSeconds(1);
    private static final Duration FIRST_AFTER_REFUSAL = Duration.ofMillis(100);
    private static final Duration LONGEST_AFTER_REFUSAL = Duration.ofSeconds(5);
    private static final int MAX_DOUBLINGS = 20;

    private int failures;
    private int refusals;

    Duration after(Ending ending) {
        return switch (ending) {
            case DONE, IN_DOUBT -> {
                failures = 0;
                refusals = 0;
                yield Duration.ZERO;
            }
            case FAILED -> doubled(FIRST_AFTER_FAILURE, failures++ - 1, LONGEST_AFTER_FAILURE);
            case REFUSED -> doubled(FIRST_AFTER_REFUSAL, refusals++, LONGEST_AFTER_REFUSAL);
        };
    }

    private static Duration doubled(Duration first, int doublings, Duration longest) {
        if (doublings < 0) {
            return Duration.ZERO;
        }
        Duration pause = first.multipliedBy(1L << Math.min(doublings, MAX_DOUBLINGS));
        return pause.compareTo(longest) > 0 ? longest : pause;
    }
}
