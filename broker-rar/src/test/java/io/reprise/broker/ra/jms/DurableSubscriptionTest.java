package io.reprise.broker.ra.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.reprise.broker.model.endpoint.AccessType;
import io.reprise.broker.model.endpoint.EndpointAttributes;
import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.endpoint.EndpointSettings;
import io.reprise.broker.model.topic.TopicFilter;
import jakarta.jms.Connection;
import jakarta.jms.IllegalStateException;
import jakarta.jms.InvalidClientIDException;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Durable subscriptions are topic endpoints. */
final class DurableSubscriptionTest extends ClientFixture {
    private final RepriseTopic quakes = new RepriseTopic("quakes/>");

    private void publish(String topic, String text) throws JMSException {
        try (Session session = session(Session.AUTO_ACKNOWLEDGE)) {
            session.createProducer(session.createTopic(topic)).send(session.createTextMessage(text));
        }
    }

    @Test
    void isMadeByTheFirstSubscriberAndKeepsWhatComesWhileNobodyListens() throws JMSException {
        connection.close();
        connection = factory.createConnection();
        connection.setClientID("station");
        connection.start();
        Session session = session(Session.AUTO_ACKNOWLEDGE);
        session.createDurableConsumer(quakes, "strong").close();

        publish("quakes/us/earthquake", "a");

        assertThat(vpn.topicEndpoint("station.strong").waiting()).hasSize(1);
        MessageConsumer again = session.createDurableConsumer(quakes, "strong");
        var received = again.receive(LONG);
        assertThat(text(received)).isEqualTo("a");
        assertThat(received.getJMSDestination()).isEqualTo(new RepriseTopic("quakes/us/earthquake"));
    }

    @Test
    void aSelectorIsTheEndpointsAndAnotherOneBeginsAnew() throws JMSException {
        Session session = session(Session.AUTO_ACKNOWLEDGE);
        session.createSharedDurableConsumer(quakes, "all", "magnitude > 5").close();
        publish("quakes/us/earthquake", "a");

        session.createSharedDurableConsumer(quakes, "all", " magnitude > 5").close();
        assertThat(vpn.topicEndpoint("all").waiting()).hasSize(1);
        session.createSharedDurableConsumer(quakes, "all").close();

        var view = vpn.topicEndpoint("all").view();
        assertThat(view.settings().selector()).isEmpty();
        assertThat(vpn.topicEndpoint("all").waiting()).isEmpty();
        assertThat(vpn.topicEndpoint("all").binds())
                .extracting(bind -> bind.selector())
                .containsOnly("");
    }

    @Test
    void isSwitchedOnAndRespectsTimesToLive() throws JMSException {
        session(Session.AUTO_ACKNOWLEDGE).createSharedDurableConsumer(quakes, "all");

        var settings = vpn.topicEndpoint("all").view().settings();
        assertThat(settings.ingressEnabled()).isTrue();
        assertThat(settings.egressEnabled()).isTrue();
        assertThat(settings.respectTtlEnabled()).isTrue();
        assertThat(settings.accessType()).isEqualTo(AccessType.NON_EXCLUSIVE);
    }

    @Test
    void unsharedNeedsAClientId() {
        assertThatThrownBy(() -> session(Session.AUTO_ACKNOWLEDGE).createDurableConsumer(quakes, "strong"))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void sharedHasManyConsumersAndUnsharedOne() throws JMSException {
        connection.close();
        connection = factory.createConnection();
        connection.setClientID("station");
        Session session = session(Session.AUTO_ACKNOWLEDGE);
        session.createSharedDurableConsumer(quakes, "shared");
        session.createSharedDurableConsumer(quakes, "shared");
        session.createDurableConsumer(quakes, "own");

        assertThatThrownBy(() -> session.createDurableConsumer(quakes, "own"))
                .isInstanceOf(JMSException.class)
                .extracting(e -> ((JMSException) e).getErrorCode())
                .isEqualTo("max-bind-count-reached");
        assertThatThrownBy(() -> session.createDurableConsumer(quakes, "shared"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("shared");
    }

    @Test
    void anotherTopicMakesItAnewUnlessItIsInUse() throws JMSException {
        Session session = session(Session.AUTO_ACKNOWLEDGE);
        MessageConsumer consumer = session.createSharedDurableConsumer(quakes, "all");
        publish("quakes/us/earthquake", "a");
        RepriseTopic floods = new RepriseTopic("floods");

        assertThatThrownBy(() -> session.createSharedDurableConsumer(floods, "all"))
                .isInstanceOf(IllegalStateException.class);
        consumer.close();
        session.createSharedDurableConsumer(floods, "all");

        assertThat(vpn.topicEndpoint("all").waiting()).isEmpty();
    }

    @Test
    void anAdministratorsEndpointWithoutTopicTakesTheSubscribersAndKeepsItsSettings() throws JMSException {
        EndpointSettings settings = EndpointSettings.clientCreated(EndpointKind.TOPIC_ENDPOINT)
                .with(EndpointAttributes.ACCESS_TYPE, AccessType.NON_EXCLUSIVE)
                .with(EndpointAttributes.MAX_BIND_COUNT, 3L);
        broker.administration("default").createEndpoint(EndpointKind.TOPIC_ENDPOINT, "all", settings, List.of());

        session(Session.AUTO_ACKNOWLEDGE).createSharedDurableConsumer(quakes, "all");

        var view = vpn.topicEndpoint("all").view();
        assertThat(view.subscriptions()).containsExactly(TopicFilter.of("quakes/>"));
        assertThat(view.settings()).isEqualTo(settings);
    }

    @Test
    void unsubscribingDeletesItUnlessItIsInUse() throws JMSException {
        Session session = session(Session.AUTO_ACKNOWLEDGE);
        MessageConsumer consumer = session.createSharedDurableConsumer(quakes, "all");

        assertThatThrownBy(() -> session.unsubscribe("all")).isInstanceOf(IllegalStateException.class);
        consumer.close();
        session.unsubscribe("all");

        assertThat(vpn.topicEndpoint("all")).isNull();
        assertThatThrownBy(() -> session.unsubscribe("all")).isInstanceOf(InvalidDestinationException.class);
    }

    @Test
    void namesOfDifferentSubscriptionsNeverMeet() {
        assertThat(SubscriptionEndpoint.nameOf("a.b", "c")).isNotEqualTo(SubscriptionEndpoint.nameOf("a", "b.c"));
        assertThat(SubscriptionEndpoint.nameOf("a", "b")).isNotEqualTo(SubscriptionEndpoint.nameOf(null, "a.b"));
        assertThat(SubscriptionEndpoint.nameOf("a\\", "b")).isNotEqualTo(SubscriptionEndpoint.nameOf("a", "\\.b"));
    }

    @Test
    void clientIdNamesOneConnectionAtATime() throws JMSException {
        connection.close();
        connection = factory.createConnection();
        connection.setClientID("station");
        try (Connection second = factory.createConnection()) {
            assertThatThrownBy(() -> second.setClientID("station")).isInstanceOf(InvalidClientIDException.class);
        }
        connection.close();

        try (Connection third = factory.createConnection()) {
            third.setClientID("station");
            assertThat(third.getClientID()).isEqualTo("station");
        }
    }
}
