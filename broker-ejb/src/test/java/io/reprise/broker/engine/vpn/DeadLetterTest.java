package io.reprise.broker.engine.vpn;

import static io.reprise.broker.engine.vpn.TestVpn.NOW;
import static io.reprise.broker.engine.vpn.TestVpn.next;
import static io.reprise.broker.engine.vpn.TestVpn.nextText;
import static io.reprise.broker.engine.vpn.TestVpn.queue;
import static io.reprise.broker.engine.vpn.TestVpn.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.reprise.broker.engine.change.DeadMessageQueues;
import io.reprise.broker.engine.commit.DeadMessage;
import io.reprise.broker.engine.commit.VpnCore;
import io.reprise.broker.engine.deliver.EndpointDispatch;
import io.reprise.broker.engine.store.AppendResult;
import io.reprise.broker.model.delivery.DeathReason;
import io.reprise.broker.model.delivery.Delivery;
import io.reprise.broker.model.delivery.DeliverySession;
import io.reprise.broker.model.endpoint.AccessType;
import io.reprise.broker.model.endpoint.EndpointAttributes;
import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.endpoint.EndpointSettings;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.message.Message;
import io.reprise.broker.model.publish.CommitOutcome;
import io.reprise.broker.model.publish.PendingOutcome;
import io.reprise.broker.model.publish.WorkUnit;
import io.reprise.broker.model.topic.TopicName;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** When a message is delivered no more, and where it goes then [spec 4.3]. */
class DeadLetterTest {
    private static final String DMQ = "#DEAD_MSG_QUEUE";

    private TestVpn broker = TestVpn.start();

    @AfterEach
    void close() {
        broker.close();
    }

    private static EndpointSettings nonExclusive() {
        return queue().with(EndpointAttributes.ACCESS_TYPE, AccessType.NON_EXCLUSIVE);
    }

    private void createQueue(int maxRedelivery) {
        broker.createQueue("q", nonExclusive().with(EndpointAttributes.MAX_REDELIVERY, (long) maxRedelivery), "q");
    }

    private void fail(String queue) {
        DeliverySession session = broker.consume(queue);
        session.release(next(session));
        broker.awaitCommitter();
        session.close();
    }

    @ParameterizedTest
    @CsvSource({
        "maxRedelivery, 1, 1",
        "maxRedelivery, 2, 2",
        "maxRedelivery, 3, 3",
        "maxRedelivery, 255, 255",
        "maxRedeliveryCount, 1, 2",
        "maxRedeliveryCount, 2, 3",
        "maxRedeliveryCount, 254, 255"
    })
    void aMessageIsDeliveredAsOftenAsItsLimitSays(String name, int value, int deliveries) {
        broker.createQueue("q", nonExclusive().with(Map.of(name, value)), "q");
        broker.publish("q", "m");

        for (int i = 1; i <= deliveries; i++) {
            assertThat(broker.spooled("q")).as("before delivery " + i).isEqualTo(1);
            fail("q");
        }

        assertThat(broker.spooled("q")).isZero();
        assertThat(broker.spooled(DMQ)).isEqualTo(1);
        assertThat(broker.figures("q").maxRedeliveryExceededMsgs()).isEqualTo(1);
    }

    @Test
    void oneThatItsConsumerRejectsDiesWithoutALimit() {
        createQueue(0);
        broker.publish("q", "poison");
        broker.publish("q", "good");
        DeliverySession session = broker.consume("q");

        CommitOutcome outcome = broker.vpn.reject(next(session)).await();

        assertThat(outcome).isEqualTo(new CommitOutcome.Stored(0, 1));
        assertThat(text(next(session))).isEqualTo("good");
        assertThat(broker.figures("q").consumerRejectedMsgs()).isEqualTo(1);
        assertThat(broker.figures("q").maxRedeliveryExceededMsgs()).isZero();
        assertThat(next(broker.consume(DMQ)).deadLetter()).hasValueSatisfying(letter -> {
            assertThat(letter.reason()).isEqualTo(DeathReason.REJECTED);
            assertThat(letter.deliveryCount()).isEqualTo(1);
        });
    }

