package io.reprise.broker.engine.vpn;

import static io.reprise.broker.engine.vpn.TestVpn.NOW;
import static io.reprise.broker.engine.vpn.TestVpn.next;
import static io.reprise.broker.engine.vpn.TestVpn.nextText;
import static io.reprise.broker.engine.vpn.TestVpn.queue;
import static io.reprise.broker.engine.vpn.TestVpn.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.reprise.broker.model.delivery.BindRequest;
import io.reprise.broker.model.delivery.Delivery;
import io.reprise.broker.model.delivery.DeliverySession;
import io.reprise.broker.model.delivery.Flow;
import io.reprise.broker.model.endpoint.AccessType;
import io.reprise.broker.model.endpoint.EndpointAttributes;
import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.message.Message;
import io.reprise.broker.model.message.ReplicationGroupMsgId;
import io.reprise.broker.model.publish.CommitOutcome;
import io.reprise.broker.model.publish.WorkUnit;
import io.reprise.broker.model.replay.ReplayEnd;
import io.reprise.broker.model.replay.ReplayFailure;
import io.reprise.broker.model.replay.ReplayPreview;
import io.reprise.broker.model.replay.ReplayRange;
import io.reprise.broker.model.replay.ReplayRequest;
import io.reprise.broker.model.replay.ReplayStart;
import io.reprise.broker.model.replay.ReplayState;
import io.reprise.broker.model.replay.ReplayStatus;
import io.reprise.broker.model.topic.TopicFilter;
import io.reprise.broker.model.topic.TopicName;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Replay of an endpoint, step by step [spec 2]. */
class ReplayTest {
    private static final ReplayRequest ALL = ReplayRequest.from(new ReplayStart.Beginning());

    private TestVpn broker = TestVpn.start();

    @BeforeEach
    void enableTheLog() {
        ReplayLogs.enable(broker);
        broker.createQueue("q", "t/>");
    }

    @AfterEach
    void close() {
        broker.close();
    }

    private void publish(String... texts) {
        for (String text : texts) {
            assertThat(broker.publish("t/" + text.charAt(0), text)).isInstanceOf(CommitOutcome.Stored.class);
        }
    }

    private ReplayRange start(ReplayRequest request) {
        return broker.administration.replays().start(EndpointKind.QUEUE, "q", request);
    }

    private void cancel() {
        broker.administration.replays().cancel(EndpointKind.QUEUE, "q");
    }

    private ReplayStatus status() {
        return broker.administration.replays().status(EndpointKind.QUEUE, "q");
    }

    private void await(ReplayState state) {
        Awaitility.await("the replay to be " + state)
                .atMost(TestVpn.SOON)
                .pollInterval(Duration.ofMillis(1))
                .until(() -> status().state() == state);
    }

