package io.reprise.broker.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.endpoint.EndpointName;
import io.reprise.broker.model.management.EndpointView;
import io.reprise.broker.model.topic.TopicFilter;
import jakarta.jms.Connection;
import jakarta.jms.DeliveryMode;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import jakarta.jms.TemporaryQueue;
import jakarta.jms.TextMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Temporary destinations, consumers of topics that don't last, direct sending and live subscribers, on the real engine. */
class EmbeddedTopicTest extends EmbeddedFixture {
    private final String topic = "topics/" + UUID.randomUUID();
    private Session session;

    @BeforeEach
    void open() throws JMSException {
        session = session(Session.AUTO_ACKNOWLEDGE);
    }

    private void publish(String text, boolean retained, boolean direct) throws JMSException {
        try (MessageProducer producer = session.createProducer(session.createTopic(topic))) {
            TextMessage message = session.createTextMessage(text);
            message.setBooleanProperty("JMS_Reprise_Retained", retained);
            if (direct) {
                message.setStringProperty("JMS_Reprise_DeliveryMode", "DIRECT");
            }
            producer.send(message);
        }
    }

    private MessageConsumer live(String options) throws JMSException {
        return session.createConsumer(session.createTopic(topic + "?" + options));
    }

    /** {@code TYPE text}, with {@code lost} if any were. */
    private static String told(Message message) throws JMSException {
        return message.getStringProperty("JMS_Reprise_MessageType") + " " + text(message)
                + (message.propertyExists("JMS_Reprise_Discarded") ? " lost" : "");
    }

    private static Message next(MessageConsumer consumer) throws JMSException {
        return Objects.requireNonNull(consumer.receive(LONG), "no message came");
    }

    private static List<String> temporaries() {
        List<String> names = new ArrayList<>();
        for (EndpointKind kind : EndpointKind.values()) {
            broker.administration().endpoints(kind, "", 1_000).stream()
                    .map(EndpointView::name)
                    .filter(EndpointName::isTemporary)
                    .forEach(names::add);
        }
        return names;
    }

    @Test
    void aReplyComesToATemporaryQueueAndTheQueueGoesWithItsConnection() throws JMSException {
        TemporaryQueue replies = session.createTemporaryQueue();
        TextMessage request = session.createTextMessage("ping");
        request.setJMSReplyTo(replies);
        session.createProducer(queue).send(request);
        try (Connection server = broker.connectionFactory().createConnection()) {
            server.start();
            Session at = server.createSession();
            Message asked = next(at.createConsumer(queue));
            at.createProducer(asked.getJMSReplyTo()).send(at.createTextMessage("pong"));
        }

        assertThat(receive(session.createConsumer(replies))).isEqualTo("pong:1");
        connection.close();

        assertThat(temporaries()).isEmpty();
        connect();
        Session later = session(Session.AUTO_ACKNOWLEDGE);
        assertThatThrownBy(() -> later.createProducer(later.createQueue(replies.getQueueName()))
                        .send(later.createTextMessage("late")))
                .isInstanceOf(InvalidDestinationException.class);
    }

    @Test
    void aNonDurableConsumerGetsWhatItRolledBackAgain() throws JMSException {
        Session transacted = session(Session.SESSION_TRANSACTED);
        MessageConsumer consumer = transacted.createConsumer(transacted.createTopic(topic));
        publish("a", false, false);
        assertThat(receive(consumer)).isEqualTo("a:1");

        transacted.rollback();

        assertThat(receive(consumer)).isEqualTo("a:2");
        transacted.commit();
        consumer.close();
        assertThat(temporaries()).isEmpty();
    }

    @Test
    void sharedNonDurableConsumersGetEachMessageOnce() throws JMSException {
        MessageConsumer one = session.createSharedConsumer(session.createTopic(topic), "s");
        MessageConsumer other = session(Session.AUTO_ACKNOWLEDGE).createSharedConsumer(session.createTopic(topic), "s");

        publish("a", false, false);
        publish("b", false, false);

        assertThat(List.of(text(next(one)), text(next(other)))).containsExactlyInAnyOrder("a", "b");
    }

    @Test
    void aRestartLeavesNothingTemporaryBehind() throws JMSException {
        session.createTemporaryQueue();
        session.createConsumer(session.createTopic(topic));
        assertThat(temporaries()).hasSize(2);

        restart();

        assertThat(temporaries()).isEmpty();
        connection.close();
        connect();
    }