    @Test
    void oneThatIsRejectedAndHasNowhereToGoHasFailed() {
        broker.createQueue("dead", nonExclusive());
        broker.createQueue("q", nonExclusive().with(EndpointAttributes.DEAD_MSG_QUEUE, "dead"), "q");
        broker.administration.deleteEndpoint(EndpointKind.QUEUE, "dead", -1);
        broker.publish("q", "m");
        DeliverySession session = broker.consume("q");

        CommitOutcome outcome = broker.vpn.reject(next(session)).await();

        assertThat(outcome).isEqualTo(new CommitOutcome.Stored(0, 0));
        assertThat(next(session).deliveryCount()).isEqualTo(2);
    }

    @Test
    void oneThatNobodyHasSeenCanNotBeRejected() {
        createQueue(0);
        broker.publish("q", "m");
        DeliverySession session = broker.consume("q");

        broker.vpn.reject(Objects.requireNonNull(session.take(NOW))).await();

        Delivery again = next(session);
        assertThat(again.deliveryCount()).isEqualTo(1);
        assertThat(broker.spooled(DMQ)).isZero();
    }

    @ParameterizedTest
    @CsvSource({"true", "false"})
    void itsConsumerIsToldWhenItIsOnDisk(boolean rejected) {
        createQueue(0);
        broker.publish("q", "m");
        DeliverySession session = broker.consume("q");
        Delivery delivery = next(session);
        List<CommitOutcome> told = new CopyOnWriteArrayList<>();
        broker.rows().goAway();

        PendingOutcome pending = rejected ? broker.vpn.reject(delivery) : broker.vpn.fail(delivery);
        pending.whenSettled(Runnable::run, told::add);
        broker.awaitWriting();
        assertThat(told).isEmpty();
        broker.rows().comeBack();

        assertThat(pending.await()).isEqualTo(new CommitOutcome.Stored(0, rejected ? 1 : 0));
    }

    @Test
    void withoutALimitItComesForEver() {
        createQueue(0);
        broker.publish("q", "m");

        for (int i = 0; i < 300; i++) {
            fail("q");
        }

        assertThat(broker.spooled("q")).isEqualTo(1);
    }

    @Test
    void redeliveryDisabledIsOneDelivery() {
        broker.createQueue("q", nonExclusive().with(Map.of("redeliveryEnabled", false)), "q");
        broker.publish("q", "m");

        fail("q");

        assertThat(broker.spooled(DMQ)).isEqualTo(1);
    }

    @Test
    void theDeadMessageIsTheSameAndTellsWhereItComesFrom() {
        createQueue(2);
        broker.publish("q", "m");
        DeliverySession session = broker.consume("q");
        Delivery original = next(session);
        session.release(original);
        session.release(next(session));
        broker.awaitCommitter();

        Delivery dead = next(broker.consume("$sys.undelivered"));

        assertThat(text(dead)).isEqualTo("m");
        assertThat(dead.message().topic()).isEqualTo(original.message().topic());
        assertThat(dead.replicationGroupMsgId()).isEqualTo(original.replicationGroupMsgId());
        assertThat(dead.spooledTimeMillis()).isEqualTo(original.spooledTimeMillis());
        assertThat(dead.deliveryCount()).isEqualTo(1);
        assertThat(dead.deadLetter()).hasValueSatisfying(letter -> {
            assertThat(letter.reason()).isEqualTo(DeathReason.REDELIVERY);
            assertThat(letter.endpointName()).isEqualTo("q");
            assertThat(letter.deliveryCount()).isEqualTo(2);
            assertThat(letter.timeMillis()).isEqualTo(broker.clock.millis());
        });
    }

    @Test
    void fiveSentAheadAndOnlyTheFirstSeenFourTimesGivesOneDeadMessage() {
        createQueue(4);
        for (int i = 1; i <= 5; i++) {
            broker.publish("q", "m" + i);
        }

        for (int i = 0; i < 4; i++) {
            DeliverySession session = broker.consume("q");
            assertThat(text(next(session))).isEqualTo("m1");
            session.close();
            broker.awaitCommitter();
        }

        assertThat(text(next(broker.consume(DMQ)))).isEqualTo("m1");
        DeliverySession after = broker.consume("q");
        for (int i = 2; i <= 5; i++) {
            Delivery delivery = next(after);
            assertThat(text(delivery)).isEqualTo("m" + i);
            assertThat(delivery.deliveryCount()).isEqualTo(1);
            assertThat(delivery.redelivered()).isFalse();
        }
    }

