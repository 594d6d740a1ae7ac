package io.reprise.broker.ra.jms;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.message.Message;
import io.reprise.broker.model.message.PublisherStamp;
import io.reprise.broker.model.publish.CommitOutcome;
import jakarta.jms.CompletionListener;
import jakarta.jms.DeliveryMode;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.MessageProducer;
import jakarta.jms.ResourceAllocationException;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a send does and what it answers [spec 1.5]. */
final class SendingTest extends ClientFixture {
    private Session session;
    private MessageProducer producer;

    @BeforeEach
    void open() throws JMSException {
        session = session(Session.AUTO_ACKNOWLEDGE);
        producer = session.createProducer(orders);
    }

    private Message stored() {
        var units = vpn.committed();
        return units.get(units.size() - 1).publishes().get(0);
    }

    @Test
    void returnsWhenTheMessageIsStored() throws JMSException {
        producer.send(session.createTextMessage("a"));

        assertThat(waiting()).isEqualTo("a:0");
    }

    @Test
    void nonPersistentIsAnsweredToo() throws JMSException {
        producer.setDeliveryMode(DeliveryMode.NON_PERSISTENT);
        vpn.script(new CommitOutcome.Rejected(ErrorCode.QUEUE_QUOTA_EXCEEDED, "full"));

        assertThatThrownBy(() -> producer.send(session.createTextMessage("a")))
                .isInstanceOf(ResourceAllocationException.class);
        producer.send(session.createTextMessage("b"));

        assertThat(stored().deliveryMode()).isEqualTo(io.reprise.broker.model.message.DeliveryMode.NON_PERSISTENT);
    }

    @Test
    void textThatWouldArriveChangedIsRefused() throws JMSException {
        assertThatThrownBy(() -> producer.send(session.createTextMessage("a\ud83d")))
                .isInstanceOf(JMSException.class)
                .hasMessageContaining("half a surrogate pair at index 1");
        producer.send(session.createTextMessage("a\ud83d\ude00"));

        assertThat(waiting()).isEqualTo("a\ud83d\ude00:0");
    }

    @Test
    void nackIsAnExceptionWithTheReasonAndTheCode() {
        vpn.script(new CommitOutcome.Rejected(ErrorCode.MESSAGE_TOO_BIG, "queue 'orders': 11 MB, allowed 10 MB"));

        assertThatThrownBy(() -> producer.send(session.createTextMessage("a")))
                .isInstanceOf(JMSException.class)
                .hasMessage("queue 'orders': 11 MB, allowed 10 MB")
                .extracting(e -> ((JMSException) e).getErrorCode())
                .isEqualTo("message-too-big");
    }

    @Test
    void unknownOutcomeIsItsOwnException() {
        vpn.script(new CommitOutcome.Unknown("publish timeout after 30 s"));

        assertThatThrownBy(() -> producer.send(session.createTextMessage("a")))
                .isInstanceOf(OutcomeUnknownException.class)
                .hasMessageContaining("publish timeout");
    }

    @Test
    void simplifiedApiCarriesTheCodeToo() {
        try (JMSContext context = factory.createContext()) {
            assertThatThrownBy(() -> context.createProducer().send(context.createQueue("nowhere"), "a"))
                    .isInstanceOf(JMSRuntimeException.class)
                    .extracting(e -> ((JMSRuntimeException) e).getErrorCode())
                    .isEqualTo("no-such-queue");
        }
    }

    @Test
    void missingQueueIsAnInvalidDestination() throws JMSException {
        MessageProducer anonymous = session.createProducer(null);

        assertThatThrownBy(() -> anonymous.send(new RepriseQueue("nowhere"), session.createTextMessage("a")))
                .isInstanceOf(InvalidDestinationException.class);
        assertThatThrownBy(() -> session.createProducer(new RepriseTopic("")))
                .isInstanceOf(InvalidDestinationException.class);
    }

