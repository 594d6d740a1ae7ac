package io.reprise.broker.ra.inbound;

import io.reprise.broker.model.endpoint.EndpointAttributes;
import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.endpoint.Prefetch;
import io.reprise.broker.model.endpoint.RedeliveryOverride;
import io.reprise.broker.model.topic.TopicFilter;
import io.reprise.broker.ra.environment.Login;
import io.reprise.broker.ra.jms.DeserializationAllowList;
import io.reprise.broker.ra.jms.ReplayWish;
import io.reprise.broker.ra.live.LiveWish;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What an activation configuration means, all of it valid; which object the destination is is found out later. Immutable. */
public record ActivationSettings(
        Identity identity,
        Destination destination,
        Subscription subscription,
        Flow flow,
        Delivery delivery,
        Pause pause,
        Setup setup,
        List<String> remarks) {

    /** The effective values, for the log. */
    String shown() {
        return "acknowledgeMode=" + (delivery.dupsOk() ? "Dups-ok-acknowledge" : "Auto-acknowledge")
                + ", maxSession=" + delivery.maxSession()
                + ", transactionTimeout=" + delivery.transactionTimeout()
                + ", stopTimeout=" + delivery.stopTimeout()
                + ", setupAttempts=" + setup.attempts()
                + ", setupInterval=" + setup.interval()
                + ", subscriptions=" + subscription.filters()
                + ", autoCreate=" + subscription.autoCreate()
                + ", user=" + identity.login().username()
                + ", clientId=" + identity.clientId()
                + ", subscriptionName=" + subscription.name()
                + ", shareSubscriptions=" + subscription.shared()
                + ", messageSelector=" + flow.selector()
                + ", prefetch=" + flow.prefetchShown()
                + ", redelivery=" + flow.redeliveryShown()
                + flow.replay().map(wish -> ", " + wish).orElse("")
                + flow.live().map(wish -> ", " + wish).orElse("")
                + ", maxSequentialDeliveryFailures=" + pause.failures()
                + ", failurePauseInterval=" + pause.interval()
                + ", deserializationAllowList="
                + (delivery.allowList().everything()
                        ? "*"
                        : delivery.allowList().prefixes());
    }

    /**
     * Who consumes where.
     *
     * @param vpn null if not given
     * @param clientId empty if not given
     * @param connectionFactoryLookup empty if not given
     * @param login who it is for the VPN's access rules
     */
    public record Identity(@Nullable String vpn, String clientId, String connectionFactoryLookup, Login login) {}

    /**
     * What is consumed from.
     *
     * @param name a JNDI name or a plain one
     * @param kind null if not given: what the bound object is, else a queue
     * @param lookedUp false if the name is plain as it stands
     */
    public record Destination(String name, @Nullable EndpointKind kind, boolean lookedUp) {}

    /**
     * What comes to the endpoint.
     *
     * @param durable whether it is a durable subscription
     * @param name of a durable or shared subscription; empty if it is none
     * @param shared whether all consumers that name it get its messages in turn
     * @param filters what a queue shall attract
     * @param autoCreate whether a missing queue is created
     */
    public record Subscription(
            boolean durable, String name, boolean shared, List<TopicFilter> filters, boolean autoCreate) {}

    /**
     * What it wants of the endpoint for itself.
     *
     * @param selector which messages; empty for all
     * @param prefetch how many messages are sent ahead to each session
     * @param redelivery for its own failures
     * @param replay what it wants replayed
     * @param live what it wants as a live subscriber, if it is to be one
     */
    public record Flow(
            String selector,
            Prefetch prefetch,
            RedeliveryOverride redelivery,
            Optional<ReplayWish> replay,
            Optional<LiveWish> live) {
        private Object prefetchShown() {
            return EndpointAttributes.PREFETCH.required(EndpointKind.QUEUE).write(prefetch);
        }

        private String redeliveryShown() {
            return redelivery.equals(RedeliveryOverride.NONE) ? "the endpoint's" : redelivery.toString();
        }
    }

    /**
     * How it is delivered.
     *
     * @param dupsOk whether deliveries without a transaction are acknowledged in batches
     * @param maxSession 1 and more
     * @param transactionTimeout zero: the server's default
     * @param stopTimeout how long a stop waits for running deliveries
     */
    public record Delivery(
            boolean dupsOk,
            int maxSession,
            Duration transactionTimeout,
            Duration stopTimeout,
            DeserializationAllowList allowList) {}

    /**
     * When it is paused by itself.
     *
     * @param failures in a row; 0: never
     * @param interval after which it goes on; zero: when an administrator says so
     */
    public record Pause(int failures, Duration interval) {}

    /**
     * How a missing destination is waited for.
     *
     * @param attempts -1: for ever
     */
    public record Setup(int attempts, Duration interval) {
        boolean allows(int attemptsMade) {
            return attempts < 0 || attemptsMade < attempts;
        }
    }
}
