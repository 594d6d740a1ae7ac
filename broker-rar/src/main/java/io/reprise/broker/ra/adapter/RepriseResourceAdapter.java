package io.reprise.broker.ra.adapter;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.vpn.BrokerLocator;
import io.reprise.broker.ra.environment.AdapterEnvironment;
import io.reprise.broker.ra.environment.AdapterEnvironments;
import io.reprise.broker.ra.environment.ContainerWorks;
import io.reprise.broker.ra.environment.EngineAccess;
import io.reprise.broker.ra.environment.ServerNaming;
import io.reprise.broker.ra.environment.ServerTransactions;
import io.reprise.broker.ra.environment.ShortTasks;
import io.reprise.broker.ra.inbound.InboundDelivery;
import io.reprise.broker.ra.inbound.RepriseActivationSpec;
import jakarta.resource.NotSupportedException;
import jakarta.resource.ResourceException;
import jakarta.resource.spi.ActivationSpec;
import jakarta.resource.spi.BootstrapContext;
import jakarta.resource.spi.ResourceAdapter;
import jakarta.resource.spi.ResourceAdapterInternalException;
import jakarta.resource.spi.UnavailableException;
import jakarta.resource.spi.endpoint.MessageEndpointFactory;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.InstantSource;
import java.time.format.DateTimeParseException;
import javax.naming.NamingException;
import javax.transaction.xa.XAResource;
import org.jspecify.annotations.Nullable;

/**
 * The resource adapter [JCA 2.1 §5.3]. It starts before the engine's beans and stops after them; between, it works with the plain
 * object they handed out [WILDFLY.md 16]. The container's threads call it; each start makes everything anew, nothing is static, so a
 * reload works [WILDFLY.md 23].
 */
public class RepriseResourceAdapter implements ResourceAdapter, AdapterEnvironments {
    private static final Logger LOG = System.getLogger(RepriseResourceAdapter.class.getName());

    private String drainTimeout = "PT30S";
    private @Nullable Running running;

    /** What there is between start and stop. */
    private record Running(ContainerWorks works, AdapterEnvironment environment, InboundDelivery inbound) {}

    @Override
    public synchronized void start(BootstrapContext context) throws ResourceAdapterInternalException {
        drain();
        try {
            ContainerWorks works = new ContainerWorks(context);
            EngineAccess engine = new EngineAccess(works, RepriseResourceAdapter::locator);
            ServerTransactions transactions = ServerTransactions.of(context.getTransactionSynchronizationRegistry());
            AdapterEnvironment environment =
                    new AdapterEnvironment(engine, works, transactions, new ShortTasks(works), InstantSource.system());
            running = new Running(works, environment, new InboundDelivery(environment, ServerNaming::lookup));
            engine.open();
        } catch (UnavailableException e) {
            throw new ResourceAdapterInternalException("the server gives no timer", e);
        }
        LOG.log(Level.INFO, "the adapter has started");
    }

    @Override
    public void stop() {
        Running stopping;
        synchronized (this) {
            stopping = running;
            running = null;
        }
        if (stopping == null) {
            return;
        }
        stopping.inbound().stopAll();
        stopping.environment().engine().close(Duration.parse(drainTimeout));
        stopping.works().stop();
        LOG.log(Level.INFO, "the adapter has stopped");
    }

    @Override
    public void endpointActivation(MessageEndpointFactory factory, ActivationSpec spec) throws ResourceException {
        if (!(spec instanceof RepriseActivationSpec ours)) {
            throw new NotSupportedException("activation spec " + spec.getClass().getName() + ", allowed: "
                    + RepriseActivationSpec.class.getName());
        }
        required().inbound().activate(factory, ours);
    }

    @Override
    public void endpointDeactivation(MessageEndpointFactory factory, ActivationSpec spec) {
        Running now = now();
        if (now != null) {
            now.inbound().deactivate(factory, spec);
        }
    }

    /** One for each VPN that beans consume from; an unstarted adapter has none. */
    @Override
    public XAResource[] getXAResources(ActivationSpec[] specs) throws ResourceException {
        Running now = now();
        return now == null ? new XAResource[0] : now.inbound().recoveryResources(specs);
    }

    @Override
    public AdapterEnvironment environment() {
        Running now = now();
        if (now == null) {
            throw new BrokerException(ErrorCode.VPN_STARTING, "the adapter has not started");
        }
        return now.environment();
    }

    /** How long a stop waits for running deliveries, ISO 8601. */
    public String getDrainTimeout() {
        return drainTimeout;
    }

    public void setDrainTimeout(String value) {
        drainTimeout = value;
    }

    /** Equal if configured alike [JCA 2.1 §19.4.2]. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof RepriseResourceAdapter that && drainTimeout.equals(that.drainTimeout);
    }

    @Override
    public int hashCode() {
        return drainTimeout.hashCode();
    }

    private synchronized @Nullable Running now() {
        return running;
    }

    private Running required() throws ResourceException {
        Running now = now();
        if (now == null) {
            throw new UnavailableException("the adapter has not started");
        }
        return now;
    }

    private Duration drain() throws ResourceAdapterInternalException {
        try {
            return Duration.parse(drainTimeout);
        } catch (DateTimeParseException e) {
            throw new ResourceAdapterInternalException(
                    "drainTimeout '" + drainTimeout + "', allowed: ISO 8601 as PT30S", e);
        }
    }

    private static BrokerLocator locator() throws NamingException {
        return (BrokerLocator) ServerNaming.lookup(BrokerLocator.JNDI_NAME);
    }
}
