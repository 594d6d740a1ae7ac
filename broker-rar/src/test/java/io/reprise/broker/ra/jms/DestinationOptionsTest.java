package io.reprise.broker.ra.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.message.ReplicationGroupMsgId;
import io.reprise.broker.model.replay.ReplayRequest;
import io.reprise.broker.model.replay.ReplayStart;
import io.reprise.broker.ra.fake.MemoryReplays;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.Topic;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Consumers that ask for a replay by their destination's options. */
final class DestinationOptionsTest extends ClientFixture {
    private static final ReplicationGroupMsgId ID = new ReplicationGroupMsgId(7, 42);
    private Session session;

    @BeforeEach
    void open() throws JMSException {
        session = session(Session.AUTO_ACKNOWLEDGE);
    }

    private MemoryReplays replays() {
        return vpn.queue("orders").replays();
    }

    @Test
    void askForAReplayBeforeAMessageIsTaken() throws JMSException {
        put("a");

        MessageConsumer consumer =
                session.createConsumer(session.createQueue("orders?replayFrom=beginning&replayId=audit"));

        assertThat(replays().asked()).containsExactly("audit with 0 sessions");
        assertThat(replays().granted("audit")).isEqualTo(ReplayRequest.from(new ReplayStart.Beginning()));
        assertThat(receive(consumer)).isEqualTo("a");
    }

    @Test
    void mayComeInAnyOrderAndPercentEncoded() throws JMSException {
        session.createConsumer(session.createQueue("orders?replayId=a%26b%3Dc&replayFrom=2026-11-30T10%3A00:00+01:00"));

        assertThat(replays().granted("a&b=c"))
                .isEqualTo(ReplayRequest.from(new ReplayStart.FromTime(Instant.parse("2026-11-30T09:00:00Z"))));
    }

    @Test
    void nameAMessage() throws JMSException {
        session.createConsumer(session.createQueue("orders?replayFrom=" + ID + "&replayId=x"));

        assertThat(replays().granted("x")).isEqualTo(ReplayRequest.from(new ReplayStart.AfterMessage(ID)));
    }

    @Test
    void countBackFromWhenTheConsumerIsMade() throws JMSException {
        Instant before = Instant.now().minus(Duration.ofMinutes(20));

        session.createConsumer(session.createQueue("orders?replayFrom=-PT20M&replayId=x"));

        assertThat(Objects.requireNonNull(replays().granted("x")).from())
                .isInstanceOfSatisfying(
                        ReplayStart.FromTime.class,
                        from -> assertThat(from.time())
                                .isBetween(before, Instant.now().minus(Duration.ofMinutes(20))));
    }

    @Test
    void startNothingASecondTime() throws JMSException {
        Queue queue = session.createQueue("orders?replayFrom=beginning&replayId=audit");

        session.createConsumer(queue).close();
        session.createConsumer(queue);

        assertThat(replays().asked()).hasSize(2);
        assertThat(replays().grantedCount()).isEqualTo(1);
    }