    @Test
    void aLiveConsumerGetsTheSnapshotThenWhatIsPublished() throws JMSException {
        publish("140", false, false);
        publish("141", true, false);
        publish("144", false, false);
        MessageConsumer consumer = live("topicDelivery=direct");

        Message snapshot = next(consumer);
        publish("142", true, false);
        Message update = next(consumer);

        assertThat(told(snapshot)).isEqualTo("SNAPSHOT 141");
        assertThat(snapshot.getLongProperty("JMS_Reprise_Seq")).isEqualTo(2);
        assertThat(snapshot.getLongProperty("JMS_Reprise_HeadSeq")).isEqualTo(3);
        assertThat(told(update)).isEqualTo("UPDATE 142");
        assertThat(update.getLongProperty("JMS_Reprise_Seq")).isEqualTo(4);
        assertThat(update.getLongProperty("JMS_Reprise_Epoch"))
                .isEqualTo(snapshot.getLongProperty("JMS_Reprise_Epoch"));
    }

    @Test
    void historyComesInsteadOfTheSnapshotOldestFirst() throws JMSException {
        publish("a", true, false);
        publish("b", false, false);
        publish("c", false, false);

        MessageConsumer consumer = live("history=2");

        assertThat(told(next(consumer))).isEqualTo("HISTORICAL b");
        assertThat(told(next(consumer))).isEqualTo("HISTORICAL c");
        publish("d", false, false);
        assertThat(told(next(consumer))).isEqualTo("UPDATE d");
    }

    @Test
    void whoReturnsWithAPositionGetsExactlyWhatItMissed() throws JMSException {
        MessageConsumer first = live("snapshot=false");
        publish("a", false, false);
        Message seen = next(first);
        first.close();
        publish("b", true, false);
        publish("c", false, false);

        MessageConsumer again = live("epoch=" + seen.getLongProperty("JMS_Reprise_Epoch") + "&seq="
                + seen.getLongProperty("JMS_Reprise_Seq"));

        assertThat(told(next(again))).isEqualTo("RECOVERED b");
        assertThat(told(next(again))).isEqualTo("RECOVERED c");
        publish("d", false, false);
        Message update = next(again);
        assertThat(told(update)).isEqualTo("UPDATE d");
        assertThat(update.getStringProperty("JMS_Reprise_Recovery")).isEqualTo("DATA_SYNC");
    }

    @Test
    void whoReturnsWithAnotherEpochGetsTheSnapshot() throws JMSException {
        publish("a", true, false);
        MessageConsumer consumer = live("epoch=1&seq=1");

        assertThat(told(next(consumer))).isEqualTo("SNAPSHOT a");
        publish("b", false, false);
        assertThat(next(consumer).getStringProperty("JMS_Reprise_Recovery")).isEqualTo("DATA_RESYNC");
    }

    /** The table of spec 1.5. */
    @Test
    void modesChangeOnTheWayAsTheTableSays() throws JMSException {
        broker.administration().addSubscription(EndpointKind.QUEUE, queue.getQueueName(), TopicFilter.of(topic));
        MessageConsumer live = live("snapshot=false");
        MessageConsumer stored = session.createConsumer(queue);
        MessageProducer producer = session.createProducer(session.createTopic(topic));

        publish("direct", false, true);
        assertMode(next(stored), "NON_PERSISTENT", DeliveryMode.NON_PERSISTENT);
        Message direct = next(live);
        assertMode(direct, "DIRECT", DeliveryMode.NON_PERSISTENT);
        assertThat(direct.getStringProperty("JMS_Reprise_QoS")).isEqualTo("STANDARD");

        producer.setDeliveryMode(DeliveryMode.NON_PERSISTENT);
        producer.send(session.createTextMessage("non-persistent"));
        assertMode(next(stored), "NON_PERSISTENT", DeliveryMode.NON_PERSISTENT);
        assertMode(next(live), "DIRECT", DeliveryMode.NON_PERSISTENT);

        producer.setDeliveryMode(DeliveryMode.PERSISTENT);
        producer.send(session.createTextMessage("persistent"));
        assertMode(next(stored), "PERSISTENT", DeliveryMode.PERSISTENT);
        Message demoted = next(live);
        assertMode(demoted, "DIRECT", DeliveryMode.NON_PERSISTENT);
        assertThat(demoted.getStringProperty("JMS_Reprise_QoS")).isEqualTo("GUARANTEED");
    }

