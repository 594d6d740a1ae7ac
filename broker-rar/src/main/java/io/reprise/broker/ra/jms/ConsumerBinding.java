package io.reprise.broker.ra.jms;

import io.reprise.broker.model.delivery.BindRequest;
import io.reprise.broker.model.delivery.Flow;
import io.reprise.broker.model.delivery.TemporaryRequest;
import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.endpoint.EndpointName;
import io.reprise.broker.model.endpoint.Prefetch;
import io.reprise.broker.model.endpoint.RedeliveryOverride;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.topic.TopicFilter;
import io.reprise.broker.model.vpn.MessageVpn;
import io.reprise.broker.ra.live.LiveFlow;
import io.reprise.broker.ra.live.LivePlace;
import io.reprise.broker.ra.live.LiveWish;
import jakarta.jms.JMSException;
import java.time.InstantSource;
import java.util.List;
import org.apache.qpid.jms.meta.JmsConnectionInfo;
import org.apache.qpid.jms.meta.JmsConsumerInfo;
import org.jspecify.annotations.Nullable;

/**
 * Binds a client's consumers to endpoints: a queue, the topic endpoint of a durable subscription, or a temporary one where it is not
 * durable; or to the live side. Thread-safe.
 */
final class ConsumerBinding {
    private final MessageVpn vpn;
    private final DurableSubscriptions subscriptions;
    private final JmsConnectionInfo connection;
    private final InstantSource clock;
    private final TemporaryDestinations temporaries;

    /** @param clock from which relative times of replays count back */
    ConsumerBinding(
            MessageVpn vpn, DurableSubscriptions subscriptions, JmsConnectionInfo connection, InstantSource clock) {
        this.vpn = vpn;
        this.subscriptions = subscriptions;
        this.connection = connection;
        this.clock = clock;
        this.temporaries = new TemporaryDestinations(vpn);
    }

    /** The connection's own. */
    TemporaryDestinations temporaries() {
        return temporaries;
    }

    /**
     * Binds it, and asks for the replay that its destination's options want before it takes a message.
     *
     * @throws JMSException if it asks for what is not built
     * @throws BrokerException if the engine refuses; then nothing has changed
     */
    Flow bind(JmsConsumerInfo info) throws JMSException {
        DestinationOptions destination = DestinationOptions.of(info.getDestination());
        destination.replay().ifPresent(wish -> refuseReplay(info, wish));
        destination.live().ifPresent(wish -> refuseLive(info, wish));
        refuseUnsupported(info);
        Flow flow = flow(info, destination);
        try {
            destination.replay().ifPresent(wish -> wish.ask(flow, clock));
            return flow;
        } catch (RuntimeException e) {
            flow.close();
            throw e;
        }
    }

    private Flow flow(JmsConsumerInfo info, DestinationOptions destination) {
        if (info.getDestination().isQueue()) {
            return queue(info, destination);
        }
        if (info.isDurable()) {
            return subscription(info, destination);
        }
        temporaries.requireOwnTopic(destination.name());
        return destination
                .live()
                .map(wish -> live(info, destination, wish))
                .orElseGet(() -> temporary(info, destination));
    }

    private Flow live(JmsConsumerInfo info, DestinationOptions destination, LiveWish wish) {
        TopicFilter topic = TopicFilter.ofDirectSubscriber(destination.name());
        return LiveFlow.open(vpn, topic, wish, selector(info), connection.getClientId(), new LivePlace());
    }

    private Flow queue(JmsConsumerInfo info, DestinationOptions destination) {
        temporaries.requireOwnQueue(destination.name());
        return bind(EndpointKind.QUEUE, EndpointName.of(destination.name()).text(), selector(info), List.of());
    }

    private Flow temporary(JmsConsumerInfo info, DestinationOptions destination) {
        TopicFilter topic = TopicFilter.of(destination.name());
        TemporaryRequest request = info.isShared()
                ? new TemporaryRequest.SharedSubscription(
                        SubscriptionEndpoint.nameOf(explicitClientId(), info.getSubscriptionName()),
                        topic,
                        selector(info))
                : new TemporaryRequest.Subscription(topic, selector(info));
        return OwningFlow.bind(vpn, request, connection.getClientId());
    }

    private Flow subscription(JmsConsumerInfo info, DestinationOptions destination) {
        String endpoint = SubscriptionEndpoint.nameOf(explicitClientId(), info.getSubscriptionName());
        TopicFilter topic = TopicFilter.of(destination.name());
        subscriptions.provide(endpoint, topic, selector(info), info.isShared());
        return bind(EndpointKind.TOPIC_ENDPOINT, endpoint, "", List.of(topic));
    }

    /** What can be known before anything is made or bound. */
    private static void refuseReplay(JmsConsumerInfo info, ReplayWish wish) {
        if (info.getDestination().isTopic() && !info.isDurable()) {
            throw refused(ErrorCode.REPLAY_TEMPORARY_ENDPOINT, wish, "no durable subscription", "a durable one");
        }
        if (info.isShared()) {
            throw refused(ErrorCode.REPLAY_NOT_EXCLUSIVE, wish, "a shared subscription", "an unshared one");
        }
        if (info.isBrowser()) {
            throw refused(ErrorCode.REPLAY_BROWSER, wish, "a browser", "a consumer");
        }
    }

    /** A live subscriber has no endpoint [spec 3.4]. */
    private static void refuseLive(JmsConsumerInfo info, LiveWish wish) {
        if (info.getDestination().isQueue() || info.isDurable() || info.isShared()) {
            String actual = info.getDestination().isQueue() ? "a queue" : "a durable or shared subscription";
            throw BrokerException.refused(
                    ErrorCode.INVALID_PARAMETER, wish.toString(), actual, "a topic, for this consumer alone");
        }
    }

    private static BrokerException refused(ErrorCode code, ReplayWish wish, String actual, String allowed) {
        return BrokerException.refused(code, wish.toString(), actual, allowed);
    }

    /** Ends the durable subscription of that name. */
    void unsubscribe(String subscriptionName) {
        subscriptions.unsubscribe(SubscriptionEndpoint.nameOf(explicitClientId(), subscriptionName));
    }

    private Flow bind(EndpointKind kind, String name, String selector, List<TopicFilter> topics) {
        return vpn.bind(new BindRequest(
                kind, name, connection.getClientId(), selector, Prefetch.INHERIT, RedeliveryOverride.NONE, topics));
    }

    private static String selector(JmsConsumerInfo info) {
        String selector = info.getSelector();
        return selector == null ? "" : selector.strip();
    }

    private @Nullable String explicitClientId() {
        return connection.isExplicitClientID() ? connection.getClientId() : null;
    }

    private static void refuseUnsupported(JmsConsumerInfo info) throws JMSException {
        if (info.isBrowser()) {
            throw JmsErrors.notSupported("browsing " + info.getDestination());
        }
        if (info.isConnectionConsumer()) {
            throw JmsErrors.notSupported("connection consumer of " + info.getDestination());
        }
        if (info.isNoLocal()) {
            throw JmsErrors.notSupported("noLocal on " + info.getDestination());
        }
    }
}
