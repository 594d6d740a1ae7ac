package io.reprise.broker.ra.inbound;

import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.endpoint.EndpointName;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.topic.TopicFilter;
import io.reprise.broker.model.vpn.Broker;
import io.reprise.broker.ra.inbound.ResolvedDestination.Source;
import io.reprise.broker.ra.jms.Destinations;
import io.reprise.broker.ra.jms.ReplayWish;
import io.reprise.broker.ra.jms.SubscriptionEndpoint;
import io.reprise.broker.ra.live.LiveWish;
import io.reprise.broker.ra.outbound.ManagedJmsConnectionFactory;
import jakarta.jms.JMSException;
import jakarta.jms.Queue;
import jakarta.jms.Topic;
import jakarta.resource.spi.InvalidPropertyException;
import java.util.List;
import javax.naming.NamingException;
import org.jspecify.annotations.Nullable;

/**
 * Finds out what an activation's destination is. Runs in {@code endpointActivation} only, where the application's own JNDI names work
 * [WILDFLY.md 12].
 */
public final class DestinationResolver {
    private final Naming naming;

    DestinationResolver(Naming naming) {
        this.naming = naming;
    }

    /** JNDI. */
    public interface Naming {
        Object lookup(String name) throws NamingException;
    }

    /** A destination by name, of a kind that may not be known. */
    private record Named(String name, @Nullable EndpointKind kind, boolean guessed) {}

    /** Where an activation is at home. */
    private record Home(String vpnName, String clientId) {}

    /** @throws InvalidPropertyException if the bound object is no destination, of another kind, or of a kind that is not built */
    ResolvedDestination resolve(ActivationSettings settings) throws InvalidPropertyException {
        Home home = home(settings.identity());
        ActivationSettings.Destination wanted = settings.destination();
        Named found = wanted.lookedUp() ? lookedUp(wanted) : new Named(wanted.name(), wanted.kind(), false);
        EndpointKind kind = found.kind() == null ? EndpointKind.QUEUE : found.kind();
        refuseOptions(kind, found.name());
        refuseOptions(EndpointKind.TOPIC_ENDPOINT, wanted.name()); // a guess may have cut them off
        try {
            return kind == EndpointKind.QUEUE ? queue(found, settings, home) : topic(found, settings, home);
        } catch (BrokerException e) {
            throw new InvalidPropertyException("destination = '" + wanted.name() + "': " + e.getMessage(), e);
        }
    }

    /** Properties win over the connection factory, that wins over the default. */
    private Home home(ActivationSettings.Identity identity) throws InvalidPropertyException {
        Home otherwise = identity.connectionFactoryLookup().isEmpty()
                ? new Home(Broker.DEFAULT_VPN, "")
                : homeOf(identity.connectionFactoryLookup());
        String vpn = identity.vpn();
        return new Home(
                vpn == null ? otherwise.vpnName() : vpn,
                identity.clientId().isEmpty() ? otherwise.clientId() : identity.clientId());
    }

    private Home homeOf(String connectionFactory) throws InvalidPropertyException {
        String problem = "connectionFactoryLookup = '" + connectionFactory + "': ";
        try {
            Object bound = naming.lookup(connectionFactory);
            if (bound instanceof ManagedJmsConnectionFactory ours) {
                return new Home(ours.vpnName(), ours.clientId());
            }
            throw new InvalidPropertyException(problem + "bound to a "
                    + bound.getClass().getName() + ", allowed: a connection factory of this adapter");
        } catch (NamingException e) {
            throw new InvalidPropertyException(problem + "nothing is bound there", e);
        }
    }

    private Named lookedUp(ActivationSettings.Destination wanted) throws InvalidPropertyException {
        Object bound;
        try {
            bound = naming.lookup(wanted.name());
        } catch (NamingException e) {
            return unbound(wanted);
        }
        Named named = named(bound, wanted.name());
        if (wanted.kind() != null && wanted.kind() != named.kind()) {
            throw new InvalidPropertyException("destinationType: a "
                    + wanted.kind().text() + " is wanted, but '" + wanted.name() + "' is bound to " + bound);
        }
        return named;
    }

