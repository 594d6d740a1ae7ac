package io.reprise.broker.ra.fake;

import java.util.ArrayList;
import java.util.List;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;

/** Somebody else's resource manager: a database, say. Notes what it is asked. */
public final class ForeignResource implements XAResource {
    public final List<String> asked = new ArrayList<>();
    private boolean refusesToPrepare;

    public ForeignResource refusingToPrepare() {
        refusesToPrepare = true;
        return this;
    }

    @Override
    public void start(Xid xid, int flags) {
        asked.add("start");
    }

    @Override
    public void end(Xid xid, int flags) {
        asked.add("end");
    }

    @Override
    public int prepare(Xid xid) throws XAException {
        asked.add("prepare");
        if (refusesToPrepare) {
            throw new XAException(XAException.XA_RBROLLBACK);
        }
        return XA_OK;
    }

    @Override
    public void commit(Xid xid, boolean onePhase) {
        asked.add(onePhase ? "commit one-phase" : "commit");
    }

    @Override
    public void rollback(Xid xid) {
        asked.add("rollback");
    }

    @Override
    public void forget(Xid xid) {}

    @Override
    public Xid[] recover(int flag) {
        return new Xid[0];
    }

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
}
