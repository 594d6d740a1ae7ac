package io.reprise.broker.engine.vpn;

import static io.reprise.broker.engine.vpn.TestVpn.message;
import static io.reprise.broker.engine.vpn.TestVpn.next;
import static io.reprise.broker.engine.vpn.TestVpn.queue;
import static io.reprise.broker.engine.vpn.TestVpn.topicEndpoint;
import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.model.delivery.BindRequest;
import io.reprise.broker.model.delivery.Delivery;
import io.reprise.broker.model.delivery.DeliverySession;
import io.reprise.broker.model.endpoint.AccessType;
import io.reprise.broker.model.endpoint.EndpointAttributes;
import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.endpoint.EndpointSettings;
import io.reprise.broker.model.endpoint.Prefetch;
import io.reprise.broker.model.endpoint.RedeliveryOverride;
import io.reprise.broker.model.endpoint.RejectToSender;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.message.Message;
import io.reprise.broker.model.publish.BranchId;
import io.reprise.broker.model.publish.CommitOutcome;
import io.reprise.broker.model.publish.CommitOutcome.Rejected;
import io.reprise.broker.model.publish.CommitOutcome.Stored;
import io.reprise.broker.model.publish.WorkUnit;
import io.reprise.broker.model.topic.TopicName;
import java.util.List;
import org.assertj.core.api.AbstractAssert;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whether an endpoint takes a message, and who is told if not [spec 1.4, 1.5]. */
class AdmissionTest {
    /** Body and topic of the messages here: 1,000 of them fill one megabyte. */
    private static final String THOUSAND_BYTES = "x".repeat(999);

    private final TestVpn broker = TestVpn.start();

    @AfterEach
    void close() {
        broker.close();
    }

    private static AbstractAssert<?, ?> assertRejected(CommitOutcome outcome, ErrorCode code) {
        return assertThat(outcome)
                .isInstanceOfSatisfying(
                        Rejected.class, rejected -> assertThat(rejected.code()).isEqualTo(code));
    }

    private static EndpointSettings ofOneMegabyte() {
        return queue().with(EndpointAttributes.MAX_SPOOL_USAGE, 1L);
    }

    private void fill(String topic) {
        WorkUnit unit = new WorkUnit();
        for (int i = 0; i < 1_000; i++) {
            unit.publish(message(topic, THOUSAND_BYTES));
        }
        broker.vpn.commit(unit).orThrow();
    }

    @Test
    void aQueueTakesMessagesUpToItsQuotaExactlyAndNoMore() {
        broker.createQueue("q", ofOneMegabyte(), "q");
        fill("q");
        assertThat(broker.figures("q").spooledBytes()).isEqualTo(1_000_000);

        CommitOutcome one = broker.publish("q", "");

        assertRejected(one, ErrorCode.QUEUE_QUOTA_EXCEEDED);
        assertThat(((Rejected) one).text())
                .contains("queue 'q'")
                .contains("1000000 B")
                .contains("maxMsgSpoolUsage=1000000 B");
        broker.acknowledge(next(broker.consume("q")));
        assertThat(broker.publish("q", THOUSAND_BYTES)).isInstanceOf(Stored.class);
    }

    @Test
    void theQuotaHoldsWithinOneTransactionAndWithinOneEntry() {
        broker.createQueue("q", ofOneMegabyte(), "q");
        WorkUnit tooMuch = new WorkUnit();
        for (int i = 0; i < 1_001; i++) {
            tooMuch.publish(message("q", THOUSAND_BYTES));
        }

        assertRejected(broker.vpn.commit(tooMuch), ErrorCode.QUEUE_QUOTA_EXCEEDED);
        assertThat(broker.spooled("q")).isZero();

        ScriptedStore.Gate gate = broker.script.hold();
        var blocker = broker.vpn.submit(WorkUnit.publishing(message("elsewhere", "x")));
        gate.awaitReached();
        var outcomes = java.util.stream.IntStream.range(0, 1_100)
                .mapToObj(i -> broker.vpn.submit(WorkUnit.publishing(message("q", THOUSAND_BYTES))))
                .toList();
        gate.open();
        blocker.await();
        long stored = outcomes.stream().filter(o -> o.await() instanceof Stored).count();
        assertThat(stored).isEqualTo(1_000);
        assertThat(broker.figures("q").spooledBytes()).isEqualTo(1_000_000);
    }

