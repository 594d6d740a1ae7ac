package io.reprise.broker.engine.vpn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.reprise.broker.model.delivery.BindRequest;
import io.reprise.broker.model.delivery.Delivery;
import io.reprise.broker.model.delivery.DeliverySession;
import io.reprise.broker.model.delivery.Flow;
import io.reprise.broker.model.endpoint.EndpointAttributes;
import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.endpoint.EndpointSettings;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.management.EndpointStatistics;
import io.reprise.broker.model.management.ReplayLogSettings;
import io.reprise.broker.model.message.Message;
import io.reprise.broker.model.message.PublisherStamp;
import io.reprise.broker.model.publish.BranchId;
import io.reprise.broker.model.publish.CommitOutcome;
import io.reprise.broker.model.publish.WorkUnit;
import io.reprise.broker.model.replay.LoggedMessage;
import io.reprise.broker.model.replay.ReplayLog;
import io.reprise.broker.model.replay.ReplayLogStatus;
import io.reprise.broker.model.topic.TopicName;
import java.lang.reflect.Array;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The engine whole, on a real database, without a server. */
class EngineBrokerTest {
    private static final Duration SOON = Duration.ofSeconds(10);
    private static final Duration NOW = Duration.ZERO;

    private TestBroker broker = TestBroker.onNewDatabase();

    @AfterEach
    void close() {
        broker.close();
    }

    private CommitOutcome publish(String topic, String text) {
        return broker.vpn.commit(
                WorkUnit.publishing(Message.to(TopicName.of(topic)).text(text).build()));
    }

    private static String text(Delivery delivery) {
        return new String(delivery.message().body(), StandardCharsets.UTF_8);
    }

    private static Delivery next(DeliverySession session) {
        return Objects.requireNonNull(session.receive(SOON), "no message came");
    }

    private void acknowledge(Delivery delivery) {
        assertThat(broker.vpn.commit(WorkUnit.acknowledging(delivery))).isInstanceOf(CommitOutcome.Stored.class);
    }

    private EndpointStatistics figures(String queue) {
        return broker.administration.endpointStatistics(EndpointKind.QUEUE, queue);
    }

    /** Found: in one boot of some the adapter never found the broker, as what it shares asks for something else that is shared. */
    @Test
    void whatIsSharedMayAskForOtherSharedThings() {
        String made = broker.broker.shared(String.class, () -> {
            for (int dimensions = 1; dimensions <= 200; dimensions++) {
                share(Array.newInstance(int.class, new int[dimensions]));
            }
            return "made";
        });

        assertThat(made).isEqualTo("made");
        assertThat(broker.broker.shared(String.class, () -> "made again")).isEqualTo("made");
    }

    private <T> void share(T thing) {
        @SuppressWarnings("unchecked")
        Class<T> type = (Class<T>) thing.getClass();
        assertThat(broker.broker.shared(type, () -> thing)).isSameAs(thing);
    }

    @Test
    void deliversWhatIsPublishedInOrderAndForgetsWhatIsAcknowledged() {
        broker.createQueue("orders", "orders/>");
        DeliverySession session = broker.consume("orders");

        publish("orders/1", "one");
        publish("elsewhere", "no");
        publish("orders/2", "two");

        Delivery one = next(session);
        Delivery two = next(session);
        assertThat(text(one)).isEqualTo("one");
        assertThat(text(two)).isEqualTo("two");
        assertThat(two.msgId()).isGreaterThan(one.msgId());
        acknowledge(one);
        acknowledge(two);
        assertThat(figures("orders").spooledMsgCount()).isZero();
        assertThat(figures("orders").spooledBytes()).isZero();
    }

    @Test
    void keepsWhatIsNotAcknowledgedThroughARestart() {
        broker.createQueue("orders", "orders/>");
        for (int i = 0; i < 20; i++) {
            publish("orders/x", "m" + i);
        }
        DeliverySession session = broker.consume("orders");
        for (int i = 0; i < 5; i++) {
            acknowledge(next(session));
        }

        broker = broker.restarted();

        DeliverySession again = broker.consume("orders");
        for (int i = 5; i < 20; i++) {
            assertThat(text(next(again))).isEqualTo("m" + i);
        }
        assertThat(again.receive(NOW)).isNull();
    }

