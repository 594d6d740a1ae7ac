package io.reprise.broker.ra.xa;

import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.jboss.tm.XAResourceWrapper;
import org.jspecify.annotations.Nullable;

/**
 * An XAResource under the name by which the server's recovery finds its resource manager, as the server itself names those of pooled
 * connections, but not those of deliveries. The transaction manager writes the name beside the branch: when a server dies after the
 * branch was committed and before the decision is forgotten, the next one knows by it that the resource manager was asked and has no
 * such branch any more. Without a name it would look for the branch for ever (ARJUNA016037). The only class that needs one of the
 * server's: not to be touched where that is missing. As thread-safe as the resource.
 */
public final class NamedResource implements XAResourceWrapper {
    private static final String PRODUCT = "Reprise";

    private final XAResource resource;
    private final String jndiName;

    /** @param jndiName of the connection factory that recovery goes by */
    public NamedResource(XAResource resource, String jndiName) {
        this.resource = resource;
        this.jndiName = jndiName;
    }

    @Override
    public XAResource getResource() {
        return resource;
    }

    @Override
    public String getProductName() {
        return PRODUCT;
    }

    @Override
    public String getProductVersion() {
        return "";
    }

    @Override
    public String getJndiName() {
        return jndiName;
    }

    @Override
    public void start(Xid xid, int flags) throws XAException {
        resource.start(xid, flags);
    }

    @Override
    public void end(Xid xid, int flags) throws XAException {
        resource.end(xid, flags);
    }

    @Override
    public int prepare(Xid xid) throws XAException {
        return resource.prepare(xid);
    }

    @Override
    public void commit(Xid xid, boolean onePhase) throws XAException {
        resource.commit(xid, onePhase);
    }

    @Override
    public void rollback(Xid xid) throws XAException {
        resource.rollback(xid);
    }

    @Override
    public void forget(Xid xid) throws XAException {
        resource.forget(xid);
    }

    @Override
    public Xid[] recover(int flags) throws XAException {
        return resource.recover(flags);
    }

    @Override
    public boolean isSameRM(@Nullable XAResource other) throws XAException {
        return resource.isSameRM(other);
    }

    @Override
    public int getTransactionTimeout() throws XAException {
        return resource.getTransactionTimeout();
    }

    @Override
    public boolean setTransactionTimeout(int seconds) throws XAException {
        return resource.setTransactionTimeout(seconds);
    }

    @Override
    public String toString() {
        return resource + " by " + jndiName;
    }
}
