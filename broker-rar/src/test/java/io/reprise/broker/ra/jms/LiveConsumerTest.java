package io.reprise.broker.ra.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.reprise.broker.model.live.LiveMessageType;
import io.reprise.broker.model.live.LiveStart;
import io.reprise.broker.model.live.SubjectPosition;
import io.reprise.broker.model.topic.TopicFilter;
import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import java.time.Duration;
import java.util.Collections;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Consumers that are live subscribers, by the options of their topic [spec 3.4]. */
final class LiveConsumerTest extends ClientFixture {
    private Session session;

    @BeforeEach
    void open() throws JMSException {
        session = session(Session.AUTO_ACKNOWLEDGE);
    }

    private MessageConsumer consumer(Session of, String options) throws JMSException {
        return of.createConsumer(of.createTopic("s?" + options));
    }

    @ParameterizedTest
    @CsvSource({
        "topicDelivery=direct, Snapshot[]",
        "snapshot=true, Snapshot[]",
        "snapshot=false, Nothing[]",
        "topicDelivery=direct&snapshot=false, Nothing[]",
        "history=0, Snapshot[]",
        "history=3, History[newest=3]",
        "epoch=7&seq=0, 'AfterPosition[position=SubjectPosition[epoch=7, seq=0]]'",
        "conflate=20, Snapshot[]"
    })
    void beginWithWhatTheyAskFor(String options, String start) throws JMSException {
        consumer(session, options);

        assertThat(vpn.live().requests()).singleElement().satisfies(request -> {
            assertThat(request.start()).hasToString(start);
            assertThat(request.filters()).containsExactly(TopicFilter.ofDirectSubscriber("s"));
            assertThat(request.conflation())
                    .isEqualTo(options.startsWith("conflate") ? Duration.ofMillis(20) : Duration.ZERO);
        });
        assertThat(vpn.temporaries()).isEmpty();
    }