    private static void assertMode(Message message, String mode, int header) throws JMSException {
        assertThat(message.getStringProperty("JMS_Reprise_DeliveryMode"))
                .as(text(message))
                .isEqualTo(mode);
        assertThat(message.getJMSDeliveryMode()).as(text(message)).isEqualTo(header);
    }

    @Test
    void inATransactionDirectIsAnErrorAndTheRestGoesOn() throws JMSException {
        Session transacted = session(Session.SESSION_TRANSACTED);
        MessageProducer producer = transacted.createProducer(queue);
        TextMessage direct = transacted.createTextMessage("no");
        direct.setStringProperty("JMS_Reprise_DeliveryMode", "DIRECT");
        producer.send(transacted.createTextMessage("yes"));

        assertThatThrownBy(() -> producer.send(direct))
                .isInstanceOf(JMSException.class)
                .extracting(e -> ((JMSException) e).getErrorCode())
                .isEqualTo("direct-in-transaction");
        transacted.commit();

        assertThat(left()).isEqualTo("yes:1");
    }

    @Test
    void oneProducersDirectMessagesComeInTheirPlaceBetweenItsGuaranteedOnes() throws JMSException {
        MessageConsumer live = live("snapshot=false");
        for (int i = 0; i < 50; i++) {
            publish("m" + i, false, i % 2 == 1);
        }

        for (int i = 0; i < 50; i++) {
            assertThat(text(next(live))).isEqualTo("m" + i);
        }
    }

    @Test
    void aSelectorChoosesLive() throws JMSException {
        MessageConsumer consumer = session.createConsumer(
                session.createTopic(topic + "?topicDelivery=direct"), "JMS_Reprise_Retained = true");
        publish("a", false, false);
        publish("b", true, false);

        assertThat(told(next(consumer))).isEqualTo("UPDATE b");
    }

    @Test
    void aListenerHearsLiveMessagesWhileNothingWaits() throws Exception {
        CompletableFuture<String> heard = new CompletableFuture<>();
        live("topicDelivery=direct").setMessageListener(message -> {
            try {
                heard.complete(told(message));
            } catch (JMSException e) {
                heard.completeExceptionally(e);
            }
        });

        publish("a", false, true);

        assertThat(heard.get(LONG, TimeUnit.MILLISECONDS)).isEqualTo("UPDATE a");
    }

    /** The seam: a snapshot, then every later number exactly once. */
    @Test
    void whoComesWhileAPublisherRunsAtFullSpeedMissesNothingAndGetsNothingTwice() throws Exception {
        AtomicBoolean running = new AtomicBoolean(true);
        publish("0", true, false);
        CompletableFuture<Void> publishing = CompletableFuture.runAsync(() -> publishWhile(running));
        try {
            for (int round = 0; round < 20; round++) {
                try (MessageConsumer consumer = live("topicDelivery=direct")) {
                    Message snapshot = next(consumer);
                    assertThat(snapshot.getStringProperty("JMS_Reprise_MessageType"))
                            .isEqualTo("SNAPSHOT");
                    long seq = snapshot.getLongProperty("JMS_Reprise_Seq");
                    for (int i = 0; i < 20; i++) {
                        Message update = next(consumer);
                        assertThat(update.getLongProperty("JMS_Reprise_Seq")).isEqualTo(++seq);
                        assertThat(update.getStringProperty("JMS_Reprise_MessageType"))
                                .isEqualTo("UPDATE");
                    }
                }
            }
        } finally {
            running.set(false);
            publishing.get(LONG, TimeUnit.MILLISECONDS);
        }
    }

    private void publishWhile(AtomicBoolean running) {
        try (Connection own = broker.connectionFactory().createConnection();
                Session of = own.createSession()) {
            MessageProducer producer = of.createProducer(of.createTopic(topic));
            for (int i = 1; running.get(); i++) {
                TextMessage message = of.createTextMessage("" + i);
                message.setBooleanProperty("JMS_Reprise_Retained", true);
                producer.send(message);
            }
        } catch (JMSException e) {
            throw new IllegalStateException(e);
        }
    }
}