    @Test
    void anExpiredMessageGoesThereToo() {
        createQueue(0);
        broker.vpn
                .commit(WorkUnit.publishing(
                        Message.to(TopicName.of("q")).ttlMillis(100).text("m").build()))
                .orThrow();
        broker.clock.advance(Duration.ofSeconds(1));

        assertThat(broker.consume("q").receive(NOW)).isNull();

        broker.awaitCommitter();
        Delivery dead = next(broker.consume(DMQ));
        assertThat(text(dead)).isEqualTo("m");
        assertThat(dead.deadLetter().orElseThrow().reason()).isEqualTo(DeathReason.TTL);
        assertThat(dead.deadLetter().orElseThrow().deliveryCount()).isZero();
    }

    @Test
    void nothingInADeadMessageQueueExpiresByItsOldTime() {
        createQueue(0);
        broker.administration.changeEndpoint(
                EndpointKind.QUEUE,
                DMQ,
                DeadMessageQueues.defaultSettings().with(EndpointAttributes.RESPECT_TTL_ENABLED, true),
                -1);
        broker.vpn
                .commit(WorkUnit.publishing(
                        Message.to(TopicName.of("q")).ttlMillis(100).text("m").build()))
                .orThrow();
        broker.clock.advance(Duration.ofSeconds(1));
        broker.duties.runAll();
        broker.clock.advance(Duration.ofDays(1));
        broker.duties.runAll();

        assertThat(broker.spooled(DMQ)).isEqualTo(1);
    }

    @Test
    void aQueueThatNamesNoneDeletes() {
        broker.createQueue(
                "q",
                nonExclusive().with(EndpointAttributes.MAX_REDELIVERY, 1L).with(EndpointAttributes.DEAD_MSG_QUEUE, ""),
                "q");
        broker.publish("q", "m");

        fail("q");

        assertThat(broker.spooled("q")).isZero();
        assertThat(broker.spooled(DMQ)).isZero();
    }

    @ParameterizedTest
    @CsvSource({"true, true, 0", "false, false, 1", "true, false, 1", "false, true, 1"})
    void onlyAnExplicitNoIsNotKeptAndOnlyWhereThatIsRespected(boolean refused, boolean respected, int kept) {
        broker.createQueue(
                "q",
                nonExclusive()
                        .with(EndpointAttributes.MAX_REDELIVERY, 1L)
                        .with(EndpointAttributes.RESPECT_DMQ_ELIGIBLE_ENABLED, respected),
                "q");
        broker.vpn
                .commit(WorkUnit.publishing(Message.to(TopicName.of("q"))
                        .dmqEligible(!refused)
                        .text("m")
                        .build()))
                .orThrow();

        fail("q");

        assertThat(broker.spooled("q")).isZero();
        assertThat(broker.spooled(DMQ)).isEqualTo(kept);
    }

    @Test
    void withNowhereToGoItIsHeldVisiblyAndGoesWhenThereIsRoom() {
        broker.createQueue("dead", nonExclusive());
        broker.createQueue(
                "q",
                nonExclusive()
                        .with(EndpointAttributes.MAX_REDELIVERY, 1L)
                        .with(EndpointAttributes.DEAD_MSG_QUEUE, "dead"),
                "q");
        broker.administration.deleteEndpoint(EndpointKind.QUEUE, "dead", -1);
        broker.publish("q", "m");
        broker.publish("q", "next");
        fail("q");

        DeliverySession session = broker.consume("q");
        assertThat(text(next(session))).as("it blocks nobody").isEqualTo("next");
        broker.awaitCommitter();
        assertThat(broker.figures("q").heldMsgCount()).isEqualTo(1);
        assertThat(broker.spooled("q")).isEqualTo(2);
        broker.createQueue("dead", nonExclusive());
        assertThat(session.receive(NOW)).isNull();
        broker.awaitCommitter();

        assertThat(text(next(broker.consume("dead")))).isEqualTo("m");
        assertThat(broker.figures("q").heldMsgCount()).isZero();
    }

    /** Found: it died of none. */
    @Test
    void anAttemptThatTheDatabaseRefusedIsAmongThoseItDiedOf() {
        createQueue(1);
        broker.publish("q", "m");
        DeliverySession session = broker.consume("q");
        Delivery delivery = next(session);
        broker.rows().refuseNextAppend("disk full");
        session.release(delivery);
        broker.awaitCommitter();
        assertThat(session.receive(NOW)).isNull();
        broker.awaitCommitter();

        assertThat(next(broker.consume(DMQ)).deadLetter().orElseThrow().deliveryCount())
                .isEqualTo(1);
    }

