package io.reprise.broker.it;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.reprise.broker.model.endpoint.EndpointAttributes;
import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.endpoint.EndpointSettings;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import jakarta.jms.BytesMessage;
import jakarta.jms.CompletionListener;
import jakarta.jms.Connection;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.InvalidSelectorException;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.ObjectMessage;
import jakarta.jms.QueueBrowser;
import jakarta.jms.Session;
import jakarta.jms.StreamMessage;
import jakarta.jms.TextMessage;
import jakarta.jms.Topic;
import jakarta.jms.TransactionRolledBackException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Jakarta Messaging over the engine on a real database, without a server. */
final class EmbeddedBrokerTest extends EmbeddedFixture {
    @Test
    void everyKindOfMessageArrives() throws JMSException {
        try (Session session = session(Session.AUTO_ACKNOWLEDGE)) {
            var producer = session.createProducer(queue);
            MessageConsumer consumer = session.createConsumer(queue);
            BytesMessage bytes = session.createBytesMessage();
            bytes.writeInt(7);
            MapMessage map = session.createMapMessage();
            map.setDouble("magnitude", 5.5);
            StreamMessage stream = session.createStreamMessage();
            stream.writeString("a");
            stream.writeBytes(new byte[] {1, 2});
            for (Message message : List.of(
                    session.createMessage(),
                    session.createTextMessage("é"),
                    bytes,
                    map,
                    stream,
                    session.createObjectMessage(new ArrayList<>(List.of("x"))))) {
                message.setStringProperty("region", "north");
                producer.send(message);
            }

            assertThat(consumer.receive(LONG).getStringProperty("region")).isEqualTo("north");
            assertThat(((TextMessage) consumer.receive(LONG)).getText()).isEqualTo("é");
            assertThat(((BytesMessage) consumer.receive(LONG)).readInt()).isEqualTo(7);
            assertThat(((MapMessage) consumer.receive(LONG)).getDouble("magnitude"))
                    .isEqualTo(5.5);
            assertThat(((StreamMessage) consumer.receive(LONG)).readString()).isEqualTo("a");
            assertThat(((ObjectMessage) consumer.receive(LONG)).getObject()).isEqualTo(List.of("x"));
        }
        assertThat(statistics().spooledMsgCount()).isZero();
    }

    @Test
    void headersArriveAsSent() throws JMSException {
        Session session = session(Session.AUTO_ACKNOWLEDGE);
        TextMessage sent = session.createTextMessage("a");
        sent.setJMSCorrelationID("c-1");
        sent.setJMSType("order");
        sent.setJMSReplyTo(broker.createTopic("answers/1"));
        session.createProducer(queue).send(sent, jakarta.jms.DeliveryMode.NON_PERSISTENT, 7, 600_000);

        Message received = session.createConsumer(queue).receive(LONG);

        assertThat(received.getJMSMessageID()).isEqualTo(sent.getJMSMessageID());
        assertThat(received.getJMSTimestamp()).isEqualTo(sent.getJMSTimestamp());
        assertThat(received.getJMSExpiration()).isEqualTo(sent.getJMSExpiration());
        assertThat(received.getJMSPriority()).isEqualTo(7);
        assertThat(received.getJMSDeliveryMode()).isEqualTo(jakarta.jms.DeliveryMode.NON_PERSISTENT);
        assertThat(received.getJMSDestination()).isEqualTo(queue);
        assertThat(received.getJMSReplyTo()).isEqualTo(broker.createTopic("answers/1"));
        assertThat(received.getJMSCorrelationID()).isEqualTo("c-1");
        assertThat(received.getJMSType()).isEqualTo("order");
        assertThat(received.getJMSRedelivered()).isFalse();
        assertThat(received.getStringProperty("JMS_Reprise_ReplicationGroupMsgId"))
                .startsWith("rmid1:");
    }

    private void putColoured(jakarta.jms.Destination destination, String colour, String text) throws JMSException {
        try (Session session = session(Session.AUTO_ACKNOWLEDGE)) {
            TextMessage message = session.createTextMessage(text);
            message.setStringProperty("colour", colour);
            session.createProducer(destination).send(message);
        }
    }

    @Test
    void consumersGetWhatTheirSelectorsWant() throws JMSException {
        putColoured(queue, "blue", "b1");
        putColoured(queue, "red", "r1");
        putColoured(queue, "green", "g1");
        Session session = session(Session.AUTO_ACKNOWLEDGE);

        try (MessageConsumer red = session.createConsumer(queue, "colour = 'red'")) {
            assertThat(receive(red)).isEqualTo("r1:1");
            assertThat(red.receiveNoWait()).isNull();
        }
        try (MessageConsumer all = session.createConsumer(queue)) {
            assertThat(receive(all)).isEqualTo("b1:1");
            assertThat(receive(all)).isEqualTo("g1:1");
        }
        assertThatThrownBy(() -> session.createConsumer(queue, "colour ="))
                .isInstanceOf(InvalidSelectorException.class)
                .hasMessageContaining("line 1, column");
    }

