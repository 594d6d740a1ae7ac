package io.reprise.broker.ra.inbound;

import io.reprise.broker.model.delivery.DeliverySession;
import io.reprise.broker.model.delivery.Flow;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.vpn.Broker;
import io.reprise.broker.ra.environment.AdapterEnvironment;
import io.reprise.broker.ra.environment.AdapterHealth;
import io.reprise.broker.ra.environment.Works;
import io.reprise.broker.ra.xa.VpnAccess;
import jakarta.resource.spi.InvalidPropertyException;
import jakarta.resource.spi.endpoint.MessageEndpointFactory;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * One activation of a bean: waits for the engine and the endpoint, is bound by one flow while they are there, and stops. A new one is
 * made for each {@code endpointActivation}, also with the same objects after suspend or stop-delivery [WILDFLY.md 11]. Thread-safe.
 */
public final class EndpointActivation {
    private static final Logger LOG = System.getLogger(EndpointActivation.class.getName());

    private final String name;
    private final MessageEndpointFactory factory;
    private final boolean transacted;
    private final ActivationSettings settings;
    private final DestinationResolver resolver;
    private final AdapterEnvironment environment;
    private volatile ResolvedDestination destination;
    private boolean stopped;
    private boolean binding;
    private int attempts;
    private String trouble = "";
    private @Nullable AdapterHealth health;
    private @Nullable FlowDelivery delivery;
    private Works.@Nullable Delayed retry;

    /** @param name tells it from the other activations of the adapter */
    public EndpointActivation(
            String name,
            MessageEndpointFactory factory,
            ActivationSettings settings,
            ResolvedDestination destination,
            DestinationResolver resolver,
            AdapterEnvironment environment)
            throws NoSuchMethodException {
        this.name = name;
        this.factory = factory;
        this.transacted = BeanEndpoint.isTransacted(factory);
        this.settings = settings;
        this.destination = destination;
        this.resolver = resolver;
        this.environment = environment;
    }

    /** Begins; does not wait for anything. */
    public void start() {
        environment.engine().whenThere(commons -> {
            synchronized (this) {
                if (stopped) {
                    return;
                }
                health = commons.health();
            }
            commons.health().activated();
            environment.works().execute(this::bind);
        });
    }

    /** No new presentation; waits for running deliveries, at most {@code stopTimeout}. A second call does nothing. */
    public void stop() {
        FlowDelivery stopping;
        AdapterHealth told;
        synchronized (this) {
            if (stopped) {
                return;
            }
            stopped = true;
            awaitBinding();
            stopping = delivery;
            told = health;
            if (retry != null) {
                retry.cancel();
            }
        }
        if (stopping != null) {
            stop(stopping);
        }
        if (told != null) {
            told.deactivated(name);
        }
        LOG.log(Level.INFO, "{0} is deactivated", name);
    }

    private void stop(FlowDelivery stopping) {
        stopping.stop();
        Duration timeout = settings.delivery().stopTimeout();
        if (!stopping.awaitStopped(timeout)) {
            LOG.log(
                    Level.WARNING,
                    name + " still runs " + stopping.running() + " deliveries after stopTimeout " + timeout
                            + "; each settles when it comes back");
        }
    }

    private void bind() {
        synchronized (this) {
            if (stopped || binding) {
                return;
            }
            binding = true;
            retry = null;
        }
        try {
            lookAgain();
            bind(environment.engine().broker());
            bound();
        } catch (RuntimeException e) {
            failed(e);
        } finally {
            synchronized (this) {
                binding = false;
                notifyAll();
            }
        }
    }

    /** What was guessed may be bound by now; names of the application's own scope can't be, and stay guessed [WILDFLY.md 12]. */
    private void lookAgain() {
        if (!destination.guessed()) {
            return;
        }
        try {
            destination = resolver.resolve(settings);
        } catch (InvalidPropertyException e) {
            throw new BrokerException(ErrorCode.INVALID_PARAMETER, String.valueOf(e.getMessage()), e);
        }
    }

    private void bind(Broker broker) {
        int sessions = settings.delivery().maxSession();
        Flow flow = new EndpointSetup(destination, settings.flow(), clientName()).bind(broker);
        FlowDelivery made = new FlowDelivery(flow, sessions, this::flowEnded);
        synchronized (this) {
            delivery = made;
        }
        try {
            made.start(sessions, this::presenter, environment.works());
        } catch (RuntimeException e) {
            synchronized (this) {
                delivery = null;
            }
            flow.close();
            throw e;
        }
    }

    private Presenter presenter(DeliverySession session) {
        VpnAccess vpn = environment.engine().vpn(destination.vpnName());
        Settlement settlement = settlement(session, vpn);
        BeanEndpoint endpoint = new BeanEndpoint(
                factory, environment.transactions(), settings.delivery().transactionTimeout(), settlement.resource());
        return new Presenter(endpoint, settlement, settings.delivery().allowList());
    }

    private Settlement settlement(DeliverySession session, VpnAccess vpn) {
        if (transacted) {
            return new TransactedSettlement(session, vpn);
        }
        return settings.delivery().dupsOk() ? new DupsOkSettlement(session, vpn) : new AutoSettlement(session, vpn);
    }

    private void bound() {
        synchronized (this) {
            attempts = 0;
            trouble = "";
        }
        environment.engine().commons().health().well(name);
        LOG.log(
                Level.INFO,
                "{0} consumes from {1} with {2} sessions",
                name,
                destination,
                settings.delivery().maxSession());
    }

    private void failed(RuntimeException e) {
        String why = destination + ": " + e.getMessage();
        synchronized (this) {
            attempts++;
            boolean goesOn = settings.setup().allows(attempts) && !stopped;
            if (!why.equals(trouble)) {
                String then = goesOn ? "tries again every " + settings.setup().interval() : "gives up";
                LOG.log(Level.WARNING, name + " can't consume from " + why + "; " + then);
            }
            trouble = why;
            if (goesOn) {
                retryLater();
            }
        }
        environment.engine().commons().health().troubled(name, why);
    }

    /** Every session has come back. If nobody stopped it, the broker ended the flow: the endpoint is looked for anew. */
    private void flowEnded() {
        FlowDelivery over;
        synchronized (this) {
            over = delivery;
            delivery = null;
            if (stopped || over == null) {
                return;
            }
            trouble = destination + ": " + over.endReason();
            retryLater();
        }
        over.stop();
        LOG.log(Level.WARNING, name + " lost " + trouble);
        environment.engine().commons().health().troubled(name, trouble);
    }

    private void retryLater() {
        retry = environment.works().after(settings.setup().interval(), this::bind);
    }

    private void awaitBinding() {
        boolean interrupted = false;
        while (binding) {
            try {
                wait();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private String clientName() {
        String user = settings.identity().user();
        return user.isEmpty() ? name : user + "@" + name;
    }
}
