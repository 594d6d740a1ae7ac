package io.reprise.broker.ra.jms;

import io.reprise.broker.model.delivery.BindRequest;
import io.reprise.broker.model.delivery.Flow;
import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.endpoint.EndpointName;
import io.reprise.broker.model.endpoint.Prefetch;
import io.reprise.broker.model.endpoint.RedeliveryOverride;
import io.reprise.broker.model.topic.TopicFilter;
import io.reprise.broker.model.vpn.MessageVpn;
import jakarta.jms.JMSException;
import org.apache.qpid.jms.meta.JmsConnectionInfo;
import org.apache.qpid.jms.meta.JmsConsumerInfo;
import org.jspecify.annotations.Nullable;

/** Binds a client's consumers to endpoints: a queue, or the topic endpoint of a durable subscription. Thread-safe. */
final class ConsumerBinding {
    private final MessageVpn vpn;
    private final DurableSubscriptions subscriptions;
    private final JmsConnectionInfo connection;

    ConsumerBinding(MessageVpn vpn, DurableSubscriptions subscriptions, JmsConnectionInfo connection) {
        this.vpn = vpn;
        this.subscriptions = subscriptions;
        this.connection = connection;
    }

    /**
     * Binds it.
     *
     * @throws JMSException if it asks for what is not built
     * @throws io.reprise.broker.model.error.BrokerException if the engine refuses; then nothing has changed
     */
    Flow bind(JmsConsumerInfo info) throws JMSException {
        refuseUnsupported(info);
        if (info.getDestination().isQueue()) {
            String queue = EndpointName.of(info.getDestination().getAddress()).text();
            return bind(EndpointKind.QUEUE, queue, selector(info));
        }
        String endpoint = SubscriptionEndpoint.nameOf(explicitClientId(), info.getSubscriptionName());
        subscriptions.provide(
                endpoint, TopicFilter.of(info.getDestination().getAddress()), selector(info), info.isShared());
        return bind(EndpointKind.TOPIC_ENDPOINT, endpoint, "");
    }

    /** Ends the durable subscription of that name. */
    void unsubscribe(String subscriptionName) {
        subscriptions.unsubscribe(SubscriptionEndpoint.nameOf(explicitClientId(), subscriptionName));
    }

    private Flow bind(EndpointKind kind, String name, String selector) {
        return vpn.bind(new BindRequest(
                kind, name, connection.getClientId(), selector, Prefetch.INHERIT, RedeliveryOverride.NONE));
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
        if (info.getDestination().isTopic() && !info.isDurable()) {
            throw JmsErrors.notSupported("non-durable consumer of topic " + info.getDestination());
        }
    }
}
