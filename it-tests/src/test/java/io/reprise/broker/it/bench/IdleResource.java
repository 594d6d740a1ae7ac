package io.reprise.broker.it.bench;

import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;

/** A resource manager that has nothing to do and always succeeds. */
final class IdleResource implements XAResource {
    @Override
    public void start(Xid xid, int flags) {}

    @Override
    public void end(Xid xid, int flags) {}

    @Override
    public int prepare(Xid xid) {
        return XA_RDONLY;
    }

    @Override
    public void commit(Xid xid, boolean onePhase) {}

    @Override
    public void rollback(Xid xid) {}

    @Override
    public void forget(Xid xid) {}

    @Override
    public Xid[] recover(int flag) {
        return new Xid[0];
    }

    @Override
    public boolean isSameRM(XAResource other) {
        return this == other;
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
