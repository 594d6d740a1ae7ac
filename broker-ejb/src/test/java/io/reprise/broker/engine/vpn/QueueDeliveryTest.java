package io.reprise.broker.engine.vpn;

import static io.reprise.broker.engine.vpn.TestVpn.NOW;
import static io.reprise.broker.engine.vpn.TestVpn.SOON;
import static io.reprise.broker.engine.vpn.TestVpn.message;
import static io.reprise.broker.engine.vpn.TestVpn.next;
import static io.reprise.broker.engine.vpn.TestVpn.nextText;
import static io.reprise.broker.engine.vpn.TestVpn.queue;
import static io.reprise.broker.engine.vpn.TestVpn.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.reprise.broker.model.delivery.Delivery;
import io.reprise.broker.model.delivery.DeliverySession;
import io.reprise.broker.model.delivery.Flow;
import io.reprise.broker.model.endpoint.AccessType;
import io.reprise.broker.model.endpoint.EndpointAttributes;
import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.message.Message;
import io.reprise.broker.model.publish.PendingOutcome;
import io.reprise.broker.model.publish.WorkUnit;
import io.reprise.broker.model.topic.TopicName;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Who gets which message next [spec 1.4]. */
class QueueDeliveryTest {
    private TestVpn broker = TestVpn.start();

    @AfterEach
    void close() {
        broker.close();
    }

    @Test
    void onAnExclusiveQueueOneConsumerIsActiveAndTheNextTakesOverInOrder() {
        broker.createQueue("q", "q");
        Flow first = broker.bind("q");
        Flow second = broker.bind("q");
        Flow third = broker.bind("q");
        DeliverySession onFirst = first.openSession();
        DeliverySession onSecond = second.openSession();
        DeliverySession onThird = third.openSession();
        for (int i = 1; i <= 4; i++) {
            broker.publish("q", "m" + i);
        }

        assertThat(nextText(onFirst)).isEqualTo("m1");
        assertThat(nextText(onSecond)).isNull();
        assertThat(first.isActive()).isTrue();
        assertThat(second.isActive()).isFalse();
        first.close();

        assertThat(second.isActive()).isTrue();
        assertThat(third.isActive()).isFalse();
        assertThat(nextText(onSecond)).isEqualTo("m2");
        assertThat(nextText(onThird)).isNull();
        onFirst.close();
        broker.awaitCommitter();
        assertThat(nextText(onSecond)).isEqualTo("m1");
        assertThat(nextText(onSecond)).isEqualTo("m3");
    }

    @Test
    void aStandbyWaitingInReceiveGetsItsMessageWhenTheActiveConsumerGoes() {
        broker.createQueue("q", "q");
        Flow active = broker.bind("q");
        DeliverySession standby = broker.consume("q");
        broker.publish("q", "m");
        CompletableFuture<Delivery> received = CompletableFuture.supplyAsync(() -> standby.receive(SOON));

        active.close();

        assertThat(received.join()).isNotNull();
    }

    @Test
    void onANonExclusiveQueueIdleConsumersGetMessagesInTurn() {
        broker.createQueue("q", queue().with(EndpointAttributes.ACCESS_TYPE, AccessType.NON_EXCLUSIVE), "q");
        List<List<Integer>> turns = List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        List<DeliverySession> sessions = new ArrayList<>();
        List<CountDownLatch> wakeUps = new ArrayList<>();
        for (int consumer = 0; consumer < 3; consumer++) {
            sessions.add(broker.consume("q"));
            wakeUps.add(wakeUp(sessions.get(consumer)));
        }

        for (int i = 0; i < 9; i++) {
            int turn = i % 3;
            broker.publish("q", "m" + i);
            Latches.await(wakeUps.get(turn));
            Delivery delivery = next(sessions.get(turn));
            turns.get(turn).add(i);
            broker.acknowledge(delivery);
            wakeUps.set(turn, wakeUp(sessions.get(turn)));
        }

        assertThat(turns).containsExactly(List.of(0, 3, 6), List.of(1, 4, 7), List.of(2, 5, 8));
    }

    private static CountDownLatch wakeUp(DeliverySession session) {
        CountDownLatch latch = new CountDownLatch(1);
        assertThat(session.receiveNow()).isNull();
        session.whenAvailable(latch::countDown);
        return latch;
    }