    @Test
    void messageIsWritableAgainAfterARefusedSend() throws JMSException {
        TextMessage message = session.createTextMessage("a");
        message.setStringProperty("JMS_Reprise_PublisherId", "half a stamp");
        assertThatThrownBy(() -> producer.send(message))
                .isInstanceOf(JMSException.class)
                .hasMessageContaining("JMS_Reprise_PublisherSequence");

        message.setLongProperty("JMS_Reprise_PublisherSequence", 1);
        message.setText("b");
        producer.send(message);

        assertThat(waiting()).isEqualTo("b:0");
    }

    @Test
    void priorityTimeToLiveAndDeliveryModeAreTheProducers() throws JMSException {
        TextMessage message = session.createTextMessage("a");
        message.setJMSPriority(1);

        producer.send(message, DeliveryMode.NON_PERSISTENT, 9, 60_000);

        assertThat(stored().priority()).isEqualTo(9);
        assertThat(stored().ttlMillis()).isEqualTo(60_000);
        assertThat(stored().deliveryMode()).isEqualTo(io.reprise.broker.model.message.DeliveryMode.NON_PERSISTENT);
        assertThat(message.getJMSPriority()).isEqualTo(9);
        assertThat(message.getJMSExpiration()).isEqualTo(message.getJMSTimestamp() + 60_000);
    }

    @Test
    void messageIdIsGivenBeforeTheCommitAndCanBeLeftOut() throws JMSException {
        TextMessage message = session.createTextMessage("a");
        producer.send(message);
        assertThat(message.getJMSMessageID()).startsWith("ID:").isEqualTo(stored().messageId());

        producer.setDisableMessageID(true);
        producer.setDisableMessageTimestamp(true);
        producer.send(message);

        assertThat(stored().messageId()).isNull();
        assertThat(stored().senderTimestampMillis()).isZero();
    }

    @Test
    void theDeliveryTimeIsTheTimeOfTheSendPlusTheDelay() throws JMSException {
        producer.setDeliveryDelay(1_000);
        TextMessage message = session.createTextMessage("a");

        producer.send(message);

        assertThat(stored().deliveryTimeMillis()).isEqualTo(message.getJMSTimestamp() + 1_000);
        assertThat(message.getJMSDeliveryTime()).isEqualTo(message.getJMSTimestamp() + 1_000);
        producer.setDeliveryDelay(0);
        producer.send(message);
        assertThat(stored().deliveryTimeMillis()).isZero();
        assertThat(message.getJMSDeliveryTime()).isEqualTo(message.getJMSTimestamp());
    }

