package io.reprise.broker.ra.inbound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.topic.TopicFilter;
import io.reprise.broker.ra.inbound.ResolvedDestination.Source;
import io.reprise.broker.ra.jms.RepriseQueue;
import io.reprise.broker.ra.jms.RepriseTopic;
import java.util.HashMap;
import java.util.Map;
import javax.naming.NameNotFoundException;
import org.junit.jupiter.api.Test;

class DestinationResolverTest {
    private final Map<String, Object> bound = new HashMap<>();
    private final DestinationResolver resolver = new DestinationResolver(name -> {
        Object object = bound.get(name);
        if (object == null) {
            throw new NameNotFoundException(name);
        }
        return object;
    });

    @Test
    void takesTheNameOfABoundQueue() throws Exception {
        bound.put("java:/jms/Orders", new RepriseQueue("shop/orders"));

        ResolvedDestination found = resolve(Map.of("destinationLookup", "java:/jms/Orders"));

        assertThat(found.endpointName()).isEqualTo("shop/orders");
        assertThat(found.kind()).isEqualTo(EndpointKind.QUEUE);
        assertThat(found.vpnName()).isEqualTo("default");
    }

    @Test
    void takesTheTextAfterTheLastSlashWhenNothingIsBound() throws Exception {
        assertThat(resolve(Map.of("destination", "java:/jms/queue/orders")).endpointName())
                .isEqualTo("orders");
        assertThat(resolve(Map.of("destination", "orders")).endpointName()).isEqualTo("orders");
    }

    @Test
    void takesTheWholeTextWhenItIsNotLookedUp() throws Exception {
        assertThat(resolve(Map.of("destination", "shop/orders", "useJNDI", "false"))
                        .endpointName())
                .isEqualTo("shop/orders");
    }

    @Test
    void makesADurableSubscriptionOfATopic() throws Exception {
        bound.put("java:/jms/Prices", new RepriseTopic("prices/*"));

        ResolvedDestination found = resolve(Map.of(
                "destinationLookup", "java:/jms/Prices",
                "subscriptionDurability", "Durable",
                "subscriptionName", "mine",
                "clientId", "me"));

        assertThat(found.kind()).isEqualTo(EndpointKind.TOPIC_ENDPOINT);
        assertThat(found.endpointName()).isEqualTo("me.mine");
        assertThat(found.subscriptions()).containsExactly(TopicFilter.of("prices/*"));
        assertThat(found.createdIfMissing()).isTrue();
    }

    @Test
    void makesATemporaryEndpointOfATopicWithoutDurableSubscription() throws Exception {
        ResolvedDestination found = resolve(Map.of("destination", "prices", "destinationType", "jakarta.jms.Topic"));

        assertThat(found.source()).isEqualTo(Source.TEMPORARY);
        assertThat(found.topic()).isEqualTo(TopicFilter.of("prices"));
        assertThat(found.endpointName()).isEmpty();
        assertThat(found.shownName()).isEqualTo("prices");
    }

    @Test
    void sharesOneByTheSubscriptionsName() throws Exception {
        ResolvedDestination found = resolve(Map.of(
                "destination", "prices",
                "destinationType", "Topic",
                "shareSubscriptions", "true",
                "subscriptionName", "mine",
                "clientId", "me"));

        assertThat(found.source()).isEqualTo(Source.SHARED_TEMPORARY);
        assertThat(found.endpointName()).isEqualTo("me.mine");
    }

    @Test
    void makesALiveSubscriberOfATopicWhenAsked() throws Exception {
        ResolvedDestination found =
                resolve(Map.of("destination", "!prices", "destinationType", "Topic", "topicDelivery", "direct"));

        assertThat(found.source()).isEqualTo(Source.LIVE);
        assertThat(found.topic()).isEqualTo(TopicFilter.ofDirectSubscriber("!prices"));
    }

    @Test
    void refusesLiveDeliveryWhereThereIsAnEndpoint() {
        assertThatThrownBy(() -> resolve(Map.of("destination", "q", "history", "3")))
                .hasMessageContaining("topicDelivery: contradicts the destination, which is a queue");
        assertThatThrownBy(() -> resolve(Map.of(
                        "destination", "t",
                        "destinationType", "Topic",
                        "subscriptionDurability", "Durable",
                        "subscriptionName", "s",
                        "topicDelivery", "direct")))
                .hasMessageContaining("subscriptionName = 's': contradicts topicDelivery");
    }

    @Test
    void refusesAReplayWithoutADurableSubscription() {
        assertThatThrownBy(() -> resolve(Map.of(
                        "destination", "t",
                        "destinationType", "Topic",
                        "replayFrom", "beginning",
                        "replayId", "x")))
                .hasMessageContaining("replayFrom: contradicts subscriptionDurability");
    }

    @Test
    void refusesAnObjectOfAnotherKindThanIsWanted() {
        bound.put("java:/jms/Prices", new RepriseTopic("prices"));
        bound.put("java:/other", "text");

        assertThatThrownBy(() ->
                        resolve(Map.of("destination", "java:/jms/Prices", "destinationType", "jakarta.jms.Queue")))
                .hasMessageContaining("destinationType");
        assertThatThrownBy(() -> resolve(Map.of("destination", "java:/other")))
                .hasMessageContaining("java.lang.String");
    }

    @Test
    void refusesWhatDoesNotGoWithTheDestination() {
        assertThatThrownBy(() -> resolve(
                        Map.of("destination", "q", "subscriptionDurability", "Durable", "subscriptionName", "s")))
                .hasMessageContaining("which is a queue");
        assertThatThrownBy(() -> resolve(Map.of(
                        "destination", "t",
                        "destinationType", "Topic",
                        "subscriptionDurability", "Durable",
                        "subscriptionName", "s",
                        "subscriptions", "a/>")))
                .hasMessageContaining("which is a topic");
    }

    @Test
    void refusesAForeignOrMissingConnectionFactory() {
        bound.put("java:/JmsXA", "foreign");

        assertThatThrownBy(() -> resolve(Map.of("destination", "q", "connectionFactoryLookup", "java:/JmsXA")))
                .hasMessageContaining("connectionFactoryLookup = 'java:/JmsXA'");
        assertThatThrownBy(() -> resolve(Map.of("destination", "q", "connectionFactoryLookup", "java:/none")))
                .hasMessageContaining("nothing is bound there");
    }

    private ResolvedDestination resolve(Map<String, String> properties) throws Exception {
        return resolver.resolve(ActivationParser.parse(properties));
    }
}
