package io.reprise.broker.ra.inbound;

import io.reprise.broker.model.management.ActivationState;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Instant;
import java.time.InstantSource;

/** What an activation is doing, why, and since when. Guarded by its activation. */
final class ActivationStatus {
    private static final Logger LOG = System.getLogger(ActivationStatus.class.getName());

    private final String name;
    private final InstantSource clock;
    private ActivationState state = ActivationState.WAITING;
    private String reason = "activated";
    private Instant since;

    ActivationStatus(String name, InstantSource clock) {
        this.name = name;
        this.clock = clock;
        this.since = clock.instant();
    }

    boolean is(ActivationState expected) {
        return state == expected;
    }

    ActivationState state() {
        return state;
    }

    String reason() {
        return reason;
    }

    Instant since() {
        return since;
    }

    /** Moves on if that is legal; false, and nothing changes, if not. */
    boolean move(ActivationState next, String why) {
        if (!state.next().contains(next)) {
            return false;
        }
        Level level = next == ActivationState.PAUSED ? Level.WARNING : Level.DEBUG;
        LOG.log(level, "{0}: {1} -> {2} {3}", name, state, next, why);
        state = next;
        reason = why;
        since = clock.instant();
        return true;
    }

    /** The same state for another reason. */
    void explain(String why) {
        reason = why;
    }
}