    /** So many entries that the index has a row of them. */
    @Test
    void theReplayLogIsTheSameAfterARestart() {
        broker.administration.createReplayLog(
                "all", ReplayLogSettings.DEFAULTS.with(Map.of("ingressEnabled", true, "maxSpoolUsage", 1)));
        for (int i = 0; i < 700; i++) {
            publish("nobody's", "m" + i + "x".repeat(3_000));
        }
        ReplayLogStatus before = broker.administration.replayLog().status();
        List<LoggedMessage> messages = broker.administration.replayLog().after(0, 1_000);
        assertThat(before.usageBytes()).isBetween(890_000L, 900_000L);
        assertThat(messages).hasSize((int) before.messages()).hasSizeBetween(280, 300);

        broker = broker.restarted();

        ReplayLog log = broker.administration.replayLog();
        assertThat(log.after(0, 1_000)).isEqualTo(messages);
        assertThat(log.before(Long.MAX_VALUE, 1)).containsExactly(messages.get(messages.size() - 1));
        assertThat(log.status().usageBytes()).isEqualTo(before.usageBytes());
        assertThat(log.message(before.newestMsgId()).orElseThrow().body())
                .startsWith("m699x".getBytes(StandardCharsets.UTF_8));
        assertThat(log.trimBefore(messages.get(9).id())).isEqualTo(9);
        assertThat(log.after(0, 1)).containsExactly(messages.get(9));
    }

    @Test
    void countsAFailedAttemptDurablyAndOffersTheMessageAtItsOldPlace() {
        broker.createQueue("orders", "orders/>");
        publish("orders/1", "one");
        publish("orders/2", "two");
        DeliverySession session = broker.consume("orders");

        session.release(next(session));

        Delivery again = awaitMessage(session, "one");
        assertThat(again.deliveryCount()).isEqualTo(2);
        assertThat(again.redelivered()).isTrue();
        session.release(again);
        session.release(awaitMessage(session, "one"));
        broker = broker.restarted();
        Delivery afterRestart = awaitMessage(broker.consume("orders"), "one");
        assertThat(afterRestart.deliveryCount()).isEqualTo(4);
    }

    @Test
    void failedMessageIsBackInItsPlaceBeforeItsSessionGoesOn() {
        broker.createQueue("orders", "orders/>");
        for (int i = 0; i < 5; i++) {
            publish("orders/x", "m" + i);
        }
        DeliverySession session = broker.consume("orders");

        for (int attempt = 1; attempt <= 20; attempt++) {
            Delivery first = next(session);
            Delivery second = next(session);
            assertThat(text(first) + text(second)).isEqualTo("m0m1");
            assertThat(first.deliveryCount()).isEqualTo(attempt);
            session.release(second);
            session.release(first);
        }
    }

    @Test
    void successorOnAnExclusiveQueueWaitsForWhatItsPredecessorFailedAt() {
        broker.createQueue("orders", "orders/>");
        for (int i = 0; i < 5; i++) {
            publish("orders/x", "m" + i);
        }
        for (int attempt = 1; attempt <= 20; attempt++) {
            Flow flow = broker.vpn.bind(new BindRequest(EndpointKind.QUEUE, "orders", "test"));
            DeliverySession session = flow.openSession();
            assertThat(text(next(session)) + text(next(session))).isEqualTo("m0m1");
            flow.close();
            session.close();
        }
    }

    @Test
    void otherSessionsOfTheConsumerGoOnMeanwhile() {
        broker.createQueue("orders", "orders/>");
        Flow flow = broker.vpn.bind(new BindRequest(EndpointKind.QUEUE, "orders", "test"));
        DeliverySession one = flow.openSession();
        DeliverySession other = flow.openSession();
        for (int i = 0; i < 200; i++) {
            publish("orders/x", "m" + i);
        }
        Set<String> seen = new HashSet<>();

        while (seen.size() < 200) {
            Delivery failed = one.receive(NOW);
            if (failed != null) {
                one.release(failed);
            }
            Delivery done = next(other);
            seen.add(text(done));
            acknowledge(done);
        }

        assertThat(figures("orders").spooledMsgCount()).isZero();
    }