    private static Named unbound(ActivationSettings.Destination wanted) {
        String name = wanted.name().substring(wanted.name().lastIndexOf('/') + 1);
        return new Named(name, wanted.kind(), true);
    }

    /** Options are for an application's own consumers; a bean has properties for it. */
    private static void refuseOptions(EndpointKind kind, String name) throws InvalidPropertyException {
        if (Destinations.haveOptions(kind == EndpointKind.QUEUE, name)) {
            throw new InvalidPropertyException("destination: '" + name
                    + "' has options; allowed: a name alone, and the properties " + ReplayWish.FROM + " and "
                    + ReplayWish.ID);
        }
    }

    private static Named named(Object bound, String jndiName) throws InvalidPropertyException {
        try {
            if (bound instanceof Queue queue) {
                return new Named(queue.getQueueName(), EndpointKind.QUEUE, false);
            }
            if (bound instanceof Topic topic) {
                return new Named(topic.getTopicName(), EndpointKind.TOPIC_ENDPOINT, false);
            }
        } catch (JMSException e) {
            throw new InvalidPropertyException("destination = '" + jndiName + "': it does not tell its name", e);
        }
        throw new InvalidPropertyException("destination = '" + jndiName + "': bound to a "
                + bound.getClass().getName() + ", allowed: a jakarta.jms.Queue or Topic");
    }

    private static ResolvedDestination queue(Named found, ActivationSettings settings, Home home)
            throws InvalidPropertyException {
        ActivationSettings.Subscription wanted = settings.subscription();
        refuseOnQueue(wanted.durable(), "subscriptionDurability = 'Durable'");
        refuseOnQueue(wanted.shared(), "shareSubscriptions = 'true'");
        refuseOnQueue(settings.flow().live().isPresent(), LiveWish.TOPIC_DELIVERY);
        return new ResolvedDestination(
                home.vpnName(),
                EndpointKind.QUEUE,
                EndpointName.of(found.name()).text(),
                wanted.filters(),
                wanted.autoCreate(),
                Source.ENDPOINT,
                found.guessed());
    }

    private static void refuseOnQueue(boolean wanted, String what) throws InvalidPropertyException {
        if (wanted) {
            throw new InvalidPropertyException(what + ": contradicts the destination, which is a queue");
        }
    }

    private static ResolvedDestination topic(Named found, ActivationSettings settings, Home home)
            throws InvalidPropertyException {
        ActivationSettings.Subscription wanted = settings.subscription();
        if (!wanted.filters().isEmpty()) {
            throw new InvalidPropertyException(
                    "subscriptions: contradicts the destination, which is a topic; allowed: with a queue");
        }
        Source source = source(settings);
        if (source != Source.ENDPOINT && settings.flow().replay().isPresent()) {
            throw new InvalidPropertyException(ReplayWish.FROM
                    + ": contradicts subscriptionDurability, which is NonDurable: a temporary endpoint has no replay");
        }
        TopicFilter topic =
                source == Source.LIVE ? TopicFilter.ofDirectSubscriber(found.name()) : TopicFilter.of(found.name());
        String endpoint = wanted.name().isEmpty() ? "" : SubscriptionEndpoint.nameOf(home.clientId(), wanted.name());
        return new ResolvedDestination(
                home.vpnName(),
                EndpointKind.TOPIC_ENDPOINT,
                endpoint,
                List.of(topic),
                source == Source.ENDPOINT,
                source,
                found.guessed());
    }

    private static Source source(ActivationSettings settings) throws InvalidPropertyException {
        boolean durable = settings.subscription().durable();
        if (settings.flow().live().isPresent()) {
            if (durable) {
                throw new InvalidPropertyException(
                        LiveWish.TOPIC_DELIVERY
                                + ": contradicts subscriptionDurability = 'Durable': a live subscriber has no subscription that lasts");
            }
            return Source.LIVE;
        }
        if (durable) {
            return Source.ENDPOINT;
        }
        return settings.subscription().shared() ? Source.SHARED_TEMPORARY : Source.TEMPORARY;
    }
}
