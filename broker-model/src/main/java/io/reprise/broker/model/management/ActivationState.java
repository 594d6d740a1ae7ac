package io.reprise.broker.model.management;

import java.util.EnumSet;
import java.util.Set;

/** What an activation of a message-driven bean is doing; see docs/state-machine.md. */
public enum ActivationState {
    /** Waits for its endpoint, and looks for it again and again; also one that was resumed, until its last deliveries are back. */
    WAITING,
    /** Bound: its sessions receive. */
    RUNNING,
    /** Takes nothing: after failures, or by an administrator. It is not bound, so that another consumer may take over. */
    PAUSED,
    /** Looks for its endpoint no more: {@code setupAttempts} is used up, or the replay it wants was refused. */
    GIVEN_UP,
    /** Deactivated. */
    STOPPED;

    /** Where it may go from here. */
    public Set<ActivationState> next() {
        return switch (this) {
            case WAITING -> EnumSet.of(RUNNING, PAUSED, GIVEN_UP, STOPPED);
            case RUNNING -> EnumSet.of(WAITING, PAUSED, STOPPED);
            case PAUSED -> EnumSet.of(WAITING, PAUSED, STOPPED);
            case GIVEN_UP -> EnumSet.of(WAITING, PAUSED, STOPPED);
            case STOPPED -> EnumSet.noneOf(ActivationState.class);
        };
    }
}