    /** Found: a consumer that puts its message back at the end of its full queue could never do so. */
    @Test
    void aTransactionMayFillTheRoomThatItsOwnAcknowledgementFrees() {
        broker.createQueue("q", ofOneMegabyte(), "q");
        fill("q");
        DeliverySession session = broker.consume("q");

        CommitOutcome again =
                broker.vpn.commit(new WorkUnit().acknowledge(next(session)).publish(message("q", THOUSAND_BYTES)));

        assertThat(again).isInstanceOf(Stored.class);
        assertThat(broker.figures("q").spooledBytes()).isEqualTo(1_000_000);
        CommitOutcome larger = broker.vpn.commit(
                new WorkUnit().acknowledge(next(session)).publish(message("q", THOUSAND_BYTES + "x")));
        assertRejected(larger, ErrorCode.QUEUE_QUOTA_EXCEEDED);
    }

    @Test
    void whatAPreparedBranchReservedIsNoRoomForOthersAndComesFreeWithItsRollback() {
        broker.createQueue("q", ofOneMegabyte(), "q");
        WorkUnit unit = new WorkUnit();
        for (int i = 0; i < 1_000; i++) {
            unit.publish(message("q", THOUSAND_BYTES));
        }
        BranchId branch = new BranchId(1, new byte[] {1}, new byte[] {1});
        broker.vpn.prepare(branch, unit).orThrow();

        assertRejected(broker.publish("q", "x"), ErrorCode.QUEUE_QUOTA_EXCEEDED);
        broker.vpn.rollbackPrepared(branch).orThrow();
        assertThat(broker.publish("q", "x")).isInstanceOf(Stored.class);
        assertThat(broker.figures("q").reservedMsgCount()).isZero();
    }

    @ParameterizedTest
    @CsvSource({"8, true", "9, true", "10, false"})
    void aMessageLargerThanMaxMsgSizeIsRefused(int bodyBytes, boolean taken) {
        broker.createQueue("q", queue().with(EndpointAttributes.MAX_MSG_SIZE, 10L), "q");

        CommitOutcome outcome = broker.publish("q", "x".repeat(bodyBytes));

        if (taken) {
            assertThat(outcome).isInstanceOf(Stored.class);
        } else {
            assertRejected(outcome, ErrorCode.MESSAGE_TOO_BIG);
        }
    }

    @ParameterizedTest
    @CsvSource({"0, false", "3, false", "4, true", "9, true"})
    void lowPriorityMessagesAreRefusedAtTheLimit(int priority, boolean taken) {
        broker.createQueue(
                "q",
                queue().with(EndpointAttributes.REJECT_LOW_PRIORITY_MSG_ENABLED, true)
                        .with(EndpointAttributes.REJECT_LOW_PRIORITY_MSG_LIMIT, 2L),
                "q");
        Message low = Message.to(TopicName.of("q")).priority(0).text("low").build();
        assertThat(broker.publish(low)).isInstanceOf(Stored.class);
        assertThat(broker.publish(low)).isInstanceOf(Stored.class);

        CommitOutcome outcome = broker.publish(
                Message.to(TopicName.of("q")).priority(priority).text("x").build());

        if (taken) {
            assertThat(outcome).isInstanceOf(Stored.class);
        } else {
            assertRejected(outcome, ErrorCode.LOW_PRIORITY_REJECTED);
        }
    }

    private static Message low(String topic, String colour) {
        return Message.to(TopicName.of(topic))
                .priority(3)
                .property("colour", colour)
                .text("low")
                .build();
    }

