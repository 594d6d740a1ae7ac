package io.reprise.broker.ra.inbound;

import io.reprise.broker.ra.environment.AdapterEnvironment;
import io.reprise.broker.ra.environment.EngineAccess;
import io.reprise.broker.ra.live.LivePlace;
import io.reprise.broker.ra.xa.VpnXaResource;
import jakarta.resource.ResourceException;
import jakarta.resource.spi.ActivationSpec;
import jakarta.resource.spi.InvalidPropertyException;
import jakarta.resource.spi.ResourceAdapterInternalException;
import jakarta.resource.spi.endpoint.MessageEndpointFactory;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import javax.transaction.xa.XAResource;

/** All activations of an adapter, told apart by the identity of the container's objects [WILDFLY.md 10]. Thread-safe. */
public final class InboundDelivery {
    private static final Logger LOG = System.getLogger(InboundDelivery.class.getName());

    private final AdapterEnvironment environment;
    private final DestinationResolver resolver;
    private final Map<Key, Entry> activations = new LinkedHashMap<>();
    private final AtomicInteger numbers = new AtomicInteger();

    public InboundDelivery(AdapterEnvironment environment, DestinationResolver.Naming naming) {
        this.environment = environment;
        this.resolver = new DestinationResolver(naming);
    }

    /** The container's objects, by identity: it makes no promise about their equality. */
    private record Key(MessageEndpointFactory factory, ActivationSpec spec) {
        @Override
        public boolean equals(Object other) {
            return other instanceof Key that && factory == that.factory && spec == that.spec;
        }

        @Override
        public int hashCode() {
            return 31 * System.identityHashCode(factory) + System.identityHashCode(spec);
        }
    }

    private record Entry(EndpointActivation activation, String vpnName) {}

    /**
     * Activates a bean. A second activation with the same objects changes nothing: WildFly makes one when delivery is started while
     * the server is suspended.
     *
     * @throws ResourceException if the configuration can't be; then nothing has changed
     */
    public void activate(MessageEndpointFactory factory, RepriseActivationSpec spec) throws ResourceException {
        ActivationSettings settings = spec.settings();
        requireTimeoutIsPossible(settings);
        ResolvedDestination destination = resolver.resolve(settings);
        String name = name(factory);
        EndpointActivation activation;
        synchronized (activations) {
            Key key = new Key(factory, spec);
            if (activations.containsKey(key)) {
                return;
            }
            activation = activation(name, factory, settings, destination, spec.place());
            activations.put(key, new Entry(activation, destination.vpnName()));
        }
        logEffective(name, settings, destination);
        activation.start();
    }

    /** Deactivates; waits for running deliveries, bounded. Without effect if it is not active. */
    public void deactivate(MessageEndpointFactory factory, ActivationSpec spec) {
        Entry entry;
        synchronized (activations) {
            entry = activations.remove(new Key(factory, spec));
        }
        if (entry != null) {
            entry.activation().stop();
        }
    }

    /** Deactivates what the container has not. */
    public void stopAll() {
        List<Entry> left;
        synchronized (activations) {
            left = List.copyOf(activations.values());
            activations.clear();
        }
        left.forEach(entry -> entry.activation().stop());
    }

    /** If any of these is active here, one resource for each VPN there is; light, so that scans leak nothing. */
    public XAResource[] recoveryResources(ActivationSpec[] specs) {
        Collection<String> vpns = new TreeSet<>();
        synchronized (activations) {
            activations.forEach((key, entry) -> {
                if (List.of(specs).contains(key.spec())) {
                    vpns.add(entry.vpnName());
                }
            });
        }
        EngineAccess engine = environment.engine();
        if (!vpns.isEmpty() && engine.isThere()) {
            vpns.addAll(engine.broker().vpnNames());
        }
        return vpns.stream()
                .map(vpn -> VpnXaResource.forRecovery(engine.vpn(vpn)))
                .toArray(XAResource[]::new);
    }

    private EndpointActivation activation(
            String name,
            MessageEndpointFactory factory,
            ActivationSettings settings,
            ResolvedDestination destination,
            LivePlace place)
            throws ResourceException {
        try {
            BeanSessions bean = new BeanSessions(factory, settings, environment);
            EndpointBinding endpoint =
                    new EndpointBinding(name, settings, destination, resolver, environment.clock(), place);
            return new EndpointActivation(name, bean, endpoint, settings, environment);
        } catch (NoSuchMethodException e) {
            throw new ResourceAdapterInternalException("the bean is no jakarta.jms.MessageListener", e);
        }
    }

    private void requireTimeoutIsPossible(ActivationSettings settings) throws InvalidPropertyException {
        if (!settings.delivery().transactionTimeout().isZero()
                && !environment.transactions().canSetTimeout()) {
            throw new InvalidPropertyException("transactionTimeout = '"
                    + settings.delivery().transactionTimeout()
                    + "': this server shows no transaction manager; allowed: 0");
        }
    }

    private String name(MessageEndpointFactory factory) {
        Class<?> bean = factory.getEndpointClass();
        return (bean == null ? "bean" : bean.getName()) + "#" + numbers.incrementAndGet();
    }

    /** WildFly drops unknown names with a warning only: what counts is shown. */
    private static void logEffective(String name, ActivationSettings settings, ResolvedDestination destination) {
        LOG.log(Level.INFO, "{0} is activated on {1}: {2}", name, destination, settings.shown());
        if (destination.guessed()) {
            LOG.log(
                    Level.INFO,
                    "{0}: nothing is bound to ''{1}'' now: the text after its last / is the name, unless it is bound later",
                    name,
                    settings.destination().name());
        }
        if (!settings.remarks().isEmpty()) {
            LOG.log(Level.WARNING, "{0}: {1}", name, String.join("; ", settings.remarks()));
        }
    }
}