    @Test
    void workForADurableSubscription() throws JMSException {
        connection.close();
        connection = factory.createConnection();
        connection.setClientID("me");
        session = session(Session.AUTO_ACKNOWLEDGE);

        session.createDurableConsumer(session.createTopic("quakes/>?replayFrom=beginning&replayId=late"), "sub");

        assertThat(Objects.requireNonNull(vpn.topicEndpoint("me.sub")).view().subscriptions())
                .extracting(Object::toString)
                .containsExactly("quakes/>");
        assertThat(vpn.topicEndpoint("me.sub").replays().granted("late")).isNotNull();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "orders?replayFrom=beginning                             | replayId is missing; allowed: replayFrom with replayId",
                "orders?replayId=x                                       | replayFrom is missing",
                "orders?                                                 | unknown option ''",
                "orders?replayFrom                                       | replayId is missing",
                "orders?replayfrom=beginning&replayId=x                  | unknown option 'replayfrom'",
                "orders?replayFrom=beginning&replayId=x&prefetch=5       | unknown option 'prefetch'",
                "orders?replayFrom=beginning&replayId=x&                 | unknown option ''",
                "orders?replayFrom=beginning&replayId=x&replayId=y       | replayId is given twice",
                "orders?replayFrom=yesterday&replayId=x                  | replayFrom: 'yesterday'; allowed: beginning, whole unix",
                "orders?replayFrom=%zz&replayId=x                        | '%zz'; allowed: percent-encoded",
                "orders?replayFrom=beginning&replayId=                   | replayId: ''; allowed: 1–200 characters"
            })
    void areRefusedByNameAndNothingIsBound(String address, String reason) {
        assertRefused("invalid-parameter", reason, () -> session.createConsumer(session.createQueue(address)));
    }

    @Test
    void bindNothingIfTheReplayIsRefused() {
        replays().refuse(ErrorCode.REPLAY_DISABLED);

        assertRefused(
                "replay-disabled",
                "replayFrom=beginning, replayId=x: refused by a test",
                () -> session.createConsumer(session.createQueue("orders?replayFrom=beginning&replayId=x")));
    }

    @Test
    void areNotForBrowsers() {
        assertRefused(
                "replay-browser",
                "browsing orders",
                () -> session.createBrowser(session.createQueue("orders?replayFrom=beginning&replayId=x")));
    }

    @Test
    void areNotForTemporaryEndpoints() throws JMSException {
        Topic topic = session.createTopic("t?replayFrom=beginning&replayId=x");

        assertRefused("replay-temporary-endpoint", "no durable subscription", () -> session.createConsumer(topic));
        assertRefused(
                "replay-temporary-endpoint",
                "no durable subscription",
                () -> session.createSharedConsumer(topic, "shared"));
    }

    @Test
    void areNotForSharedSubscriptionsAndMakeNone() throws JMSException {
        Topic topic = session.createTopic("t?replayFrom=beginning&replayId=x");

        assertRefused(
                "replay-not-exclusive",
                "a shared subscription",
                () -> session.createSharedDurableConsumer(topic, "shared"));
        assertThat(vpn.topicEndpoint("shared")).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"queue", "topic"})
    void areNotForSending(String kind) throws JMSException {
        String options = "?replayFrom=beginning&replayId=x";
        Destination destination =
                kind.equals("queue") ? session.createQueue("orders" + options) : session.createTopic("t" + options);
        var anonymous = session.createProducer(null);
        var message = session.createTextMessage("a");

        assertRefused("invalid-parameter", "sending to", () -> session.createProducer(destination));
        assertRefused("invalid-parameter", "sending to", () -> anonymous.send(destination, message));
        assertThat(vpn.published()).isEmpty();
    }

    @Test
    void areNotForReplies() throws JMSException {
        var producer = session.createProducer(orders);
        var message = session.createTextMessage("a");
        message.setJMSReplyTo(session.createQueue("orders?replayFrom=beginning&replayId=x"));

        assertRefused("invalid-parameter", "sending to", () -> producer.send(message));
    }

    @ParameterizedTest
    @ValueSource(strings = {"search?q=x", "what?", "a?b?c=replayFrom"})
    void areNothingThatATopicOtherwiseHasAfterAQuestionMark(String topic) throws JMSException {
        session.createProducer(session.createTopic(topic)).send(session.createTextMessage("a"));

        assertThat(vpn.published().get(0).topic().text()).isEqualTo(topic);
    }

    private void assertRefused(String code, String reason, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOf(JMSException.class)
                .hasMessageContaining(reason)
                .extracting(e -> ((JMSException) e).getErrorCode())
                .isEqualTo(code);
        assertThat(vpn.queue("orders").openFlows()).isZero();
        assertThat(replays().grantedCount()).isZero();
    }
}
