package io.reprise.broker.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.model.endpoint.EndpointAttributes;
import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.endpoint.EndpointSettings;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Queue;
import jakarta.jms.QueueBrowser;
import jakarta.jms.Session;
import java.util.Collections;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a Jakarta Messaging client sees of dead messages [spec 4.3]. */
class DeadMessageTest extends EmbeddedFixture {
    private static final String DEATH = "JMS_Reprise_Death";

    private final Queue dead = deadMessageQueue();

    private static Queue deadMessageQueue() {
        return new io.reprise.broker.ra.jms.RepriseQueue("$sys.undelivered");
    }

    @BeforeEach
    void allowOneDelivery() throws JMSException {
        EndpointSettings before = broker.administration()
                .endpoint(EndpointKind.QUEUE, queue.getQueueName())
                .orElseThrow()
                .settings();
        broker.administration()
                .changeEndpoint(
                        EndpointKind.QUEUE,
                        queue.getQueueName(),
                        before.with(EndpointAttributes.MAX_REDELIVERY, 1L),
                        -1);
    }

    @AfterEach
    void emptyTheDeadMessageQueue() {
        broker.administration().purge(EndpointKind.QUEUE, "#DEAD_MSG_QUEUE");
    }

    /** The next message fails, and with it dies. */
    private void failNext() throws JMSException {
        try (Session session = session(Session.SESSION_TRANSACTED);
                MessageConsumer consumer = session.createConsumer(queue)) {
            assertThat(consumer.receive(LONG)).isNotNull();
            session.rollback();
        }
    }

    @Test
    void itTellsWhyWhereWhenAndAfterHowManyDeliveriesItDied() throws JMSException {
        long before = System.currentTimeMillis();
        put("a");
        failNext();

        Message received =
                session(Session.AUTO_ACKNOWLEDGE).createConsumer(dead).receive(LONG);

        assertThat(text(received)).isEqualTo("a");
        assertThat(received.getStringProperty(DEATH + "Reason")).isEqualTo("redelivery");
        assertThat(received.getStringProperty(DEATH + "Queue")).isEqualTo(queue.getQueueName());
        assertThat(received.getLongProperty(DEATH + "Time")).isBetween(before, System.currentTimeMillis());
        assertThat(received.getIntProperty(DEATH + "Count")).isEqualTo(1);
        assertThat(received.getIntProperty("JMSXDeliveryCount")).isEqualTo(1);
        assertThat(Collections.list(received.getPropertyNames()))
                .contains(DEATH + "Reason", DEATH + "Queue", DEATH + "Time", DEATH + "Count");
    }

    @Test
    void aMessageThatLivesTellsNoDeathWhateverItsSenderSays() throws JMSException {
        Session session = session(Session.AUTO_ACKNOWLEDGE);
        Message sent = session.createTextMessage("a");
        sent.setStringProperty(DEATH + "Reason", "sender's");
        sent.setIntProperty(DEATH + "Count", 7);
        session.createProducer(queue).send(sent);

        Message received = session.createConsumer(queue).receive(LONG);

        assertThat(received.propertyExists(DEATH + "Reason")).isFalse();
        assertThat(received.propertyExists(DEATH + "Count")).isFalse();
    }

    @Test
    void whoForwardsADeadMessageSendsALivingOne() throws JMSException {
        put("a");
        failNext();
        Session session = session(Session.AUTO_ACKNOWLEDGE);
        Message received = session.createConsumer(dead).receive(LONG);
        session.createProducer(queue).send(received);

        assertThat(session.createConsumer(queue).receive(LONG).propertyExists(DEATH + "Reason"))
                .isFalse();
    }

    @Test
    void selectorsOfConsumersAndBrowsersMayNameIt() throws JMSException {
        put("a");
        failNext();
        Session session = session(Session.AUTO_ACKNOWLEDGE);
        String here = DEATH + "Queue = '" + queue.getQueueName() + "' AND " + DEATH + "Count = 1";

        try (QueueBrowser browser = session.createBrowser(dead, here)) {
            Message browsed = (Message) browser.getEnumeration().nextElement();
            assertThat(browsed.getStringProperty(DEATH + "Reason")).isEqualTo("redelivery");
        }
        try (MessageConsumer other = session.createConsumer(dead, DEATH + "Queue = 'another'")) {
            assertThat(other.receiveNoWait()).isNull();
        }
        assertThat(text(session.createConsumer(dead, here).receive(LONG))).isEqualTo("a");
    }

    @Test
    void onlyAnExplicitFalseIsNotPreservedWhereThatIsRespected() throws JMSException {
        EndpointSettings before = broker.administration()
                .endpoint(EndpointKind.QUEUE, queue.getQueueName())
                .orElseThrow()
                .settings();
        broker.administration()
                .changeEndpoint(
                        EndpointKind.QUEUE,
                        queue.getQueueName(),
                        before.with(EndpointAttributes.RESPECT_DMQ_ELIGIBLE_ENABLED, true),
                        -1);
        for (Boolean preserve : new Boolean[] {null, true, false}) {
            try (Session session = session(Session.AUTO_ACKNOWLEDGE)) {
                Message message = session.createTextMessage("preserve=" + preserve);
                if (preserve != null) {
                    message.setBooleanProperty("JMS_TIBCO_PRESERVE_UNDELIVERED", preserve);
                }
                session.createProducer(queue).send(message);
            }
            failNext();
        }

        Awaitility.await()
                .until(() -> statistics().spooledMsgCount() == 0); // who rolls back doesn't wait for the death
        MessageConsumer consumer = session(Session.AUTO_ACKNOWLEDGE).createConsumer(dead);
        assertThat(text(consumer.receive(LONG))).isEqualTo("preserve=null");
        assertThat(text(consumer.receive(LONG))).isEqualTo("preserve=true");
        assertThat(consumer.receiveNoWait()).isNull();
    }

    @Test
    void afterARetryItComesAsNew() throws JMSException {
        put("a");
        failNext();
        broker.administration().messages(EndpointKind.QUEUE, "#DEAD_MSG_QUEUE").retry("");

        Message again = session(Session.AUTO_ACKNOWLEDGE).createConsumer(queue).receive(LONG);

        assertThat(text(again)).isEqualTo("a");
        assertThat(again.getJMSRedelivered()).isFalse();
        assertThat(again.getIntProperty("JMSXDeliveryCount")).isEqualTo(1);
        assertThat(again.propertyExists(DEATH + "Reason")).isFalse();
    }
}