    /** Found: a purge left what was held. */
    @Test
    void aPurgeTakesWhatIsHeldToo() {
        createQueue(1);
        broker.change(DMQ, EndpointAttributes.INGRESS_ENABLED, false);
        broker.publish("q", "m");
        fail("q");
        assertThat(broker.consume("q").receive(NOW)).isNull();
        broker.awaitCommitter();
        assertThat(broker.figures("q").heldMsgCount()).isEqualTo(1);

        assertThat(broker.administration.purge(EndpointKind.QUEUE, "q")).isEqualTo(1);

        assertThat(broker.spooled("q")).isZero();
        assertThat(broker.figures("q").heldMsgCount()).isZero();
    }

    private CommitOutcome retry(String deadMessageQueue) {
        VpnCore core = broker.core();
        EndpointDispatch dispatch =
                Objects.requireNonNull(core.dispatch().endpoint(broker.endpointId(deadMessageQueue)));
        List<DeadMessage> messages = dispatch.seizures().seize(100, Long.MAX_VALUE).stream()
                .map(msgId ->
                        new DeadMessage(Objects.requireNonNull(core.reader().slot(msgId)), 0))
                .toList();
        return core.retry(dispatch, messages).await();
    }

    @Test
    void aRetriedMessageComesHomeAsNewAndMayDieAgain() {
        createQueue(1);
        broker.publish("q", "m");
        fail("q");

        assertThat(retry(DMQ)).isEqualTo(new CommitOutcome.Stored(0, 1));

        assertThat(broker.spooled(DMQ)).isZero();
        DeliverySession session = broker.consume("q");
        Delivery again = next(session);
        assertThat(text(again)).isEqualTo("m");
        assertThat(again.deliveryCount()).isEqualTo(1);
        assertThat(again.deadLetter()).isEmpty();
        session.release(again);
        broker.awaitCommitter();
        assertThat(nextText(broker.consume(DMQ))).isEqualTo("m");
    }

    /** Found: it took the place of the newer value. */
    @Test
    void aRetriedMessageDoesNotReplaceANewerLastValue() {
        createQueue(1);
        broker.change("q", EndpointAttributes.MAX_SPOOL_USAGE, 0L);
        broker.publish("q", "older");
        fail("q");
        broker.publish("q", "newer");

        assertThat(retry(DMQ)).isEqualTo(new CommitOutcome.Stored(0, 0));

        assertThat(nextText(broker.consume("q"))).isEqualTo("newer");
        assertThat(nextText(broker.consume(DMQ))).isEqualTo("older");
    }

    @Test
    void aLoweredLimitHoldsAtTheMessagesNextTurn() {
        createQueue(0);
        broker.publish("q", "m");
        fail("q");
        fail("q");
        broker.administration.changeEndpoint(
                EndpointKind.QUEUE, "q", nonExclusive().with(EndpointAttributes.MAX_REDELIVERY, 2L), -1);

        assertThat(broker.consume("q").receive(NOW)).isNull();

        broker.awaitCommitter();
        assertThat(broker.spooled(DMQ)).isEqualTo(1);
    }

    @Test
    void aDeadMessageSurvivesRestartsWithItsBody() {
        createQueue(1);
        broker.publish("q", "m");
        fail("q");
        broker = broker.restarted();
        broker.duties.runAll();
        broker = broker.restarted();
        broker.duties.runAll();

        assertThat(text(next(broker.consume(DMQ)))).isEqualTo("m");
    }

    @ParameterizedTest
    @CsvSource({"true", "false"})
    void theMoveIsWholeOrNotAtAllWhereverTheBrokerDies(boolean written) {
        createQueue(1);
        broker.publish("q", "m");
        DeliverySession session = broker.consume("q");
        Delivery delivery = next(session);
        broker.awaitCommitter();
        broker.script.once((entry, really) -> {
            String when = written ? "after " + really.get().kind() : "before";
            return AppendResult.of(AppendResult.Kind.ABANDONED, "the broker dies " + when);
        });

        session.release(delivery);
        broker.awaitServing();
        broker.awaitCommitter();

        assertThat(broker.spooled("q") + broker.spooled(DMQ)).isEqualTo(1);
        assertThat(broker.spooled(DMQ)).isEqualTo(written ? 1 : 0);
    }