    @Test
    void browsersShowWhatIsThereAndLeaveIt() throws JMSException {
        putColoured(queue, "blue", "b1");
        putColoured(queue, "red", "r1");
        putColoured(queue, "blue", "b2");

        try (Session session = session(Session.AUTO_ACKNOWLEDGE);
                QueueBrowser browser = session.createBrowser(queue, "colour = 'blue'")) {
            List<String> texts = new ArrayList<>();
            for (Object message : Collections.list(browser.getEnumeration())) {
                texts.add(text((Message) message));
            }
            assertThat(texts).containsExactly("b1", "b2");
        }
        assertThat(statistics().spooledMsgCount()).isEqualTo(3);
        assertThat(receive(session(Session.AUTO_ACKNOWLEDGE).createConsumer(queue)))
                .isEqualTo("b1:1");
    }

    @Test
    void aDurableSubscriptionKeepsWhatItsSelectorWants() throws JMSException {
        Topic colours = broker.createTopic("colours/" + queue.getQueueName());
        Session session = session(Session.AUTO_ACKNOWLEDGE);
        String name = "s-" + queue.getQueueName();
        session.createSharedDurableConsumer(colours, name, "colour = 'red'").close();
        putColoured(colours, "blue", "b1");
        putColoured(colours, "red", "r1");

        try (MessageConsumer red = session.createSharedDurableConsumer(colours, name, "colour = 'red'")) {
            assertThat(receive(red)).isEqualTo("r1:1");
        }
        putColoured(colours, "red", "r2");
        assertThatThrownBy(() -> session.createSharedDurableConsumer(colours, name, "colour ="))
                .isInstanceOf(InvalidSelectorException.class);
        try (MessageConsumer blue = session.createSharedDurableConsumer(colours, name, "colour = 'blue'")) {
            putColoured(colours, "blue", "b2");
            assertThat(receive(blue)).isEqualTo("b2:1");
        }
        session.unsubscribe(name);
    }

    @Test
    void transactionIsStoredWholeOrNotAtAll() throws JMSException {
        put("a", "b");
        Session session = session(Session.SESSION_TRANSACTED);
        MessageConsumer consumer = session.createConsumer(queue);
        var producer = session.createProducer(queue);

        assertThat(receive(consumer)).isEqualTo("a:1");
        producer.send(session.createTextMessage("c"));
        session.rollback();
        assertThat(receive(consumer)).isEqualTo("a:2");
        assertThat(receive(consumer)).isEqualTo("b:1");
        producer.send(session.createTextMessage("d"));
        session.commit();

        assertThat(receive(consumer)).isEqualTo("d:1");
        session.commit();
        assertThat(statistics().spooledMsgCount()).isZero();
    }

    @Test
    void whatWasRolledBackIsThereForAReceiveThatDoesNotWait() throws JMSException {
        put("a", "b");
        Session session = session(Session.SESSION_TRANSACTED);
        MessageConsumer consumer = session.createConsumer(queue);
        for (int count = 1; count <= 20; count++) {
            Message message = consumer.receiveNoWait();
            assertThat(text(message)).isEqualTo("a");
            assertThat(message.getIntProperty("JMSXDeliveryCount")).isEqualTo(count);
            session.rollback();
        }
    }

    @Test
    void onlyWhatWasPresentedIsCounted() throws JMSException {
        put("a", "b", "c");
        Session session = session(Session.CLIENT_ACKNOWLEDGE);
        MessageConsumer consumer = session.createConsumer(queue);
        assertThat(receive(consumer)).isEqualTo("a:1");
        assertThat(receive(consumer)).isEqualTo("b:1");

        session.recover();
        assertThat(receive(consumer)).isEqualTo("a:2");
        connection.close();
        connect(queue.getQueueName());

        MessageConsumer again = session(Session.AUTO_ACKNOWLEDGE).createConsumer(queue);
        assertThat(receive(again)).isEqualTo("a:3");
        assertThat(receive(again)).isEqualTo("b:2");
        assertThat(receive(again)).isEqualTo("c:1");
    }

    private void connect(String name) throws JMSException {
        queue = broker.createQueue(name);
        connection = broker.connectionFactory().createConnection();
        connection.start();
    }

