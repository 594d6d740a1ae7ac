package io.reprise.broker.ra.outbound;

import io.reprise.broker.ra.xa.LocalXid;
import io.reprise.broker.ra.xa.VpnXaResource;
import jakarta.resource.spi.LocalTransaction;
import jakarta.resource.spi.LocalTransactionException;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import org.jspecify.annotations.Nullable;

/** A transaction that the container runs over this connection alone [JCA 2.1 §7.7]: a branch that is always committed in one phase. */
final class ManagedLocalTransaction implements LocalTransaction {
    private final VpnXaResource resource;
    private @Nullable LocalXid xid;

    ManagedLocalTransaction(VpnXaResource resource) {
        this.resource = resource;
    }

    @Override
    public synchronized void begin() throws LocalTransactionException {
        if (xid != null) {
            throw new LocalTransactionException("a local transaction is running");
        }
        LocalXid begun = LocalXid.next();
        run(() -> resource.start(begun, XAResource.TMNOFLAGS));
        xid = begun;
    }

    @Override
    public void commit() throws LocalTransactionException {
        LocalXid ending = end();
        run(() -> {
            resource.end(ending, XAResource.TMSUCCESS);
            resource.commit(ending, true);
        });
    }

    @Override
    public void rollback() throws LocalTransactionException {
        LocalXid ending = end();
        run(() -> {
            resource.end(ending, XAResource.TMFAIL);
            resource.rollback(ending);
        });
    }

    private synchronized LocalXid end() throws LocalTransactionException {
        LocalXid ending = xid;
        if (ending == null) {
            throw new LocalTransactionException("no local transaction is running");
        }
        xid = null;
        return ending;
    }

    private static void run(Step step) throws LocalTransactionException {
        try {
            step.run();
        } catch (XAException e) {
            throw new LocalTransactionException(e.getMessage(), e);
        }
    }

    private interface Step {
        void run() throws XAException;
    }
}