    /** So many texts, one after the other, each acknowledged. */
    private List<String> take(DeliverySession session, int count) {
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Delivery delivery = next(session);
            texts.add(text(delivery));
            broker.acknowledge(delivery);
        }
        return texts;
    }

    @Test
    void bringsTheWholeLogInOrderAndThenWhatIsPublishedMeanwhile() {
        publish("1", "2", "3");
        DeliverySession session = broker.consume("q");
        assertThat(take(session, 2)).containsExactly("1", "2");

        ReplayRange range = start(ALL);
        publish("4");

        assertThat(range.loggedMsgs()).isEqualTo(3);
        assertThat(take(session, 4)).containsExactly("1", "2", "3", "4");
        assertThat(session.receive(NOW)).isNull();
        await(ReplayState.COMPLETE);
        publish("5");
        assertThat(take(session, 1)).containsExactly("5");
        assertThat(broker.spooled("q")).isZero();
    }

    @Test
    void holdsLiveMessagesBackUntilItsRangeIsOnTheEndpoint() {
        broker.change("q", EndpointAttributes.MAX_DELIVERED_UNACKED_MSGS_PER_FLOW, 2L);
        publish("1", "2", "3", "4", "5");
        DeliverySession session = broker.consume("q");

        start(ALL);
        publish("6");

        List<Delivery> two = List.of(next(session), next(session));
        assertThat(session.receive(NOW)).isNull();
        assertThat(status().state()).isEqualTo(ReplayState.ACTIVE);
        assertThat(status().heldBackMsgs()).isEqualTo(1);
        assertThat(status().setAsideMsgs()).isEqualTo(5);
        two.forEach(broker::acknowledge);
        assertThat(take(session, 4)).containsExactly("3", "4", "5", "6");
        await(ReplayState.COMPLETE);
        assertThat(status().setAsideMsgs()).isZero();
        assertThat(status().replayedTxMsgs()).isEqualTo(5);
        assertThat(status().replayedAckedMsgs()).isEqualTo(5);
    }

    @Test
    void bringsMessagesAsTheyWereAndNotRedelivered() {
        publish("1");
        DeliverySession session = broker.consume("q");
        Delivery first = next(session);
        session.release(first);
        Delivery second = next(session);
        assertThat(second.deliveryCount()).isEqualTo(2);
        broker.acknowledge(second);

        start(ALL);

        Delivery replayed = next(session);
        assertThat(replayed.deliveryCount()).isEqualTo(1);
        assertThat(replayed.replicationGroupMsgId()).isEqualTo(first.replicationGroupMsgId());
        assertThat(replayed.spooledTimeMillis()).isEqualTo(first.spooledTimeMillis());
        assertThat(replayed.message()).usingRecursiveComparison().isEqualTo(first.message());
        session.release(replayed);
        Delivery again = next(session);
        assertThat(again.deliveryCount()).isEqualTo(2);
        broker.acknowledge(again);
        await(ReplayState.COMPLETE);
    }

    @Test
    void acknowledgementsFromBeforeItSucceedWithoutEffect() {
        publish("1", "2");
        DeliverySession session = broker.consume("q");
        Delivery before = next(session);

        start(ALL);
        broker.acknowledge(before);

        assertThat(broker.administration.statistics().voidAcks()).isEqualTo(1);
        assertThat(broker.administration.statistics().runningReplays()).isEqualTo(1);
        assertThat(take(session, 2)).containsExactly("1", "2");
        await(ReplayState.COMPLETE);
        assertThat(broker.administration.statistics().runningReplays()).isZero();
        assertThat(broker.administration.statistics().completedReplays()).isEqualTo(1);
        assertThat(broker.administration.statistics().replayedMsgs()).isEqualTo(2);
    }

    @Test
    void rollbacksFromBeforeItReturnNothing() {
        publish("1");
        DeliverySession session = broker.consume("q");
        Delivery before = next(session);

        start(ALL);
        session.release(before);

        Delivery replayed = next(session);
        assertThat(replayed.deliveryCount()).isEqualTo(1);
        broker.acknowledge(replayed);
        assertThat(session.receive(NOW)).isNull();
        await(ReplayState.COMPLETE);
    }

    @Test
    void selectsByTheSubscriptionsThereAreNow() {
        broker.publish("other/1", "o1");
        publish("1");
        broker.administration.addSubscription(EndpointKind.QUEUE, "q", TopicFilter.of("other/*"));
        broker.administration.removeSubscription(EndpointKind.QUEUE, "q", TopicFilter.of("t/>"));
        broker.publish("#P2P/QUE/q", "direct");

        start(ALL);

        assertThat(take(broker.consume("q"), 2)).containsExactly("o1", "direct");
        await(ReplayState.COMPLETE);
    }

    @Test
    void whenCancelledWhatWasThereComesBackButForWhatWasAcknowledgedThenWhatCameMeanwhile() {
        broker.change("q", EndpointAttributes.MAX_DELIVERED_UNACKED_MSGS_PER_FLOW, 2L);
        publish("1", "2", "3", "4");
        DeliverySession session = broker.consume("q");
        take(session, 1);

        start(ALL);
        publish("5");
        assertThat(take(session, 2)).containsExactly("1", "2");
        Delivery pending = next(session);
        assertThat(text(pending)).isEqualTo("3");
        cancel();

        broker.acknowledge(pending);
        assertThat(status().state()).isEqualTo(ReplayState.FAILED);
        assertThat(status().lastFailure()).isEqualTo(ReplayFailure.CANCELLED);
        assertThat(broker.drain(session)).containsExactly("3", "4", "5");
        assertThatThrownBy(this::cancel)
                .isInstanceOfSatisfying(
                        BrokerException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.REPLAY_NOT_RUNNING));
    }

    @Test
    void aDeliveryFromBeforeItThatIsAcknowledgedDuringItDoesNotComeBackWhenItIsCancelled() {
        broker.change("q", EndpointAttributes.MAX_DELIVERED_UNACKED_MSGS_PER_FLOW, 1L);
        publish("1", "2");
        DeliverySession session = broker.consume("q");
        Delivery before = next(session);

        start(ALL);
        broker.acknowledge(before);
        cancel();

        assertThat(broker.drain(session)).containsExactly("2");
    }

    @Test
    void whenCancelledWithAllOnTheEndpointWhatIsLiveStays() {
        publish("1", "2");
        start(ALL);
        await(ReplayState.PENDING_COMPLETE);
        publish("3");
        DeliverySession session = broker.consume("q");
        take(session, 1);

        cancel();

        assertThat(broker.drain(session)).containsExactly("2", "3");
        assertThat(broker.spooled("q")).isZero();
    }

    @Test
    void anotherStartCancelsTheOneThatRuns() {
        broker.change("q", EndpointAttributes.MAX_DELIVERED_UNACKED_MSGS_PER_FLOW, 1L);
        publish("1", "2", "3");
        DeliverySession session = broker.consume("q");
        start(ALL);
        take(session, 1);

        start(ALL);
        publish("4");

        assertThat(take(session, 4)).containsExactly("1", "2", "3", "4");
        await(ReplayState.COMPLETE);
        assertThat(status().startCount()).isEqualTo(2);
        assertThat(status().failureCount()).isEqualTo(1);
        assertThat(status().successCount()).isEqualTo(1);
    }

    @Test
    void startsInclusiveOfATimeAndExclusiveOfAMessage() {
        publish("1");
        broker.clock.advance(Duration.ofSeconds(10));
        Instant then = Instant.ofEpochMilli(broker.clock.millis());
        publish("2", "3");
        broker.clock.advance(Duration.ofSeconds(10));
        publish("4");
        DeliverySession session = broker.consume("q");
        ReplicationGroupMsgId third = idOf(session, 3);

        start(ReplayRequest.from(new ReplayStart.FromTime(then)));
        assertThat(take(session, 3)).containsExactly("2", "3", "4");
        await(ReplayState.COMPLETE);
        start(ReplayRequest.from(new ReplayStart.AfterMessage(third)));
        assertThat(take(session, 1)).containsExactly("4");
        await(ReplayState.COMPLETE);
        start(new ReplayRequest(new ReplayStart.Beginning(), new ReplayEnd.AtTime(then), 0));
        assertThat(take(session, 3)).containsExactly("1", "2", "3");
        await(ReplayState.COMPLETE);
        start(new ReplayRequest(new ReplayStart.FromTime(then), new ReplayEnd.AtMessage(third), 0));
        assertThat(take(session, 2)).containsExactly("2", "3");
        await(ReplayState.COMPLETE);
        assertThat(session.receive(NOW)).isNull();
    }

    private ReplicationGroupMsgId idOf(DeliverySession session, int which) {
        List<Delivery> deliveries = new ArrayList<>();
        Delivery delivery = session.receive(NOW);
        while (delivery != null) {
            deliveries.add(delivery);
            broker.acknowledge(delivery);
            delivery = session.receive(NOW);
        }
        return deliveries.get(which - 1).replicationGroupMsgId();
    }

    @Test
    void aRefusedStartLeavesAllAsItIs() {
        broker.change("q", EndpointAttributes.MAX_DELIVERED_UNACKED_MSGS_PER_FLOW, 1L);
        publish("1", "2");
        DeliverySession session = broker.consume("q");
        start(ALL);
        Delivery running = next(session);
        Instant now = Instant.ofEpochMilli(broker.clock.millis());
        ReplicationGroupMsgId known = running.replicationGroupMsgId();

        refused(
                ErrorCode.REPLAY_START_TIME_NOT_AVAILABLE,
                () -> start(ReplayRequest.from(new ReplayStart.FromTime(now.plusSeconds(1)))));
        refused(
                ErrorCode.REPLAY_START_TIME_NOT_AVAILABLE,
                () -> start(ReplayRequest.from(new ReplayStart.FromTime(now.minusSeconds(86_400)))));
        refused(
                ErrorCode.REPLAY_START_MESSAGE_UNAVAILABLE,
                () -> start(ReplayRequest.from(
                        new ReplayStart.AfterMessage(new ReplicationGroupMsgId(known.origin(), 999)))));
        refused(
                ErrorCode.INVALID_PARAMETER,
                () -> start(ReplayRequest.from(
                        new ReplayStart.AfterMessage(new ReplicationGroupMsgId(known.origin() + 1, known.msgId())))));
        refused(
                ErrorCode.INVALID_PARAMETER,
                () -> start(new ReplayRequest(new ReplayStart.Beginning(), new ReplayEnd.WholeLog(), -1)));
        refused(ErrorCode.NOT_FOUND, () -> broker.administration.replays().start(EndpointKind.QUEUE, "nowhere", ALL));

        assertThat(status().state()).isEqualTo(ReplayState.ACTIVE);
        assertThat(status().refusedCount()).isEqualTo(5);
        assertThat(status().startCount()).isEqualTo(1);
        broker.acknowledge(running);
        assertThat(take(session, 1)).containsExactly("2");
        await(ReplayState.COMPLETE);
    }

    private static void refused(ErrorCode code, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        BrokerException.class, e -> assertThat(e.code()).isEqualTo(code));
    }

    @Test
    void isRefusedOnAPartitionedQueueAndWithoutALogThatGivesOut() {
        broker.createQueue(
                "p",
                queue().with(EndpointAttributes.PARTITION_COUNT, 2L)
                        .with(EndpointAttributes.ACCESS_TYPE, AccessType.NON_EXCLUSIVE),
                "t/>");
        refused(
                ErrorCode.REPLAY_PARTITIONED_QUEUE,
                () -> broker.administration.replays().start(EndpointKind.QUEUE, "p", ALL));
        ReplayLogs.disableEgress(broker);
        refused(ErrorCode.REPLAY_DISABLED, () -> start(ALL));
    }

    @Test
    void goesOnAfterARestartWhereItWas() {
        broker.change("q", EndpointAttributes.MAX_DELIVERED_UNACKED_MSGS_PER_FLOW, 2L);
        publish("1", "2", "3", "4", "5");
        DeliverySession session = broker.consume("q");
        start(ALL);
        publish("6");
        assertThat(take(session, 2)).containsExactly("1", "2");

        broker = broker.restarted();
        broker.duties.runAll();

        assertThat(take(broker.consume("q"), 4)).containsExactly("3", "4", "5", "6");
        await(ReplayState.COMPLETE);
    }

    @Test
    void putsAtMostAThousandOnAnEndpointWithoutAConsumer() {
        broker.createQueue("sink", "t/>");
        for (int batch = 0; batch < 30; batch++) {
            WorkUnit unit = new WorkUnit();
            IntStream.range(batch * 100, batch * 100 + 100)
                    .forEach(i -> unit.publish(TestVpn.message("t/" + i, "" + i)));
            assertThat(broker.vpn.commit(unit)).isInstanceOf(CommitOutcome.Stored.class);
        }

        start(ALL);

        Awaitility.await().atMost(TestVpn.SOON).until(() -> broker.spooled("q") == 1_000);
        broker.duties.runAll();
        broker.awaitCommitter();
        assertThat(broker.spooled("q")).isEqualTo(1_000);
        DeliverySession session = broker.consume("q");
        assertThat(take(session, 3_000))
                .containsExactlyElementsOf(
                        IntStream.range(0, 3_000).mapToObj(i -> "" + i).toList());
        await(ReplayState.COMPLETE);
    }

    @Test
    void anEmptyRangeIsCompleteAtOnce() {
        publish("1");
        DeliverySession session = broker.consume("q");
        ReplicationGroupMsgId last = idOf(session, 1);

        ReplayRange range = start(ReplayRequest.from(new ReplayStart.AfterMessage(last)));

        assertThat(range).isEqualTo(ReplayRange.EMPTY);
        await(ReplayState.COMPLETE);
        publish("2");
        assertThat(nextText(session)).isEqualTo("2");
    }

    @Test
    void putsNoMoreThanAskedForOnTheEndpointInASecond() {
        publish("1", "2", "3", "4", "5", "6");
        DeliverySession session = broker.consume("q");
        broker.drain(session);

        start(new ReplayRequest(new ReplayStart.Beginning(), new ReplayEnd.WholeLog(), 2));

        assertThat(take(session, 1)).containsExactly("1");
        broker.duties.runAll();
        assertThat(session.receive(NOW)).isNull();
        broker.clock.advance(Duration.ofSeconds(1));
        broker.duties.runAll();
        assertThat(take(session, 2)).containsExactly("2", "3");
        broker.duties.runAll();
        assertThat(session.receive(NOW)).isNull();
    }

    @Test
    void keepsTheNewestOnALastValueQueue() {
        broker.createQueue("last", queue().with(EndpointAttributes.MAX_SPOOL_USAGE, 0L), "t/>");
        publish("1", "2", "3");
        broker.administration.replays().start(EndpointKind.QUEUE, "last", ALL);
        publish("4");
        Awaitility.await()
                .atMost(TestVpn.SOON)
                .until(() -> broker.administration
                                .replays()
                                .status(EndpointKind.QUEUE, "last")
                                .state()
                        == ReplayState.COMPLETE);

        assertThat(broker.drain(broker.consume("last"))).containsExactly("4");
        assertThat(broker.figures("last").spooledBytes()).isZero();
    }

    @Test
    void keepsTheNewestOnALastValueQueueWhoseReplayIsCancelled() {
        broker.createQueue("last", queue().with(EndpointAttributes.MAX_SPOOL_USAGE, 0L), "t/>");
        publish("1", "2");
        // Not a step further than its start, until the test lets it.
        broker.administration.replays().start(EndpointKind.QUEUE, "last", slowly());
        publish("3", "4");
        broker.administration.replays().cancel(EndpointKind.QUEUE, "last");

        assertThat(broker.spooled("last")).isEqualTo(1);
        assertThat(broker.drain(broker.consume("last"))).containsExactly("4");
        assertThat(broker.figures("last").spooledBytes()).isZero();
    }

    /** So slowly that its range does not end while the clock stands. */
    private static ReplayRequest slowly() {
        return new ReplayRequest(new ReplayStart.Beginning(), new ReplayEnd.WholeLog(), 1);
    }

    @Test
    void isNotLetInTheWayOfItsQuotaButWaitsForRoom() {
        broker.createQueue("sink", "t/>");
        broker.change("q", EndpointAttributes.MAX_SPOOL_USAGE, 1L);
        String big = "x".repeat(300_000);
        publish("1" + big, "2" + big, "3" + big);
        DeliverySession session = broker.consume("q");
        take(session, 3);
        publish("4" + big, "5" + big);
        take(session, 2);

        start(ALL);

        assertThat(take(session, 5).stream().map(text -> text.substring(0, 1)).toList())
                .containsExactly("1", "2", "3", "4", "5");
        await(ReplayState.COMPLETE);
    }

    @Test
    void failsAtAMessageThatTheEndpointNeverTakes() {
        publish("1", "x".repeat(2_000), "3");
        DeliverySession session = broker.consume("q");
        take(session, 1);
        broker.change("q", EndpointAttributes.MAX_MSG_SIZE, 1_000L);

        start(ALL);

        await(ReplayState.FAILED);
        assertThat(status().lastFailure()).isEqualTo(ReplayFailure.MESSAGE_REJECTED);
        assertThat(broker.drain(session)).containsExactly("x".repeat(2_000), "3");
    }

    @Test
    void failsWhenTheTopicOfATopicEndpointIsChanged() {
        broker.createTopicEndpoint("te", TestVpn.topicEndpoint(), "t/>");
        publish("1", "2");
        broker.administration.replays().start(EndpointKind.TOPIC_ENDPOINT, "te", slowly());
        publish("3");

        broker.administration.removeSubscription(EndpointKind.TOPIC_ENDPOINT, "te", TopicFilter.of("t/>"));

        ReplayStatus status = broker.administration.replays().status(EndpointKind.TOPIC_ENDPOINT, "te");
        assertThat(status.lastFailure()).isEqualTo(ReplayFailure.TOPIC_MODIFIED);
        assertThat(broker.administration
                        .endpointStatistics(EndpointKind.TOPIC_ENDPOINT, "te")
                        .spooledMsgCount())
                .isEqualTo(3);
    }

    @Test
    void failsWhenTheLogIsDeletedUnderIt() {
        publish("1", "2");
        start(slowly());
        broker.administration.deleteReplayLog(ReplayLogs.NAME, -1);

        assertThat(status().lastFailure()).isEqualTo(ReplayFailure.LOG_MODIFIED);
        assertThat(broker.drain(broker.consume("q"))).containsExactly("1", "2");
    }

    @Test
    void keepsTheKindOfItsQueue() {
        publish("1");
        start(slowly());

        refused(ErrorCode.NOT_ALLOWED, () -> broker.change("q", EndpointAttributes.MAX_SPOOL_USAGE, 0L));

        broker.change("q", EndpointAttributes.MAX_SPOOL_USAGE, 10L);
    }

    @Test
    void copiesOneMessageOfTheLogAndDisturbsNothing() {
        publish("1", "2");
        DeliverySession session = broker.consume("q");
        Delivery first = next(session);
        broker.acknowledge(first);
        Delivery inHand = next(session);

        broker.administration.replays().copy(first.replicationGroupMsgId(), EndpointKind.QUEUE, "q");

        Delivery copy = next(session);
        assertThat(text(copy)).isEqualTo("1");
        assertThat(copy.deliveryCount()).isEqualTo(1);
        assertThat(copy.replicationGroupMsgId()).isEqualTo(first.replicationGroupMsgId());
        assertThat(copy.deadLetter()).isEmpty();
        broker.acknowledge(inHand);
        broker.acknowledge(copy);
        assertThat(broker.spooled("q")).isZero();
        refused(
                ErrorCode.REPLAY_START_MESSAGE_UNAVAILABLE,
                () -> broker.administration
                        .replays()
                        .copy(
                                new ReplicationGroupMsgId(
                                        first.replicationGroupMsgId().origin(), 999),
                                EndpointKind.QUEUE,
                                "q"));
    }

    @Test
    void timeToLiveCountsAnewFromThePlacementOfACopy() {
        broker.createQueue("ttl", queue().with(EndpointAttributes.RESPECT_TTL_ENABLED, true), "t/>");
        broker.publish(
                Message.to(TopicName.of("t/1")).ttlMillis(1_000).text("1").build());
        broker.clock.advance(Duration.ofSeconds(2));
        broker.duties.runAll();
        assertThat(broker.spooled("ttl")).isZero();

        broker.administration.replays().start(EndpointKind.QUEUE, "ttl", ALL);

        Awaitility.await().atMost(TestVpn.SOON).until(() -> broker.spooled("ttl") == 1);
        assertThat(Objects.requireNonNull(
                                broker.vpn.browse(EndpointKind.QUEUE, "ttl", "").next())
                        .expirationMillis())
                .isEqualTo(broker.clock.millis() + 1_000);
        broker.clock.advance(Duration.ofMillis(999));
        Delivery delivery = next(broker.consume("ttl"));
        assertThat(delivery.expirationMillis()).isEqualTo(broker.clock.millis() + 1);
        broker.acknowledge(delivery);

        broker.administration.replays().start(EndpointKind.QUEUE, "ttl", ALL);
        Awaitility.await().atMost(TestVpn.SOON).until(() -> broker.spooled("ttl") == 1);
        broker.clock.advance(Duration.ofSeconds(2));
        broker.duties.runAll();
        assertThat(broker.spooled("ttl")).isZero();
    }

    @Test
    void tellsBeforehandWhatItWouldDo() {
        publish("1", "2");
        broker.publish("other/1", "o");
        publish("3");
        ReplayLogs.disableIngress(broker);
        publish("4");
        DeliverySession session = broker.consume("q");
        take(session, 1);

        ReplayPreview preview = broker.administration.replays().preview(EndpointKind.QUEUE, "q", ALL);

        assertThat(preview.range().loggedMsgs()).isEqualTo(4);
        assertThat(preview.matchingMsgs()).isEqualTo(3);
        assertThat(preview.removedMsgs()).isEqualTo(3);
        assertThat(preview.removedNotLoggedMsgs()).isEqualTo(1);
        assertThat(status().state()).isEqualTo(ReplayState.NONE);
        assertThat(take(session, 3)).containsExactly("2", "3", "4");
    }

    @Test
    void aClientsRequestIsAcceptedOnce() {
        publish("1", "2");
        Flow flow = broker.bind("q");
        DeliverySession session = flow.openSession();
        take(session, 2);

        assertThat(flow.startReplay("mine", ALL)).isPresent();
        assertThat(take(session, 2)).containsExactly("1", "2");
        await(ReplayState.COMPLETE);

        assertThat(flow.startReplay("mine", ALL)).isEmpty();
        assertThat(session.receive(NOW)).isNull();
        flow.close();
        broker = broker.restarted();
        Flow later = broker.bind("q");
        assertThat(later.startReplay("mine", ALL)).isEmpty();
        assertThat(later.startReplay("another", ALL)).isPresent();
        refused(ErrorCode.REPLAY_NOT_ACTIVE_FLOW, () -> broker.bind("q").startReplay("third", ALL));
    }

    @Test
    void aClientMayAskForAnExclusiveEndpointOnly() {
        broker.change("q", EndpointAttributes.ACCESS_TYPE, AccessType.NON_EXCLUSIVE);

        refused(ErrorCode.REPLAY_NOT_EXCLUSIVE, () -> broker.bind("q").startReplay("mine", ALL));
    }

    @Test
    void bringsWhatTheEndpointsOwnSelectorWants() {
        broker.createTopicEndpoint(
                "te", TestVpn.topicEndpoint().with(EndpointAttributes.SELECTOR, "colour = 'red'"), "t/>");
        for (String colour : List.of("red", "blue", "red")) {
            broker.publish(Message.to(TopicName.of("t/1"))
                    .property("colour", colour)
                    .text(colour)
                    .build());
        }

        broker.administration.replays().start(EndpointKind.TOPIC_ENDPOINT, "te", ALL);

        DeliverySession session = broker.vpn
                .bind(new BindRequest(EndpointKind.TOPIC_ENDPOINT, "te", "test"))
                .openSession();
        assertThat(take(session, 2)).containsExactly("red", "red");
        assertThat(session.receive(NOW)).isNull();
        Awaitility.await()
                .atMost(TestVpn.SOON)
                .until(() -> broker.administration
                                .replays()
                                .status(EndpointKind.TOPIC_ENDPOINT, "te")
                                .state()
                        == ReplayState.COMPLETE);
    }
}
