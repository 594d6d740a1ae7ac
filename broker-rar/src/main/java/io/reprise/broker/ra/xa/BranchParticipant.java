package io.reprise.broker.ra.xa;

/**
 * Somebody whose work goes into a branch: a delivery to a bean, or a managed connection. Each branch it joined ends in exactly one of
 * {@link #settled} and {@link #returned}, which may come on any thread (after a transaction timeout the reaper's [WILDFLY.md 7]).
 */
public interface BranchParticipant {
    /**
     * Its work goes into the branch's unit from now on (XA start, also TMJOIN and TMRESUME).
     *
     * @throws IllegalStateException if it is joined to another one
     */
    void join(Branch branch);

    /** No more of its work goes into the unit (XA end, also TMSUSPEND); nothing if it is not joined. */
    void leave();

    /** The branch is decided and its deliveries are the engine's: stored, or rolled back after a prepare. */
    void settled(Branch branch);

    /** The branch came to nothing before a prepare, or its outcome is unknown: its deliveries are the participant's to return. */
    void returned(Branch branch);
}