    @Test
    void aDeliveryDelayPastTheEndOfTimeIsForEver() throws JMSException {
        producer.setDeliveryDelay(Long.MAX_VALUE);

        producer.send(session.createTextMessage("a"));

        assertThat(stored().deliveryTimeMillis()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void publisherStampIsTheMessages() throws JMSException {
        producer.send(stamped(session.createTextMessage("a")));

        assertThat(stored().publisher()).isEqualTo(new PublisherStamp("gauge-7", 42));
        assertThat(stored().properties()).isEmpty();
    }

    @Test
    void halfAPublisherStampIsRefused() throws JMSException {
        TextMessage message = session.createTextMessage("a");
        message.setStringProperty("JMS_Reprise_PublisherId", "gauge-7");

        assertThatThrownBy(() -> producer.send(message))
                .isInstanceOf(JMSException.class)
                .hasMessageContaining("JMS_Reprise_PublisherSequence");
    }

    @Test
    void propertyOfOursThatDoesNotExistIsRefused() throws JMSException {
        TextMessage message = session.createTextMessage("a");

        assertThatThrownBy(() -> message.setStringProperty("JMS_Reprise_Retain", "yes"))
                .isInstanceOf(JMSException.class)
                .hasMessageContaining("JMS_Reprise_Retain");
        assertThatThrownBy(() -> message.setStringProperty("JMS_Reprise_Retained", "yes"))
                .isInstanceOf(JMSException.class)
                .hasMessageContaining("Boolean");
    }

    @Test
    void onlyAnExplicitFalseMakesAMessageNotEligibleForADeadMessageQueue() throws JMSException {
        TextMessage message = session.createTextMessage("a");
        producer.send(message);
        assertThat(stored().dmqEligible()).isTrue();

        message.setBooleanProperty("JMS_TIBCO_PRESERVE_UNDELIVERED", false);
        producer.send(message);

        assertThat(stored().dmqEligible()).isFalse();
    }

    @Test
    void laterChangesOfTheMessageDoNotReachTheStoredOne() throws JMSException {
        var message = session.createBytesMessage();
        message.writeBytes(new byte[] {1, 2, 3});
        message.setStringProperty("p", "before");
        producer.send(message);
        Message first = stored();

        message.clearBody();
        message.writeBytes(new byte[] {9});
        message.setStringProperty("p", "after");

        assertThat(first.body()).containsExactly(1, 2, 3);
        assertThat(first.properties()).containsEntry("p", "before");
    }

    @Test
    void forwardedMessageDoesNotRepeatItsPublisherStamp() throws JMSException {
        TextMessage message = session.createTextMessage("a");
        message.setStringProperty("JMS_Reprise_PublisherId", "gauge-7");
        message.setLongProperty("JMS_Reprise_PublisherSequence", 42);
        message.setBooleanProperty("JMS_Reprise_Retained", true);
        producer.send(message);
        var received = session.createConsumer(orders).receive(LONG);
        assertThat(received.getStringProperty("JMS_Reprise_PublisherId")).isEqualTo("gauge-7");

        producer.send(received);

        assertThat(stored().publisher()).isNull();
        assertThat(stored().retained()).isTrue();
    }

    @Test
    void completionsComeInOrderWhenStored() throws Exception {
        BlockingQueue<String> heard = new LinkedBlockingQueue<>();
        vpn.hold();
        for (String text : new String[] {"a", "b", "c"}) {
            producer.send(session.createTextMessage(text), listener(heard));
        }
        assertThat(heard).isEmpty();

        vpn.settleAll();

        assertThat(heard.poll(LONG, MILLISECONDS)).isEqualTo("done a");
        assertThat(heard.poll(LONG, MILLISECONDS)).isEqualTo("done b");
        assertThat(heard.poll(LONG, MILLISECONDS)).isEqualTo("done c");
    }

    @Test
    void completionOfARefusedMessageIsItsException() throws Exception {
        BlockingQueue<String> heard = new LinkedBlockingQueue<>();
        vpn.script(new CommitOutcome.Rejected(ErrorCode.INGRESS_DISABLED, "queue 'orders' takes none"));

        producer.send(session.createTextMessage("a"), listener(heard));

        assertThat(heard.poll(LONG, MILLISECONDS)).isEqualTo("failed a: ingress-disabled");
    }

    @Test
    void closingWaitsForCompletions() throws Exception {
        BlockingQueue<String> heard = new LinkedBlockingQueue<>();
        vpn.hold();
        producer.send(session.createTextMessage("a"), listener(heard));
        FutureTask<Void> closing = new FutureTask<>(() -> {
            session.close();
            return null;
        });
        Thread closer = new Thread(closing);

        closer.start();
        Awaitility.await("it waits, or is through")
                .until(() -> !Set.of(Thread.State.NEW, Thread.State.RUNNABLE).contains(closer.getState()));
        assertThat(closing).as("waits").isNotDone();
        vpn.settleAll();
        closing.get();

        assertThat(heard).containsExactly("done a");
    }

    private static CompletionListener listener(BlockingQueue<String> heard) {
        return new CompletionListener() {
            @Override
            public void onCompletion(jakarta.jms.Message message) {
                heard.add("done " + textOf(message));
            }

            @Override
            public void onException(jakarta.jms.Message message, Exception e) {
                heard.add("failed " + textOf(message) + ": " + ((JMSException) e).getErrorCode());
            }
        };
    }

    private static String textOf(jakarta.jms.Message message) {
        try {
            return text(message);
        } catch (JMSException e) {
            throw new AssertionError(e);
        }
    }
}
