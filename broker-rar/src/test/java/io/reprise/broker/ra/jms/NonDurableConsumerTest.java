package io.reprise.broker.ra.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.reprise.broker.model.endpoint.AccessType;
import io.reprise.broker.model.endpoint.EndpointSettings;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import jakarta.jms.TopicConnection;
import jakarta.jms.TopicRequestor;
import jakarta.jms.TopicSession;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Consumers of a topic without durable subscription: a temporary topic endpoint, with acknowledgements and redelivery [spec 3.4]. */
final class NonDurableConsumerTest extends ClientFixture {
    private final RepriseTopic quakes = new RepriseTopic("quakes/>");
    private Session session;
    private MessageProducer producer;

    @BeforeEach
    void open() throws JMSException {
        session = session(Session.AUTO_ACKNOWLEDGE);
        producer = session.createProducer(session.createTopic("quakes/us"));
    }

    private void publish(String text) throws JMSException {
        producer.send(session.createTextMessage(text));
    }

    private EndpointSettings only() {
        List<String> names = vpn.temporaries();
        assertThat(names).hasSize(1);
        return Objects.requireNonNull(vpn.topicEndpoint(names.get(0))).view().settings();
    }

    @Test
    void getWhatIsPublishedWhileTheyAreThereEachForItself() throws JMSException {
        publish("before");
        MessageConsumer one = session.createConsumer(quakes);
        MessageConsumer other = session.createConsumer(quakes);

        publish("a");

        assertThat(receive(one)).isEqualTo("a");
        assertThat(receive(other)).isEqualTo("a");
    }

    @Test
    void theSelectorIsTheEndpoints() throws JMSException {
        session.createConsumer(quakes, " magnitude > 5 ");

        assertThat(only().selector()).isEqualTo("magnitude > 5");
        assertThat(only().accessType()).isEqualTo(AccessType.EXCLUSIVE);
    }

    @Test
    void whatIsRolledBackComesAgain() throws JMSException {
        Session transacted = session(Session.SESSION_TRANSACTED);
        MessageConsumer consumer = transacted.createConsumer(quakes);
        publish("a");
        assertThat(receive(consumer)).isEqualTo("a");

        transacted.rollback();
        Message again = consumer.receive(LONG);

        assertThat(text(again)).isEqualTo("a");
        assertThat(again.getJMSRedelivered()).isTrue();
        transacted.commit();
        assertThat(consumer.receiveNoWait()).isNull();
    }

    @Test
    void leaveNothingBehind() throws JMSException {
        MessageConsumer consumer = session.createConsumer(quakes);
        publish("never read");

        consumer.close();
        assertThat(vpn.temporaries()).isEmpty();

        session.createConsumer(quakes);
        connection.close();
        assertThat(vpn.temporaries()).isEmpty();
    }

    @Test
    void anAcknowledgementAfterTheConsumerHasGoneIsVoid() throws JMSException {
        Session transacted = session(Session.SESSION_TRANSACTED);
        MessageConsumer consumer = transacted.createConsumer(quakes);
        publish("a");
        assertThat(receive(consumer)).isEqualTo("a");

        consumer.close();
        transacted.commit();

        assertThat(vpn.temporaries()).isEmpty();
    }

    @Test
    void sharedOnesGetEachMessageOnceAndKeepTheSubscriptionUntilTheLastIsGone() throws JMSException {
        MessageConsumer one = session.createSharedConsumer(quakes, "s");
        MessageConsumer other = session(Session.AUTO_ACKNOWLEDGE).createSharedConsumer(quakes, "s");

        publish("a");
        assertThat(only().accessType()).isEqualTo(AccessType.NON_EXCLUSIVE);
        assertThat(receive(one)).isEqualTo("a");
        assertThat(other.receiveNoWait()).isNull();

        one.close();
        publish("b");
        assertThat(receive(other)).isEqualTo("b");
        other.close();
        assertThat(vpn.temporaries()).isEmpty();
    }

    @Test
    void sharedOnesOfDifferentClientIdsShareNothing() throws JMSException {
        session.createSharedConsumer(quakes, "s");
        try (var named = factory.createConnection()) {
            named.setClientID("station");
            named.createSession().createSharedConsumer(quakes, "s");

            assertThat(vpn.temporaries()).hasSize(2);
        }
    }

    @Test
    void aReplayIsRefusedByName() {
        assertThatThrownBy(
                        () -> session.createConsumer(session.createTopic("quakes/>?replayFrom=beginning&replayId=x")))
                .isInstanceOf(JMSException.class)
                .extracting(e -> ((JMSException) e).getErrorCode())
                .isEqualTo("replay-temporary-endpoint");
        assertThat(vpn.temporaries()).isEmpty();
    }

    @Test
    void aTopicRequestorGetsItsReply() throws Exception {
        MessageConsumer server = session.createConsumer(quakes);
        server.setMessageListener(request -> {
            try (Session replying = session(Session.AUTO_ACKNOWLEDGE)) {
                replying.createProducer(request.getJMSReplyTo()).send(replying.createTextMessage("pong"));
            } catch (JMSException e) {
                throw new java.lang.IllegalStateException(e);
            }
        });
        TopicSession asking = ((TopicConnection) connection).createTopicSession(false, Session.AUTO_ACKNOWLEDGE);
        TopicRequestor requestor = new TopicRequestor(asking, asking.createTopic("quakes/us"));

        assertThat(text(requestor.request(asking.createTextMessage("ping")))).isEqualTo("pong");
    }
}