    @Test
    void listenersGetEverythingOnceInOrder() throws Exception {
        BlockingQueue<String> heard = new LinkedBlockingQueue<>();
        session(Session.AUTO_ACKNOWLEDGE)
                .createConsumer(queue)
                .setMessageListener(message -> heard.add(textOf(message)));
        String[] texts = new String[200];
        Arrays.setAll(texts, Integer::toString);

        put(texts);

        for (String text : texts) {
            assertThat(heard.poll(LONG, MILLISECONDS)).isEqualTo(text);
        }
        org.awaitility.Awaitility.await().until(() -> statistics().spooledMsgCount() == 0);
        assertThat(heard).isEmpty();
    }

    @Test
    void dupsOkDrainsToo() throws JMSException {
        String[] texts = new String[50];
        Arrays.setAll(texts, Integer::toString);
        put(texts);
        MessageConsumer consumer = session(Session.DUPS_OK_ACKNOWLEDGE).createConsumer(queue);

        for (String text : texts) {
            assertThat(receive(consumer)).isEqualTo(text + ":1");
        }

        org.awaitility.Awaitility.await().until(() -> statistics().spooledMsgCount() == 0);
    }

    @Test
    void nackNamesItsReason() throws JMSException {
        String name = queue.getQueueName();
        EndpointSettings small =
                EndpointSettings.clientCreated(EndpointKind.QUEUE).with(EndpointAttributes.MAX_MSG_SIZE, 10L);
        broker.administration().changeEndpoint(EndpointKind.QUEUE, name, small, -1);

        assertThatThrownBy(() -> put("more than ten bytes"))
                .isInstanceOf(JMSException.class)
                .hasMessageContaining(name)
                .extracting(e -> ((JMSException) e).getErrorCode())
                .isEqualTo("message-too-big");
        assertThat(statistics().spooledMsgCount()).isZero();
    }

    @Test
    void refusedTransactionRollsBackWithTheReason() throws JMSException {
        put("a");
        EndpointSettings small =
                EndpointSettings.clientCreated(EndpointKind.QUEUE).with(EndpointAttributes.MAX_MSG_SIZE, 10L);
        broker.administration().changeEndpoint(EndpointKind.QUEUE, queue.getQueueName(), small, -1);
        Session session = session(Session.SESSION_TRANSACTED);
        MessageConsumer consumer = session.createConsumer(queue);
        receive(consumer);
        session.createProducer(queue).send(session.createTextMessage("b"));
        session.createProducer(queue).send(session.createTextMessage("more than ten bytes"));

        assertThatThrownBy(session::commit)
                .isInstanceOf(TransactionRolledBackException.class)
                .extracting(e -> ((JMSException) e).getErrorCode())
                .isEqualTo("message-too-big");

        assertThat(receive(consumer)).isEqualTo("a:2");
        assertThat(statistics().spooledMsgCount()).isEqualTo(1);
    }

    @Test
    void missingQueueIsAnInvalidDestination() throws JMSException {
        Session session = session(Session.AUTO_ACKNOWLEDGE);
        var nowhere = session.createQueue("nowhere");

        assertThatThrownBy(() -> session.createProducer(nowhere).send(session.createTextMessage("a")))
                .isInstanceOf(InvalidDestinationException.class)
                .hasMessageContaining("nowhere");
        assertThatThrownBy(() -> session.createConsumer(nowhere))
                .isInstanceOf(InvalidDestinationException.class)
                .hasMessageContaining("nowhere");
    }

    @Test
    void repeatedPublisherSequenceIsDropped() throws JMSException {
        Session session = session(Session.AUTO_ACKNOWLEDGE);
        for (String text : new String[] {"a", "again"}) {
            TextMessage message = session.createTextMessage(text);
            message.setStringProperty("JMS_Reprise_PublisherId", queue.getQueueName());
            message.setLongProperty("JMS_Reprise_PublisherSequence", 1);
            session.createProducer(queue).send(message);
        }

        MessageConsumer consumer = session.createConsumer(queue);
        assertThat(receive(consumer)).isEqualTo("a:1");
        assertThat(consumer.receiveNoWait()).isNull();
    }

    @Test
    void completionListenersHearOfStorage() throws Exception {
        BlockingQueue<String> heard = new LinkedBlockingQueue<>();
        Session session = session(Session.AUTO_ACKNOWLEDGE);
        var producer = session.createProducer(queue);
        for (int i = 0; i < 20; i++) {
            producer.send(session.createTextMessage("" + i), new CompletionListener() {
                @Override
                public void onCompletion(Message message) {
                    heard.add(textOf(message));
                }

                @Override
                public void onException(Message message, Exception exception) {
                    heard.add(exception.toString());
                }
            });
        }

        for (int i = 0; i < 20; i++) {
            assertThat(heard.poll(LONG, MILLISECONDS)).isEqualTo("" + i);
        }
        assertThat(statistics().spooledMsgCount()).isEqualTo(20);
    }