    /** The next message of that text; another that came while it was on its way back is given back. */
    private static Delivery awaitMessage(DeliverySession session, String text) {
        while (true) {
            Delivery delivery = next(session);
            if (text(delivery).equals(text)) {
                return delivery;
            }
            session.giveBack(delivery);
        }
    }

    @Test
    void aRejectedMessageIsNowhere() {
        broker.createQueue("small", settings().with(EndpointAttributes.MAX_MSG_SIZE, 10L), "t");
        broker.createQueue("large", "t");

        CommitOutcome outcome = publish("t", "more than ten bytes");

        assertThat(outcome).isInstanceOfSatisfying(CommitOutcome.Rejected.class, rejected -> {
            assertThat(rejected.code()).isEqualTo(ErrorCode.MESSAGE_TOO_BIG);
            assertThat(rejected.text()).contains("queue 'small'").contains("maxMsgSize=10");
        });
        assertThat(figures("large").spooledMsgCount()).isZero();
        assertThat(figures("small").rejectedMsgs()).isEqualTo(1);
    }

    private static EndpointSettings settings() {
        return EndpointSettings.clientCreated(EndpointKind.QUEUE);
    }

    @Test
    void aMissingQueueIsRefusedByName() {
        CommitOutcome outcome = broker.vpn.commit(WorkUnit.publishing(
                Message.to(TopicName.queueTopic("nope")).text("x").build()));

        assertThat(outcome).isInstanceOfSatisfying(CommitOutcome.Rejected.class, rejected -> {
            assertThat(rejected.code()).isEqualTo(ErrorCode.NO_SUCH_QUEUE);
            assertThat(rejected.text()).contains("'nope'");
        });
    }

    @Test
    void anAcceptedSequenceSentAgainIsAcknowledgedAndDroppedAlsoAfterARestart() {
        broker.createQueue("orders", "orders");
        Message message = Message.to(TopicName.of("orders"))
                .publisher(new PublisherStamp("p", 7))
                .text("once")
                .build();
        broker.vpn.commit(WorkUnit.publishing(message)).orThrow();
        broker.vpn.commit(WorkUnit.publishing(message)).orThrow();

        broker = broker.restarted();
        broker.vpn.commit(WorkUnit.publishing(message)).orThrow();

        assertThat(figures("orders").spooledMsgCount()).isEqualTo(1);
    }

    @Test
    void aTransactionIsWholeOrNotAtAll() {
        broker.createQueue("in", "in");
        broker.createQueue("out", settings().with(EndpointAttributes.MAX_MSG_SIZE, 10L), "out");
        publish("in", "a");
        DeliverySession session = broker.consume("in");
        Delivery received = next(session);

        CommitOutcome refused = broker.vpn.commit(new WorkUnit()
                .acknowledge(received)
                .publish(Message.to(TopicName.of("out")).text("longer than ten").build()));

        assertThat(refused).isInstanceOf(CommitOutcome.Rejected.class);
        assertThat(figures("in").spooledMsgCount()).isEqualTo(1);
        broker.vpn
                .commit(new WorkUnit()
                        .acknowledge(received)
                        .publish(Message.to(TopicName.of("out")).text("short").build()))
                .orThrow();
        assertThat(figures("in").spooledMsgCount()).isZero();
        assertThat(figures("out").spooledMsgCount()).isEqualTo(1);
    }

    @Test
    void aPreparedBranchSurvivesARestartAndThenCommitsWhole() {
        broker.createQueue("in", "in");
        broker.createQueue("out", "out");
        publish("in", "a");
        Delivery received = next(broker.consume("in"));
        BranchId branch = new BranchId(1, new byte[] {1}, new byte[] {2});
        broker.vpn
                .prepare(
                        branch,
                        new WorkUnit()
                                .acknowledge(received)
                                .publish(Message.to(TopicName.of("out"))
                                        .text("b")
                                        .build()))
                .orThrow();

        broker = broker.restarted();

        assertThat(broker.vpn.preparedBranches()).hasSize(1);
        assertThat(broker.consume("in").receive(NOW)).isNull();
        assertThat(figures("out").reservedMsgCount()).isEqualTo(1);
        broker.vpn.commitPrepared(branch).orThrow();
        assertThat(text(next(broker.consume("out")))).isEqualTo("b");
        assertThat(figures("in").spooledMsgCount()).isZero();
        assertThat(broker.vpn.preparedBranches()).isEmpty();
        assertThat(broker.vpn.commitPrepared(branch)).isInstanceOf(CommitOutcome.Rejected.class);
    }