    @Test
    void aConsumerWithoutRoomIsPassedOver() {
        broker.createQueue(
                "q",
                queue().with(EndpointAttributes.ACCESS_TYPE, AccessType.NON_EXCLUSIVE)
                        .with(EndpointAttributes.MAX_DELIVERED_UNACKED_MSGS_PER_FLOW, 2L),
                "q");
        DeliverySession slow = broker.consume("q");
        DeliverySession other = broker.consume("q");
        for (int i = 1; i <= 4; i++) {
            broker.publish("q", "m" + i);
        }
        Delivery one = next(slow);
        next(slow);

        assertThat(nextText(slow)).isNull();
        assertThat(nextText(other)).isEqualTo("m3");
        broker.acknowledge(one);
        assertThat(nextText(slow)).isEqualTo("m4");
    }

    @Test
    void anAcknowledgementThatMakesRoomWakesTheConsumer() throws Exception {
        broker.createQueue("q", queue().with(EndpointAttributes.MAX_DELIVERED_UNACKED_MSGS_PER_FLOW, 1L), "q");
        DeliverySession session = broker.consume("q");
        broker.publish("q", "m1");
        broker.publish("q", "m2");
        Delivery one = next(session);
        CompletableFuture<Delivery> waiting = CompletableFuture.supplyAsync(() -> session.receive(SOON));

        broker.acknowledge(one);

        assertThat(text(waiting.get(10, TimeUnit.SECONDS))).isEqualTo("m2");
    }

    /** Found: who had looked once and gone away was given the next signal, and who waited slept on. */
    @Test
    void aConsumerThatLookedOnceAndWentAwayTakesNobodysTurn() throws Exception {
        broker.createQueue("q", queue().with(EndpointAttributes.ACCESS_TYPE, AccessType.NON_EXCLUSIVE), "q");
        DeliverySession lookedOnce = broker.consume("q");
        assertThat(lookedOnce.receiveNow()).isNull();
        DeliverySession waits = broker.consume("q");
        CountDownLatch woken = wakeUp(waits);

        broker.publish("q", "m");

        assertThat(woken.await(10, TimeUnit.SECONDS)).isTrue();
        assertThat(nextText(waits)).isEqualTo("m");
    }

