package io.reprise.broker.ra.jms;

import io.reprise.broker.model.publish.WorkUnit;

/**
 * The seat of a connection in a transaction that somebody else decides: the hook for a managed connection's XAResource or local
 * transaction. While it is joined to a unit, whatever any session of the connection sends or receives goes into that unit instead of
 * being committed by itself; committing, preparing or dropping the unit is the caller's, through {@link
 * io.reprise.broker.model.vpn.MessageVpn}. Each unit must end in exactly one of {@link #settled} and {@link #returned}.
 *
 * <p>Of what is received while joined, everything is acknowledged in the unit at once, whatever the session's acknowledge mode [JMS
 * 3.1 §6.4.4]. Closing a consumer or a session leaves its part of the unit in the unit.
 *
 * <p>Thread-safe, also against a thread that still works on the connection, as after a transaction timeout: what comes after {@link
 * #leave} is not in the unit.
 */
public interface ConnectionBranch {
    /**
     * From now on work goes into {@code unit}: a new one (XA start), or one left before (TMJOIN, TMRESUME).
     *
     * @throws IllegalStateException if it is joined already
     */
    void join(WorkUnit unit);

    /** No more work goes into the unit joined (XA end, also TMSUSPEND); nothing if none is. The unit can now be committed. */
    void leave();

    /** The unit is decided and its deliveries are the engine's: it was stored, or rolled back after a prepare. They are forgotten. */
    void settled(WorkUnit unit);

    /**
     * The unit was not prepared and will not be committed, or its commit was refused or is unknown: each delivery in it is released,
     * its attempt counted [spec 4.3].
     */
    void returned(WorkUnit unit);
}
