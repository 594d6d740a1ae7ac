package io.reprise.broker.it.crash;

import com.arjuna.ats.jta.resources.EndXAResource;
import com.arjuna.ats.jta.resources.StartXAResource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.List;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;

/**
 * A resource that halts the virtual machine in one of its methods, once: it takes part in a two-phase commit as any other,
 * remembers durably what it has prepared, and is recovered. Where it stands among the others, the transaction manager
 * decides by its type.
 */
class CrashPoint implements XAResource {

    /** Where a transaction of three resources is cut, and what must become of it. */
    enum Moment {
        /** All the others are prepared; the transaction manager has not decided: nothing may come of it. */
        LAST_PREPARE,
        /** It is decided and nobody knows yet: all of it must come. */
        FIRST_COMMIT,
        /** The broker's branch is committed, the database's is not. */
        MIDDLE_COMMIT,
        /** All the others are committed; the decision isn't forgotten yet. */
        LAST_COMMIT
    }

    private static final int HALTED = 137;

    private final Moment moment;

    private CrashPoint(Moment moment) {
        this.moment = moment;
    }

    static CrashPoint at(Moment moment) {
        return switch (moment) {
            case FIRST_COMMIT -> new First();
            case MIDDLE_COMMIT -> new CrashPoint(moment);
            case LAST_PREPARE, LAST_COMMIT -> new Last(moment);
        };
    }

    /** One that recovers branches and never halts: nothing is armed then. */
    static CrashPoint forRecovery() {
        return new CrashPoint(Moment.MIDDLE_COMMIT);
    }

    private static final class First extends CrashPoint implements StartXAResource {
        First() {
            super(Moment.FIRST_COMMIT);
        }
    }

    private static final class Last extends CrashPoint implements EndXAResource {
        Last(Moment moment) {
            super(moment);
        }
    }

    @Override
    public int prepare(Xid xid) throws XAException {
        try {
            PreparedFile.write(xid);
        } catch (IOException failure) {
            throw (XAException) new XAException(XAException.XA_RBROLLBACK).initCause(failure);
        }
        haltIf(moment == Moment.LAST_PREPARE);
        return XA_OK;
    }

    @Override
    public void commit(Xid xid, boolean onePhase) throws XAException {
        haltIf(moment != Moment.LAST_PREPARE);
        forget(xid);
    }

    @Override
    public void rollback(Xid xid) throws XAException {
        forget(xid);
    }

    @Override
    public void forget(Xid xid) throws XAException {
        try {
            PreparedFile.delete(xid);
        } catch (IOException failure) {
            throw (XAException) new XAException(XAException.XAER_RMFAIL).initCause(failure);
        }
    }

    @Override
    public Xid[] recover(int flags) throws XAException {
        try {
            List<Xid> all = (flags & TMSTARTRSCAN) != 0 ? PreparedFile.all() : List.of();
            return all.toArray(Xid[]::new);
        } catch (IOException failure) {
            throw (XAException) new XAException(XAException.XAER_RMFAIL).initCause(failure);
        }
    }

    @Override
    public void start(Xid xid, int flags) {}

    @Override
    public void end(Xid xid, int flags) {}

    @Override
    public boolean isSameRM(XAResource other) {
        return other == this;
    }

    @Override
    public int getTransactionTimeout() {
        return 0;
    }

    @Override
    public boolean setTransactionTimeout(int seconds) {
        return false;
    }

    private static void haltIf(boolean here) {
        try {
            if (here && Files.deleteIfExists(LoadFolder.armed())) {
                Runtime.getRuntime().halt(HALTED);
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