    @Test
    void aMessageOnTwoQueuesDiesOnEachForItself() {
        createQueue(1);
        broker.createQueue("p", nonExclusive().with(EndpointAttributes.MAX_REDELIVERY, 1L), "q");
        broker.publish("q", "m");

        fail("q");
        fail("p");

        assertThat(broker.spooled(DMQ)).isEqualTo(2);
        DeliverySession dead = broker.consume(DMQ);
        assertThat(next(dead).deadLetter().orElseThrow().endpointName()).isEqualTo("q");
        assertThat(next(dead).deadLetter().orElseThrow().endpointName()).isEqualTo("p");
    }

    @Test
    void theBodyOfADeadMessageOutlivesItsOriginsAcknowledgement() {
        createQueue(1);
        broker.createQueue("p", nonExclusive(), "q");
        broker.publish("q", "m");
        fail("q");
        broker.acknowledge(next(broker.consume("p")));
        for (int i = 0; i < 2_100; i++) {
            broker.publish("nobody's", "filler");
        }
        broker.duties.runAll();
        broker.duties.runAll();
        broker = broker.restarted();

        assertThat(text(next(broker.consume(DMQ)))).isEqualTo("m");
    }

    @Test
    void aMessageWaitsAfterAFailureByItsOwnCount() {
        broker.createQueue(
                "q",
                nonExclusive()
                        .with(Map.of(
                                "redeliveryDelayEnabled", true,
                                "redeliveryDelayInitialInterval", 1_000,
                                "redeliveryDelayMultiplier", 200,
                                "redeliveryDelayMaxInterval", 3_000)),
                "q");
        broker.publish("q", "m");
        broker.publish("q", "later");
        for (long waitMillis : new long[] {1_000, 2_000, 3_000, 3_000}) {
            DeliverySession session = broker.consume("q");
            Delivery delivery = next(session);
            assertThat(text(delivery)).isEqualTo("m");
            session.release(delivery);
            broker.awaitCommitter();
            assertThat(broker.figures("q").delayedMsgCount()).isEqualTo(1);
            Delivery overtaking = next(session);
            assertThat(text(overtaking)).as("later messages overtake it").isEqualTo("later");
            session.giveBack(overtaking);
            session.close();
            broker = broker.restarted();
            broker.awaitCommitter();
            assertThat(broker.figures("q").delayedMsgCount())
                    .as("after a restart")
                    .isEqualTo(1);
            broker.clock.advance(Duration.ofMillis(waitMillis - 1));
            assertThat(broker.figures("q").delayedMsgCount()).isEqualTo(1);
            broker.clock.advance(Duration.ofMillis(1));
            assertThat(broker.figures("q").delayedMsgCount()).isZero();
        }
    }

    @Test
    void deadMessageQueuesThatLeadBackAreRefused() {
        broker.createQueue("a", nonExclusive());
        broker.createQueue("b", nonExclusive().with(EndpointAttributes.DEAD_MSG_QUEUE, "a"));

        assertThatThrownBy(() -> broker.createQueue("c", nonExclusive().with(EndpointAttributes.DEAD_MSG_QUEUE, "c")))
                .isInstanceOf(BrokerException.class)
                .hasMessageContaining("c -> c");
        assertThatThrownBy(
                        () -> broker.createQueue("c", nonExclusive().with(EndpointAttributes.DEAD_MSG_QUEUE, "none")))
                .isInstanceOf(BrokerException.class)
                .hasMessageContaining("'none', which does not exist");
        assertThatThrownBy(() -> broker.administration.changeEndpoint(
                        EndpointKind.QUEUE, "a", nonExclusive().with(EndpointAttributes.DEAD_MSG_QUEUE, "b"), -1))
                .isInstanceOf(BrokerException.class)
                .hasMessageContaining("a -> b -> a");
        assertThatThrownBy(() -> broker.administration.deleteEndpoint(EndpointKind.QUEUE, DMQ, -1))
                .isInstanceOf(BrokerException.class)
                .hasMessageContaining("can't be deleted");
    }

    @Test
    void aLargeBodyIsNotCopied() {
        createQueue(1);
        byte[] body = new byte[600_000];
        CommitOutcome stored = broker.vpn.commit(
                WorkUnit.publishing(Message.to(TopicName.of("q")).bytes(body).build()));
        assertThat(stored).isInstanceOf(CommitOutcome.Stored.class);
        fail("q");
        broker = broker.restarted();

        assertThat(next(broker.consume(DMQ)).message().body()).isEqualTo(body);
    }
}
