package io.reprise.broker.ra.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.reprise.broker.model.message.DeliveryMode;
import io.reprise.broker.model.publish.WorkUnit;
import jakarta.jms.CompletionListener;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Direct sending: by a property of the message, or as the connection's default [spec 1.5, 4.2]. */
final class DirectSendingTest extends ClientFixture {
    private static final String MODE = "JMS_Reprise_DeliveryMode";
    private final RepriseTopic topic = new RepriseTopic("t");
    private Session session;

    @BeforeEach
    void open() throws JMSException {
        session = session(Session.AUTO_ACKNOWLEDGE);
    }

    private static TextMessage message(Session of, String mode) throws JMSException {
        TextMessage message = of.createTextMessage("a");
        message.setStringProperty(MODE, mode);
        return message;
    }

    private Connection directByDefault() throws JMSException {
        RepriseConnectionFactory direct = new RepriseConnectionFactory(
                () -> broker, "default", ConnectionSettings.DEFAULTS.sendingDirect(), executor);
        Connection opened = direct.createConnection();
        opened.start();
        return opened;
    }

    @Test
    void aMessageSaysSoByItsProperty() throws JMSException {
        TextMessage message = message(session, "DIRECT");
        message.setBooleanProperty("JMS_Reprise_Retained", true);

        session.createProducer(topic).send(message);

        assertThat(vpn.live().direct()).singleElement().satisfies(sent -> {
            assertThat(sent.deliveryMode()).isEqualTo(DeliveryMode.DIRECT);
            assertThat(sent.topic().text()).isEqualTo("t");
            assertThat(sent.retained()).isTrue();
            assertThat(sent.messageId()).isEqualTo(message.getJMSMessageID());
        });
        assertThat(vpn.calls()).isEmpty();
    }

    @Test
    void aQueueIsATopicForItToo() throws JMSException {
        session.createProducer(orders).send(message(session, "DIRECT"));

        assertThat(vpn.live().direct())
                .singleElement()
                .satisfies(sent -> assertThat(sent.topic().queueName()).isEqualTo("orders"));
    }

    @Test
    void theConnectionsDefaultCountsWhereTheMessageSaysNothing() throws JMSException {
        try (Connection direct = directByDefault()) {
            Session of = direct.createSession();
            MessageProducer producer = of.createProducer(topic);

            producer.send(of.createTextMessage("a"));
            assertThat(vpn.live().direct()).hasSize(1);

            producer.send(message(of, "PERSISTENT"));
            producer.setDeliveryMode(jakarta.jms.DeliveryMode.NON_PERSISTENT);
            producer.send(message(of, "PERSISTENT"));
        }
        assertThat(vpn.live().direct()).hasSize(1);
        assertThat(vpn.published())
                .extracting(io.reprise.broker.model.message.Message::deliveryMode)
                .containsExactly(DeliveryMode.PERSISTENT, DeliveryMode.NON_PERSISTENT);
    }

    @Test
    void aReceivedMessageThatIsSentOnGoesAsTheConnectionSays() throws JMSException {
        put("a");
        Message received = session.createConsumer(orders).receive(LONG);
        try (Connection direct = directByDefault()) {
            direct.createSession().createProducer(topic).send(received);
        }

        assertThat(vpn.live().direct()).hasSize(1);
    }

    @Test
    void inATransactionItIsAnError() throws JMSException {
        Session transacted = session(Session.SESSION_TRANSACTED);

        assertRefused(transacted, message(transacted, "DIRECT"));
        try (Connection direct = directByDefault()) {
            Session of = direct.createSession(Session.SESSION_TRANSACTED);
            assertRefused(of, of.createTextMessage("a"));
        }
        transacted.commit();

        assertThat(vpn.published()).isEmpty();
    }

    @Test
    void inABranchItIsAnError() throws JMSException {
        ((RepriseConnection) connection).branch().join(new WorkUnit());

        assertRefused(session, message(session, "DIRECT"));
    }

    private void assertRefused(Session of, Message message) throws JMSException {
        MessageProducer producer = of.createProducer(topic);
        assertThatThrownBy(() -> producer.send(message))
                .isInstanceOf(JMSException.class)
                .extracting(e -> ((JMSException) e).getErrorCode())
                .isEqualTo("direct-in-transaction");
        assertThat(vpn.live().direct()).isEmpty();
    }

    @Test
    void aCompletionListenerHearsOfItAtOnce() throws Exception {
        CompletableFuture<String> heard = new CompletableFuture<>();

        session.createProducer(topic).send(message(session, "DIRECT"), into(heard));

        assertThat(heard.get(10, TimeUnit.SECONDS)).isEqualTo("sent");
        assertThat(vpn.live().direct()).hasSize(1);
    }

    @Test
    void aCompletionListenerHearsThatATransactionRefusesIt() throws Exception {
        CompletableFuture<String> heard = new CompletableFuture<>();
        Session transacted = session(Session.SESSION_TRANSACTED);

        transacted.createProducer(topic).send(message(transacted, "DIRECT"), into(heard));

        assertThat(heard.get(10, TimeUnit.SECONDS)).contains("in a transaction");
    }

    private static CompletionListener into(CompletableFuture<String> heard) {
        return new CompletionListener() {
            @Override
            public void onCompletion(Message sent) {
                heard.complete("sent");
            }

            @Override
            public void onException(Message sent, Exception e) {
                heard.complete(e.getMessage());
            }
        };
    }
}