    @Test
    void aWakeUpComesAtOnceIfAMessageIsThereAlready() throws Exception {
        broker.createQueue("q", "q");
        DeliverySession session = broker.consume("q");
        assertThat(session.receiveNow()).isNull();
        broker.publish("q", "m");
        CountDownLatch woken = new CountDownLatch(1);

        session.whenAvailable(woken::countDown);

        assertThat(woken.await(10, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void anEndedFlowWakesWhoWaits() throws Exception {
        broker.createQueue("q", "q");
        DeliverySession session = broker.consume("q");
        CountDownLatch woken = wakeUp(session);
        CompletableFuture<Delivery> waiting = CompletableFuture.supplyAsync(() -> session.receive(SOON));

        broker.administration.deleteEndpoint(EndpointKind.QUEUE, "q");

        assertThat(woken.await(10, TimeUnit.SECONDS)).isTrue();
        assertThat(waiting.get(10, TimeUnit.SECONDS)).isNull();
    }

    @Test
    void higherPrioritiesComeFirstWhereTheyAreRespectedAndInOrderWithinOne() {
        broker.createQueue("q", queue().with(EndpointAttributes.RESPECT_MSG_PRIORITY_ENABLED, true), "q");
        for (int i = 0; i < 30; i++) {
            broker.publish(priority("q", i * 7 % 10, i * 7 % 10 + "." + i));
        }
        DeliverySession session = broker.consume("q");

        List<String> received = broker.drain(session);

        List<String> expected = new ArrayList<>();
        for (int priority = 9; priority >= 0; priority--) {
            for (int i = 0; i < 30; i++) {
                if (i * 7 % 10 == priority) {
                    expected.add(priority + "." + i);
                }
            }
        }
        assertThat(received).isEqualTo(expected);
    }

    private static Message priority(String topic, int priority, String text) {
        return Message.to(TopicName.of(topic)).priority(priority).text(text).build();
    }

    @Test
    void aFailedMessageReturnsToItsPlaceAmongItsPriority() {
        broker.createQueue("q", queue().with(EndpointAttributes.RESPECT_MSG_PRIORITY_ENABLED, true), "q");
        broker.publish(priority("q", 9, "a"));
        broker.publish(priority("q", 9, "b"));
        broker.publish(priority("q", 1, "c"));
        DeliverySession session = broker.consume("q");

        session.release(next(session));
        broker.awaitCommitter();

        assertThat(broker.drain(session)).containsExactly("a", "b", "c");
    }

    @Test
    void prioritiesOutliveARestart() {
        broker.createQueue("q", queue().with(EndpointAttributes.RESPECT_MSG_PRIORITY_ENABLED, true), "q");
        broker.publish(priority("q", 2, "low"));
        broker.publish(priority("q", 8, "high"));

        broker = broker.restarted();

        assertThat(broker.drain(broker.consume("q"))).containsExactly("high", "low");
    }

    @Test
    void withoutRespectForPrioritiesTheOrderIsThatOfArrival() {
        broker.createQueue("q", "q");
        broker.publish(priority("q", 0, "first"));
        broker.publish(priority("q", 9, "second"));

        assertThat(broker.drain(broker.consume("q"))).containsExactly("first", "second");
    }

    @Test
    void aLastValueQueueKeepsTheNewestAndTakesTheOldOneOutOfAConsumersHand() {
        broker.createQueue("q", queue().with(EndpointAttributes.MAX_SPOOL_USAGE, 0L), "q");
        DeliverySession session = broker.consume("q");
        broker.publish("q", "v1");
        Delivery old = next(session);

        broker.publish("q", "v2");

        assertThat(broker.spooled("q")).isEqualTo(1);
        broker.acknowledge(old);
        assertThat(broker.spooled("q")).isEqualTo(1);
        assertThat(nextText(session)).isEqualTo("v2");
        assertThat(broker.figures("q").inFlightMsgCount()).isEqualTo(1);
    }

    @Test
    void aReleaseOfAReplacedLastValueBringsNothingBack() {
        broker.createQueue("q", queue().with(EndpointAttributes.MAX_SPOOL_USAGE, 0L), "q");
        DeliverySession session = broker.consume("q");
        broker.publish("q", "v1");
        Delivery old = next(session);
        broker.publish("q", "v2");

        session.release(old);
        broker.awaitCommitter();

        assertThat(broker.drain(session)).containsExactly("v2");
        assertThat(broker.spooled("q")).isZero();
    }

    /** Found: counted and replaced in one entry, it was offered again though it was gone. */
    @Test
    void aReleaseInTheEntryThatReplacesALastValueBringsNothingBack() {
        broker.createQueue("q", queue().with(EndpointAttributes.MAX_SPOOL_USAGE, 0L), "q");
        DeliverySession session = broker.consume("q");
        broker.publish("q", "v1");
        Delivery old = next(session);
        ScriptedStore.Gate gate = broker.holdCommitter();

        session.release(old);
        PendingOutcome newer = broker.vpn.submit(WorkUnit.publishing(message("q", "v2")));
        gate.open();
        newer.await().orThrow();

        assertThat(broker.drain(session)).containsExactly("v2");
        assertThat(broker.figures("q").inFlightMsgCount()).isZero();
    }

    @Test
    void oneTransactionAcknowledgesTheOldLastValueAndPublishesTheNew() {
        broker.createQueue("q", queue().with(EndpointAttributes.MAX_SPOOL_USAGE, 0L), "q");
        DeliverySession session = broker.consume("q");
        broker.publish("q", "v1");

        broker.vpn
                .commit(new WorkUnit().acknowledge(next(session)).publish(message("q", "v2")))
                .orThrow();

        assertThat(broker.drain(session)).containsExactly("v2");
        assertThat(broker.figures("q").spooledBytes()).isZero();
    }

    @Test
    void bindsUpToMaxBindCountAndAgainWhenOneGoes() {
        broker.createQueue("q", queue().with(EndpointAttributes.MAX_BIND_COUNT, 2L), "q");
        Flow one = broker.bind("q");
        broker.bind("q");

        assertThatThrownBy(() -> broker.bind("q")).isInstanceOfSatisfying(BrokerException.class, refused -> {
            assertThat(refused.code()).isEqualTo(ErrorCode.MAX_BIND_COUNT_REACHED);
            assertThat(refused).hasMessageContaining("3 flows").hasMessageContaining("maxBindCount=2");
        });
        one.close();
        broker.bind("q");
    }

    @Test
    void egressSwitchedOffPausesBoundConsumersAndOnResumesThem() throws Exception {
        broker.createQueue("q", "q");
        DeliverySession session = broker.consume("q");
        broker.publish("q", "m1");
        Delivery before = next(session);

        broker.change("q", EndpointAttributes.EGRESS_ENABLED, false);
        broker.publish("q", "m2");

        assertThat(session.receive(NOW)).isNull();
        broker.acknowledge(before);
        assertThatThrownBy(() -> broker.bind("q"))
                .isInstanceOfSatisfying(
                        BrokerException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.EGRESS_DISABLED));
        CompletableFuture<Delivery> paused = CompletableFuture.supplyAsync(() -> session.receive(SOON));
        broker.change("q", EndpointAttributes.EGRESS_ENABLED, true);
        assertThat(text(paused.get(10, TimeUnit.SECONDS))).isEqualTo("m2");
    }

    @Test
    void anExclusiveQueueMadeNonExclusiveServesItsStandbys() {
        broker.createQueue("q", "q");
        DeliverySession active = broker.consume("q");
        DeliverySession standby = broker.consume("q");
        broker.publish("q", "m1");
        broker.publish("q", "m2");
        next(active);

        broker.change("q", EndpointAttributes.ACCESS_TYPE, AccessType.NON_EXCLUSIVE);

        assertThat(nextText(standby)).isEqualTo("m2");
    }

    @Test
    void aDeletedQueueEndsItsFlowsAndWhatWasInFlightIsVoid() {
        broker.createQueue("q", "q");
        Flow flow = broker.bind("q");
        DeliverySession session = flow.openSession();
        broker.publish("q", "m1");
        broker.publish("q", "m2");
        Delivery acked = next(session);
        Delivery released = next(session);

        broker.administration.deleteEndpoint(EndpointKind.QUEUE, "q");

        assertThat(flow.endReason()).contains("queue 'q' was deleted");
        assertThat(flow.isActive()).isFalse();
        assertThat(session.receive(NOW)).isNull();
        broker.acknowledge(acked);
        session.release(released);
        broker.createQueue("q", "q");
        assertThat(broker.spooled("q")).isZero();
        assertThat(nextText(broker.consume("q"))).isNull();
    }

    @Test
    void aQueueCreatedAgainHasAnotherIdAndKnowsNothingOfTheFirst() {
        broker.createQueue("q", "q");
        broker.publish("q", "old");
        Delivery old = next(broker.consume("q"));
        long firstId = broker.endpointId("q");
        broker.administration.deleteEndpoint(EndpointKind.QUEUE, "q");
        broker.createQueue("q", "q");
        broker.publish("q", "new");

        broker.acknowledge(old);

        assertThat(broker.endpointId("q")).isGreaterThan(firstId);
        broker = broker.restarted();
        assertThat(broker.drain(broker.consume("q"))).containsExactly("new");
        long secondId = broker.endpointId("q");
        broker.administration.deleteEndpoint(EndpointKind.QUEUE, "q");
        broker = broker.restarted();
        broker.createQueue("q", "q");
        assertThat(broker.endpointId("q")).isGreaterThan(secondId);
    }

    @Test
    void aBacklogLargerThanTheCacheIsDrainedInOrder() {
        broker.close();
        broker = TestVpn.start(settings -> settings.withCacheBytes(16 * 1024));
        broker.createQueue("q", "q");
        String filler = "x".repeat(1_000);
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < 3_000; i++) {
            String text = i + filler;
            expected.add(text);
            broker.vpn.submit(WorkUnit.publishing(message("q", text)));
        }
        broker.awaitCommitter();
        broker.publish("q", "last");
        expected.add("last");

        assertThat(broker.drain(broker.consume("q"))).isEqualTo(expected);
    }
}