    @Test
    void aPreparedBranchRolledBackReturnsItsDeliveryCounted() {
        broker.createQueue("in", "in");
        publish("in", "a");
        DeliverySession session = broker.consume("in");
        BranchId branch = new BranchId(1, new byte[] {1}, new byte[] {2});
        broker.vpn.prepare(branch, WorkUnit.acknowledging(next(session))).orThrow();

        broker.vpn.rollbackPrepared(branch).orThrow();

        assertThat(next(session).deliveryCount()).isEqualTo(2);
    }

    @Test
    void aLargeMessageComesBackAsItWas() {
        broker.createQueue("big", "big");
        byte[] content = new byte[5_000_000];
        new Random(1).nextBytes(content);
        broker.vpn
                .commit(WorkUnit.publishing(
                        Message.to(TopicName.of("big")).bytes(content).build()))
                .orThrow();

        broker = broker.restarted();

        Delivery delivery = next(broker.consume("big"));
        assertThat(delivery.message().body()).isEqualTo(content);
        acknowledge(delivery);
    }

    @Test
    void aLastValueQueueKeepsTheNewestOnly() {
        broker.createQueue("last", settings().with(EndpointAttributes.MAX_SPOOL_USAGE, 0L), "v");
        publish("v", "1");
        broker.vpn
                .commit(new WorkUnit()
                        .publish(Message.to(TopicName.of("v")).text("2").build())
                        .publish(Message.to(TopicName.of("v")).text("3").build()))
                .orThrow();

        assertThat(figures("last").spooledMsgCount()).isEqualTo(1);
        assertThat(text(next(broker.consume("last")))).isEqualTo("3");
    }

    @Test
    void theStandbyOfAnExclusiveQueueTakesOverInOrder() {
        broker.createQueue("q", "q");
        publish("q", "1");
        publish("q", "2");
        var active = broker.vpn.bind(new BindRequest(EndpointKind.QUEUE, "q", "a"));
        var standby = broker.vpn.bind(new BindRequest(EndpointKind.QUEUE, "q", "b"));
        DeliverySession first = active.openSession();
        DeliverySession second = standby.openSession();
        assertThat(text(next(first))).isEqualTo("1");
        assertThat(second.receive(NOW)).isNull();

        first.close();
        active.close();

        Delivery taken = awaitMessage(second, "1");
        assertThat(taken.deliveryCount()).isEqualTo(2);
        assertThat(text(next(second))).isEqualTo("2");
    }

    @Test
    void bindingPastTheBindCountIsRefused() {
        broker.createQueue("q", settings().with(EndpointAttributes.MAX_BIND_COUNT, 1L), "q");
        broker.consume("q");

        assertThatThrownBy(() -> broker.consume("q"))
                .isInstanceOfSatisfying(
                        BrokerException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.MAX_BIND_COUNT_REACHED));
    }

    @Test
    void purgeRemovesWhatIsNotInFlight() {
        broker.createQueue("q", "q");
        for (int i = 0; i < 2_500; i++) {
            broker.vpn.submit(WorkUnit.publishing(
                    Message.to(TopicName.of("q")).text("m" + i).build()));
        }
        publish("q", "last");
        DeliverySession session = broker.consume("q");
        Delivery held = next(session);

        long purged = broker.administration.purge(EndpointKind.QUEUE, "q");

        assertThat(purged).isEqualTo(2_500);
        assertThat(figures("q").spooledMsgCount()).isEqualTo(1);
        acknowledge(held);
        assertThat(figures("q").spooledBytes()).isZero();
    }
}