    /** What is on the endpoint counts, whether anybody can have it now or not. */
    @Test
    void whatWaitsIsHeldIsInFlightOrIsWantedByNoSelectorCountsForTheLowPriorityLimit() {
        broker.change("#DEAD_MSG_QUEUE", EndpointAttributes.INGRESS_ENABLED, false);
        broker.createQueue(
                "q",
                queue().with(EndpointAttributes.ACCESS_TYPE, AccessType.NON_EXCLUSIVE)
                        .with(EndpointAttributes.REJECT_LOW_PRIORITY_MSG_ENABLED, true)
                        .with(EndpointAttributes.REJECT_LOW_PRIORITY_MSG_LIMIT, 4L)
                        .with(EndpointAttributes.MAX_REDELIVERY, 1L),
                "q");
        DeliverySession session = broker.consume("q");
        broker.publish("q", "held");
        session.release(next(session));
        broker.awaitCommitter();
        assertThat(session.receive(TestVpn.NOW)).isNull();
        broker.awaitCommitter();
        assertThat(broker.figures("q").heldMsgCount()).isEqualTo(1);
        Delivery inFlight = broker.publishAndReceive(session, "q", "in flight");
        broker.publish(Message.to(TopicName.of("q"))
                .deliveryTimeMillis(broker.clock.millis() + 60_000)
                .build());
        assertThat(broker.publish(low("q", "blue"))).isInstanceOf(Stored.class);
        session.close();
        DeliverySession selecting = broker.vpn
                .bind(new BindRequest(
                        EndpointKind.QUEUE, "q", "test", "colour = 'red'", Prefetch.INHERIT, RedeliveryOverride.NONE))
                .openSession();
        assertThat(selecting.receive(TestVpn.NOW)).isNull();

        assertRejected(broker.publish(low("q", "red")), ErrorCode.LOW_PRIORITY_REJECTED);

        assertThat(broker.publish("q", "of default priority")).isInstanceOf(Stored.class);
        assertThat(inFlight.deliveryCount()).isEqualTo(1);
    }

    /** It is not for that endpoint, and so not that endpoint's to refuse. */
    @Test
    void aLowPriorityMessageThatAnEndpointsSelectorDoesNotKeepIsNotRefused() {
        broker.createTopicEndpoint(
                "red only",
                topicEndpoint()
                        .with(EndpointAttributes.SELECTOR, "colour = 'red'")
                        .with(EndpointAttributes.REJECT_MSG_TO_SENDER, RejectToSender.ALWAYS)
                        .with(EndpointAttributes.REJECT_LOW_PRIORITY_MSG_ENABLED, true),
                "a");

        assertThat(broker.publish(low("a", "blue"))).isInstanceOf(Stored.class);
        assertRejected(broker.publish(low("a", "red")), ErrorCode.LOW_PRIORITY_REJECTED);
    }

    @ParameterizedTest
    @CsvSource({
        // policy, ingress on, told for being switched off / too large
        "NEVER,        true,  false",
        "NEVER,        false, false",
        "WHEN_ENABLED, true,  true",
        "WHEN_ENABLED, false, false",
        "ALWAYS,       true,  true",
        "ALWAYS,       false, true"
    })
    void thePublisherIsToldAsThePolicySays(RejectToSender policy, boolean ingress, boolean told) {
        for (EndpointKind kind : EndpointKind.values()) {
            EndpointSettings settings = EndpointSettings.clientCreated(kind)
                    .with(EndpointAttributes.REJECT_MSG_TO_SENDER, policy)
                    .with(EndpointAttributes.INGRESS_ENABLED, ingress)
                    .with(EndpointAttributes.MAX_MSG_SIZE, 1L);
            String topic = "to/" + kind;
            broker.administration.createEndpoint(kind, "refuses", settings, TestVpn.filters(topic));
            broker.createQueue("takes-" + kind, topic);

            CommitOutcome outcome = broker.publish(topic, "x");

            if (told) {
                assertRejected(outcome, ingress ? ErrorCode.MESSAGE_TOO_BIG : ErrorCode.INGRESS_DISABLED);
            } else {
                assertThat(outcome).isInstanceOf(Stored.class);
            }
            assertThat(broker.spooled("takes-" + kind)).isEqualTo(told ? 0 : 1);
            var figures = broker.administration.endpointStatistics(kind, "refuses");
            assertThat(figures.spooledMsgCount()).isZero();
            assertThat(figures.rejectedMsgs()).isEqualTo(told ? 1 : 0);
            assertThat(figures.discardedMsgs()).isEqualTo(told ? 0 : 1);
        }
    }