    @Test
    void durableSubscriptionKeepsWhatComesWhileItIsAlone() throws JMSException {
        connection.close();
        connection = broker.connectionFactory().createConnection();
        connection.setClientID("station");
        connection.start();
        Session session = session(Session.AUTO_ACKNOWLEDGE);
        session.createDurableConsumer(session.createTopic("quakes/>"), "all").close();
        try (JMSContext context = broker.connectionFactory().createContext()) {
            context.createProducer().send(context.createTopic("quakes/us/strong"), "a");
            context.createProducer().send(context.createTopic("floods"), "b");
        }

        MessageConsumer consumer = session.createDurableConsumer(session.createTopic("quakes/>"), "all");
        assertThat(receive(consumer)).isEqualTo("a:1");
        assertThat(consumer.receiveNoWait()).isNull();
        assertThatThrownBy(() -> session.createDurableConsumer(session.createTopic("quakes/>"), "all"))
                .isInstanceOf(JMSException.class);
        consumer.close();
        session.unsubscribe("all");
        assertThat(broker.administration().endpoint(EndpointKind.TOPIC_ENDPOINT, "station.all"))
                .isEmpty();
    }

    @Test
    void messagesAndCountsOutliveTheBroker() throws JMSException {
        put("a", "b");
        Session transacted = session(Session.SESSION_TRANSACTED);
        MessageConsumer consumer = transacted.createConsumer(queue);
        receive(consumer);
        transacted.rollback();
        assertThat(receive(consumer)).isEqualTo("a:2");
        connection.close();

        broker.close();
        broker = start();
        connect(queue.getQueueName());

        MessageConsumer again = session(Session.AUTO_ACKNOWLEDGE).createConsumer(queue);
        Message first = again.receive(LONG);
        assertThat(first.getJMSRedelivered()).isTrue();
        assertThat(first.getIntProperty("JMSXDeliveryCount")).isEqualTo(3);
        assertThat(receive(again)).isEqualTo("b:1");
    }

    @Test
    void consumersOfADeletedQueueHearOfIt() throws Exception {
        BlockingQueue<Exception> errors = new LinkedBlockingQueue<>();
        MessageConsumer consumer = session(Session.AUTO_ACKNOWLEDGE).createConsumer(queue);
        Thread receiver = new Thread(() -> {
            try {
                consumer.receive();
            } catch (JMSException e) {
                errors.add(e);
            }
        });
        receiver.start();

        broker.administration().deleteEndpoint(EndpointKind.QUEUE, queue.getQueueName());

        assertThat(errors.poll(LONG, MILLISECONDS)).isInstanceOf(JMSException.class);
    }

    @Test
    void secondBrokerOnTheDatabaseIsRefused() {
        assertThatThrownBy(EmbeddedFixture::start)
                .isInstanceOf(BrokerException.class)
                .extracting(e -> ((BrokerException) e).code())
                .isEqualTo(ErrorCode.LIVE_OWNER_EXISTS);
    }

    @Test
    void namesThatCannotBeAreRefused() {
        assertThatThrownBy(() -> broker.createQueue("a*b")).isInstanceOf(BrokerException.class);
        assertThatThrownBy(() -> broker.createTopic("")).isInstanceOf(BrokerException.class);
    }

    @Test
    void creatingAQueueTwiceGivesTheSame() throws JMSException {
        put("a");

        assertThat(broker.createQueue(queue.getQueueName())).isEqualTo(queue);
        assertThat(statistics().spooledMsgCount()).isEqualTo(1);
    }

    @Test
    void twoConnectionsShareAQueueThatIsNotExclusive() throws JMSException {
        put("a", "b");
        try (Connection second = broker.connectionFactory().createConnection()) {
            second.start();
            EndpointSettings shared = EndpointSettings.clientCreated(EndpointKind.QUEUE)
                    .with(EndpointAttributes.ACCESS_TYPE, io.reprise.broker.model.endpoint.AccessType.NON_EXCLUSIVE);
            broker.administration().changeEndpoint(EndpointKind.QUEUE, queue.getQueueName(), shared, -1);
            MessageConsumer one = session(Session.AUTO_ACKNOWLEDGE).createConsumer(queue);
            MessageConsumer other =
                    second.createSession(Session.AUTO_ACKNOWLEDGE).createConsumer(queue);

            assertThat(List.of(receive(one), receive(other))).containsExactlyInAnyOrder("a:1", "b:1");
        }
    }

    private static @Nullable String textOf(Message message) {
        try {
            return text(message);
        } catch (JMSException e) {
            throw new AssertionError(e);
        }
    }
}
