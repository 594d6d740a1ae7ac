package io.reprise.broker.ra.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.jms.Connection;
import jakarta.jms.IllegalStateException;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.TemporaryQueue;
import jakarta.jms.TemporaryTopic;
import jakarta.jms.TextMessage;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Temporary queues and topics: their connection's, and gone with it [JMS 3.1 §6.2.2]. */
final class TemporaryDestinationTest extends ClientFixture {
    private Session session;

    @BeforeEach
    void open() throws JMSException {
        session = session(Session.AUTO_ACKNOWLEDGE);
    }

    private void request(Queue to, jakarta.jms.Destination replyTo) throws JMSException {
        TextMessage request = session.createTextMessage("ping");
        request.setJMSReplyTo(replyTo);
        session.createProducer(to).send(request);
    }

    /** Another connection takes a request from {@code orders} and answers it. */
    private Message answer() throws JMSException {
        try (Connection server = factory.createConnection()) {
            server.start();
            Session at = server.createSession();
            Message request = at.createConsumer(orders).receive(LONG);
            TextMessage reply = at.createTextMessage("pong");
            reply.setJMSCorrelationID(request.getJMSMessageID());
            at.createProducer(request.getJMSReplyTo()).send(reply);
            return request;
        }
    }

    @Test
    void aReplyComesToATemporaryQueue() throws JMSException {
        TemporaryQueue replies = session.createTemporaryQueue();
        MessageConsumer consumer = session.createConsumer(replies);
        request(orders, replies);

        Message request = answer();
        Message reply = Objects.requireNonNull(consumer.receive(LONG));

        assertThat(request.getJMSReplyTo()).isEqualTo(replies);
        assertThat(text(reply)).isEqualTo("pong");
        assertThat(reply.getJMSDestination()).isEqualTo(replies);
        assertThat(reply.getJMSCorrelationID()).isEqualTo(request.getJMSMessageID());
    }

    @Test
    void aReplyComesToATemporaryTopicWhileItHasAConsumer() throws JMSException {
        TemporaryTopic replies = session.createTemporaryTopic();
        MessageConsumer consumer = session.createConsumer(replies);
        request(orders, replies);

        assertThat(answer().getJMSReplyTo()).isEqualTo(replies);
        assertThat(receive(consumer)).isEqualTo("pong");
    }

    @Test
    void eachIsAnother() throws JMSException {
        assertThat(session.createTemporaryQueue()).isNotEqualTo(session.createTemporaryQueue());
        assertThat(session.createTemporaryTopic()).isNotEqualTo(session.createTemporaryTopic());
    }

    @Test
    void aConnectionThatClosesDeletesItsQueuesAndNoOthers() throws JMSException {
        TemporaryQueue kept = session.createTemporaryQueue();
        Connection other = factory.createConnection();
        other.createSession().createTemporaryQueue();
        assertThat(vpn.temporaries()).hasSize(2);

        other.close();

        assertThat(vpn.temporaries()).containsExactly(kept.getQueueName());
        connection.close();
        assertThat(vpn.temporaries()).isEmpty();
    }

    @Test
    void oneThatIsDeletedTakesNothingMore() throws JMSException {
        TemporaryQueue queue = session.createTemporaryQueue();
        Queue byName = session.createQueue(queue.getQueueName());

        queue.delete();

        assertThat(vpn.temporaries()).isEmpty();
        assertThatThrownBy(() -> session.createProducer(byName).send(session.createMessage()))
                .isInstanceOf(InvalidDestinationException.class);
        assertThatThrownBy(() -> session.createConsumer(byName)).isInstanceOf(InvalidDestinationException.class);
        assertThatThrownBy(() -> session.createConsumer(queue)).isInstanceOf(InvalidDestinationException.class);
    }

    @Test
    void aTopicThatIsDeletedHasNoConsumersAnyMore() throws JMSException {
        TemporaryTopic topic = session.createTemporaryTopic();

        topic.delete();

        assertThatThrownBy(() -> session.createConsumer(topic)).isInstanceOf(InvalidDestinationException.class);
        assertThat(vpn.temporaries()).isEmpty();
    }

    @Test
    void isNotDeletedWhileItHasAConsumer() throws JMSException {
        TemporaryQueue queue = session.createTemporaryQueue();
        MessageConsumer consumer = session.createConsumer(queue);

        assertThatThrownBy(queue::delete).isInstanceOf(IllegalStateException.class);
        consumer.close();
        queue.delete();

        assertThat(vpn.temporaries()).isEmpty();
    }

    @Test
    void anotherConnectionSendsToItAndDoesNotConsumeFromIt() throws JMSException {
        TemporaryQueue queue = session.createTemporaryQueue();
        try (Connection other = factory.createConnection()) {
            Session at = other.createSession();

            assertThatThrownBy(() -> at.createConsumer(queue)).isInstanceOf(InvalidDestinationException.class);
            assertThatThrownBy(() -> at.createConsumer(at.createQueue(queue.getQueueName())))
                    .isInstanceOf(InvalidDestinationException.class)
                    .hasMessageContaining("not this connection's");
            at.createProducer(queue).send(at.createTextMessage("hello"));
        }

        assertThat(receive(session.createConsumer(queue))).isEqualTo("hello");
    }

    @Test
    void aPooledConnectionStartsWithoutThem() throws JMSException {
        TemporaryQueue queue = session.createTemporaryQueue();
        session.close();

        ((RepriseConnection) connection).deleteTemporaryDestinations();

        assertThat(vpn.temporaries()).isEmpty();
        Session next = session(Session.AUTO_ACKNOWLEDGE);
        assertThatThrownBy(() -> next.createConsumer(queue)).isInstanceOf(InvalidDestinationException.class);
        assertThat(next.createTemporaryQueue()).isNotEqualTo(queue);
    }
}