    @Test
    void aTopicEndpointRefusesSilentlyUnlessToldOtherwise() {
        broker.createTopicEndpoint("te", topicEndpoint().with(EndpointAttributes.MAX_MSG_SIZE, 1L), "t");

        assertThat(broker.publish("t", "too large")).isInstanceOf(Stored.class);
        assertThat(broker.administration
                        .endpointStatistics(EndpointKind.TOPIC_ENDPOINT, "te")
                        .discardedMsgs())
                .isEqualTo(1);
    }

    @Test
    void aDurableTopicEndpointKeepsWhatItsFilterAttracts() {
        broker.createTopicEndpoint("te", topicEndpoint(), "news/>");
        broker.publish("news/1", "one");
        broker.publish("other", "no");

        DeliverySession session = broker.vpn
                .bind(new BindRequest(EndpointKind.TOPIC_ENDPOINT, "te", "test"))
                .openSession();

        assertThat(broker.drain(session)).containsExactly("one");
    }

    @Test
    void aRejectedTransactionIsNowhereAndItsDeliveriesAreStillTheConsumers() {
        broker.createQueue("in", "in");
        broker.createQueue("out", "out/>");
        broker.publish("in", "work");
        DeliverySession session = broker.consume("in");
        Delivery work = next(session);

        CommitOutcome outcome = broker.vpn.commit(new WorkUnit()
                .publish(message("out/1", "first"))
                .acknowledge(work)
                .publish(message(TopicName.queueTopic("missing").text(), "second"))
                .publish(message("out/2", "third")));

        assertRejected(outcome, ErrorCode.NO_SUCH_QUEUE);
        assertThat(broker.spooled("out")).isZero();
        assertThat(broker.figures("in").inFlightMsgCount()).isEqualTo(1);
        broker.acknowledge(work);
        assertThat(broker.spooled("in")).isZero();
    }

    @Test
    void aRejectedUnitCountsNoSilentRefusals() {
        broker.createQueue(
                "silent",
                queue().with(EndpointAttributes.MAX_MSG_SIZE, 1L)
                        .with(EndpointAttributes.REJECT_MSG_TO_SENDER, RejectToSender.NEVER),
                "t");
        broker.createQueue("loud", queue().with(EndpointAttributes.MAX_MSG_SIZE, 1L), "t");

        assertRejected(broker.publish("t", "xx"), ErrorCode.MESSAGE_TOO_BIG);

        assertThat(broker.figures("silent").discardedMsgs()).isZero();
    }

    @Test
    void ingressSwitchesWhileConsumersAreBound() {
        broker.createQueue("q", "q");
        DeliverySession session = broker.consume("q");
        broker.publish("q", "before");

        broker.change("q", EndpointAttributes.INGRESS_ENABLED, false);
        broker.publish("q", "while off");
        broker.change("q", EndpointAttributes.INGRESS_ENABLED, true);
        broker.publish("q", "after");

        assertThat(broker.drain(session)).isEqualTo(List.of("before", "after"));
    }

    @Test
    void aMessageThatNobodyAttractsIsAcceptedAndCounted() {
        assertThat(broker.publish("nobody", "x")).isInstanceOf(Stored.class);

        assertThat(broker.administration.statistics().unroutedMsgs()).isEqualTo(1);
        assertThat(broker.administration.statistics().publishedMsgs()).isEqualTo(1);
    }

    @Test
    void whatWasNotStoredIsNotCountedAsPublished() {
        broker.createQueue("q", "q");
        broker.rows().refuseNextAppend("disk full");

        assertRejected(broker.publish("q", "x"), ErrorCode.NOT_STORED);

        assertThat(broker.administration.statistics().publishedMsgs()).isZero();
        assertThat(broker.spooled("q")).isZero();
    }
}