    @Test
    void guaranteedIsAsWithoutOptions() throws JMSException {
        consumer(session, "topicDelivery=guaranteed");

        assertThat(vpn.live().requests()).isEmpty();
        assertThat(vpn.temporaries()).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "history=-1 | history='-1'; allowed: 0–2147483647",
                "history=many | history='many'",
                "conflate=-5 | conflate='-5'",
                "snapshot=yes | snapshot='yes'; allowed: true, false",
                "topicDelivery=live | topicDelivery='live'; allowed: guaranteed, direct",
                "topicDelivery=guaranteed&history=2 | topicDelivery=guaranteed with others",
                "epoch=1 | seq is missing",
                "seq=1 | epoch is missing",
                "epoch=1&seq=1&history=2 | history with epoch",
                "snapshot=false&history=2 | snapshot=false with history",
                "topicDelivery=direct&qos=2 | unknown option 'qos'"
            })
    void areRefusedWhatMakesNoSense(String options, String text) {
        assertThatThrownBy(() -> consumer(session, options))
                .isInstanceOf(JMSException.class)
                .hasMessageContaining(text);
        assertThat(vpn.live().requests()).isEmpty();
    }

    @Test
    void haveNoQueueAndNoSubscriptionThatOthersShareOrThatLasts() {
        assertThatThrownBy(() -> session.createConsumer(session.createQueue("orders?topicDelivery=direct")))
                .isInstanceOf(JMSException.class)
                .hasMessageContaining("a queue");
        assertThatThrownBy(() -> session.createSharedConsumer(session.createTopic("s?history=1"), "x"))
                .isInstanceOf(JMSException.class)
                .hasMessageContaining("shared");
        assertThatThrownBy(() -> session.createSharedDurableConsumer(session.createTopic("s?history=1"), "x"))
                .isInstanceOf(JMSException.class)
                .hasMessageContaining("durable");
    }

    @ParameterizedTest
    @ValueSource(strings = {"what?", "s?x=1", "s?historybook=1"})
    void aTopicMayHaveAQuestionMark(String topic) throws JMSException {
        session.createConsumer(session.createTopic(topic));

        assertThat(vpn.topicEndpoint(vpn.temporaries().get(0)).view().subscriptions())
                .containsExactly(TopicFilter.of(topic));
    }

    @Test
    void readTypePositionAndLossesAsProperties() throws JMSException {
        MessageConsumer consumer = consumer(session, "topicDelivery=direct");
        vpn.live().stream().received(LiveMessageType.SNAPSHOT, "a", 5, 0);
        vpn.live().stream().received(LiveMessageType.UPDATE, "b", 6, 3);

        Message snapshot = consumer.receive(LONG);
        assertThat(text(snapshot)).isEqualTo("a");
        assertThat(snapshot.getStringProperty("JMS_Reprise_MessageType")).isEqualTo("SNAPSHOT");
        assertThat(snapshot.getStringProperty("JMS_Reprise_QoS")).isEqualTo("GUARANTEED");
        assertThat(snapshot.getLongProperty("JMS_Reprise_Epoch")).isEqualTo(1);
        assertThat(snapshot.getLongProperty("JMS_Reprise_Seq")).isEqualTo(5);
        assertThat(snapshot.getLongProperty("JMS_Reprise_HeadEpoch")).isEqualTo(1);
        assertThat(snapshot.getLongProperty("JMS_Reprise_HeadSeq")).isEqualTo(6);
        assertThat(snapshot.propertyExists("JMS_Reprise_Discarded")).isFalse();
        assertThat(snapshot.propertyExists("JMS_Reprise_ReplicationGroupMsgId")).isFalse();
        assertThat(Collections.list(snapshot.getPropertyNames()).toString()).contains("JMS_Reprise_MessageType");

        Message update = consumer.receive(LONG);
        assertThat(update.getStringProperty("JMS_Reprise_MessageType")).isEqualTo("UPDATE");
        assertThat(update.getLongProperty("JMS_Reprise_Discarded")).isEqualTo(3);
    }

    @Test
    void getGuaranteedMessagesAsDirectOnes() throws JMSException {
        MessageConsumer consumer = consumer(session, "topicDelivery=direct");
        vpn.live().stream().update("a", 1);

        Message message = consumer.receive(LONG);

        assertThat(message.getJMSDeliveryMode()).isEqualTo(DeliveryMode.NON_PERSISTENT);
        assertThat(message.getStringProperty("JMS_Reprise_DeliveryMode")).isEqualTo("DIRECT");
        assertThat(message.getJMSRedelivered()).isFalse();
    }

    @Test
    void acknowledgeNothing() throws JMSException {
        for (int mode : new int[] {Session.AUTO_ACKNOWLEDGE, Session.DUPS_OK_ACKNOWLEDGE, Session.CLIENT_ACKNOWLEDGE}) {
            Session of = session(mode);
            MessageConsumer consumer = consumer(of, "topicDelivery=direct");
            vpn.live().stream().update("a", 1);
            Message message = consumer.receive(LONG);

            message.acknowledge();
            if (mode == Session.CLIENT_ACKNOWLEDGE) {
                of.recover();
            }

            assertThat(consumer.receiveNoWait()).isNull();
        }
        assertThat(vpn.calls()).isEmpty();
    }

    @Test
    void aRollbackBringsNothingBackAndLosesNothing() throws JMSException {
        Session transacted = session(Session.SESSION_TRANSACTED);
        MessageConsumer consumer = consumer(transacted, "topicDelivery=direct");
        vpn.live().stream().update("a", 1);
        vpn.live().stream().update("b", 2);
        assertThat(receive(consumer)).isEqualTo("a");

        transacted.rollback();

        assertThat(receive(consumer)).isEqualTo("b");
        transacted.commit();
        assertThat(vpn.calls()).isEmpty();
    }

    @Test
    void aListenerGetsThemInOrderAlsoOverARollback() throws Exception {
        Session transacted = session(Session.SESSION_TRANSACTED);
        MessageConsumer consumer = consumer(transacted, "topicDelivery=direct");
        BlockingQueue<String> heard = new LinkedBlockingQueue<>();
        consumer.setMessageListener(message -> {
            try {
                heard.add(text(message));
                transacted.rollback();
            } catch (JMSException e) {
                heard.add(e.toString());
            }
        });

        for (int seq = 1; seq <= 20; seq++) {
            vpn.live().stream().update("m" + seq, seq);
        }

        for (int seq = 1; seq <= 20; seq++) {
            assertThat(heard.poll(10, TimeUnit.SECONDS)).isEqualTo("m" + seq);
        }
    }

    @Test
    void aSelectorChooses() throws JMSException {
        MessageConsumer consumer =
                session.createConsumer(session.createTopic("s?topicDelivery=direct"), "JMSType = 'b'");
        vpn.live().stream().update("a", 1);
        vpn.live().stream().update("b", 2);

        assertThat(receive(consumer)).isEqualTo("b");
    }

    @Test
    void closingEndsTheSubscription() throws JMSException {
        MessageConsumer consumer = consumer(session, "topicDelivery=direct");

        consumer.close();

        assertThat(vpn.live().stream().isClosed()).isTrue();
    }

    @Test
    void oneWhoseStreamCantGoOnIsEndedWithTheReason() throws JMSException {
        MessageConsumer consumer = consumer(session, "topicDelivery=direct");
        vpn.live().down();
        vpn.live().stream().end("VPN steps down");

        assertThatThrownBy(() -> consumer.receive(LONG))
                .isInstanceOf(JMSException.class)
                .hasMessageContaining("VPN steps down");
    }

    @Test
    void aPositionIsTakenUpAgain() throws JMSException {
        consumer(session, "epoch=3&seq=9");

        assertThat(vpn.live().requests().get(0).start())
                .isEqualTo(new LiveStart.AfterPosition(new SubjectPosition(3, 9)));
    }
}
