package io.reprise.broker.model.replay;

import io.reprise.broker.model.endpoint.SempName;
import java.util.EnumSet;
import java.util.Set;

/** How far the replay of an endpoint is [spec 2.4]; see docs/state-machine.md. */
public enum ReplayState implements SempName {
    /** There has been none. */
    NONE("n/a"),
    /** Its start is on disk; the first messages are not on the endpoint yet. */
    INITIALIZING("initializing"),
    /** Messages of the log are put on the endpoint; live ones are held back. */
    ACTIVE("active"),
    /** All are on the endpoint and live delivery is on, but some are not acknowledged. */
    PENDING_COMPLETE("pending-complete"),
    /** All were acknowledged. */
    COMPLETE("complete"),
    /** It was cancelled or could not go on; what was there before it is back. */
    FAILED("failed");

    private final String sempName;

    ReplayState(String sempName) {
        this.sempName = sempName;
    }

    @Override
    public String sempName() {
        return sempName;
    }

    /** Whether it is under way: it can be cancelled, and a new start cancels it. */
    public boolean isRunning() {
        return this == INITIALIZING || this == ACTIVE || this == PENDING_COMPLETE;
    }

    /** Whether live messages are held back for it. */
    public boolean holdsBack() {
        return this == INITIALIZING || this == ACTIVE;
    }

    /** Where it may go from here. */
    public Set<ReplayState> next() {
        return switch (this) {
            case NONE, COMPLETE, FAILED -> EnumSet.of(INITIALIZING);
            case INITIALIZING -> EnumSet.of(ACTIVE, PENDING_COMPLETE, COMPLETE, FAILED);
            case ACTIVE -> EnumSet.of(PENDING_COMPLETE, COMPLETE, FAILED);
            case PENDING_COMPLETE -> EnumSet.of(COMPLETE, FAILED);
        };
    }
}
