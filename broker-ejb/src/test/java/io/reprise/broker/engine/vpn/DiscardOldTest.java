package io.reprise.broker.engine.vpn;

import static io.reprise.broker.engine.vpn.TestVpn.SOON;
import static io.reprise.broker.engine.vpn.TestVpn.message;
import static io.reprise.broker.engine.vpn.TestVpn.next;
import static io.reprise.broker.engine.vpn.TestVpn.queue;
import static io.reprise.broker.engine.vpn.TestVpn.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.model.delivery.DeadLetter;
import io.reprise.broker.model.delivery.DeathReason;
import io.reprise.broker.model.delivery.Delivery;
import io.reprise.broker.model.delivery.DeliverySession;
import io.reprise.broker.model.endpoint.AccessType;
import io.reprise.broker.model.endpoint.EndpointAttributes;
import io.reprise.broker.model.endpoint.EndpointSettings;
import io.reprise.broker.model.endpoint.OverflowPolicy;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.message.Message;
import io.reprise.broker.model.publish.BranchId;
import io.reprise.broker.model.publish.CommitOutcome;
import io.reprise.broker.model.publish.CommitOutcome.Rejected;
import io.reprise.broker.model.publish.CommitOutcome.Stored;
import io.reprise.broker.model.publish.PendingOutcome;
import io.reprise.broker.model.publish.WorkUnit;
import io.reprise.broker.model.topic.TopicName;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Queues that make room for a new message by discarding their oldest [spec 1.4, ADR 0009]. */
class DiscardOldTest {
    private static final String DMQ = "#DEAD_MSG_QUEUE";
    private static final int MEGABYTE = 1_000_000;

    private TestVpn broker = TestVpn.start();

    @AfterEach
    void close() {
        broker.close();
    }

    private static EndpointSettings discarding() {
        return queue().with(EndpointAttributes.ACCESS_TYPE, AccessType.NON_EXCLUSIVE)
                .with(EndpointAttributes.MAX_SPOOL_USAGE, 1L)
                .with(EndpointAttributes.OVERFLOW_POLICY, OverflowPolicy.DISCARD_OLD);
    }

    /** A thousand bytes with the topic; its text begins with the name. */
    private static Message thousandBytes(String name) {
        return message("q", name + ".".repeat(999 - name.length()));
    }

    private static String name(Delivery delivery) {
        return text(delivery).replace(".", "");
    }

    private void fill() {
        WorkUnit unit = new WorkUnit();
        for (int i = 0; i < 1_000; i++) {
            unit.publish(thousandBytes("m" + i));
        }
        broker.vpn.commit(unit).orThrow();
    }

    private static void await(Callable<Boolean> condition) {
        Awaitility.await().atMost(SOON).pollInterval(Duration.ofMillis(1)).until(condition);
    }

    private void awaitOverflowed(long messages) {
        await(() -> broker.figures("q").overflowedMsgs() == messages);
    }

    private List<String> names(String queue) {
        List<String> names = new ArrayList<>();
        DeliverySession session = broker.consume(queue);
        Delivery delivery = session.receive(Duration.ZERO);
        while (delivery != null) {
            names.add(name(delivery));
            broker.acknowledge(delivery);
            delivery = session.receive(Duration.ZERO);
        }
        session.close();
        return names;
    }

    @Test
    void theOldestGoToTheDeadMessageQueueWithTheirReasonAndAreCounted() {
        broker.createQueue("q", discarding(), "q");
        fill();

        for (int i = 0; i < 3; i++) {
            assertThat(broker.publish(thousandBytes("n" + i))).isInstanceOf(Stored.class);
        }

        awaitOverflowed(3);
        assertThat(broker.figures("q").spooledBytes()).isEqualTo(MEGABYTE);
        Delivery dead = next(broker.consume(DMQ));
        assertThat(name(dead)).isEqualTo("m0");
        DeadLetter facts = dead.deadLetter().orElseThrow();
        assertThat(facts.reason()).isEqualTo(DeathReason.OVERFLOW);
        assertThat(facts.endpointName()).isEqualTo("q");
        assertThat(broker.spooled(DMQ)).isEqualTo(3);
        List<String> left = names("q");
        assertThat(left).hasSize(1_000).startsWith("m3", "m4").endsWith("n0", "n1", "n2");
    }

    @Test
    void withoutADeadMessageQueueTheyAreDeleted() {
        broker.createQueue("q", discarding().with(EndpointAttributes.DEAD_MSG_QUEUE, ""), "q");
        fill();

        broker.publish(thousandBytes("n"));

        awaitOverflowed(1);
        assertThat(broker.spooled(DMQ)).isZero();
        assertThat(broker.spooled("q")).isEqualTo(1_000);
    }

    @Test
    void aMessageLargerThanTheQuotaIsRefusedAndNothingGoes() {
        broker.createQueue("q", discarding(), "q");
        fill();

        CommitOutcome outcome = broker.publish(message("q", "x".repeat(MEGABYTE)));

        assertThat(outcome)
                .isInstanceOfSatisfying(
                        Rejected.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.QUEUE_QUOTA_EXCEEDED));
        broker.duties.runAll();
        assertThat(broker.spooled("q")).isEqualTo(1_000);
        assertThat(broker.figures("q").overflowedMsgs()).isZero();
    }

    @Test
    void aTransactionAsLargeAsTheQuotaReplacesAllThereIs() {
        broker.createQueue("q", discarding(), "q");
        fill();

        fill();

        awaitOverflowed(1_000);
        assertThat(broker.spooled("q")).isEqualTo(1_000);
        assertThat(broker.spooled(DMQ)).isEqualTo(1_000);
        assertThat(names("q")).startsWith("m0").endsWith("m999");
    }

    @Test
    void whatIsInFlightStaysAndWhatIsSentAheadGoes() {
        broker.createQueue("q", discarding(), "q");
        fill();
        DeliverySession session = broker.consume("q");
        Delivery inFlight = next(session);
        assertThat(broker.figures("q").bufferedMsgCount()).isPositive();

        broker.publish(thousandBytes("n0"));
        broker.publish(thousandBytes("n1"));

        awaitOverflowed(2);
        assertThat(name(next(session))).isEqualTo("m3");
        broker.acknowledge(inFlight);
        assertThat(names(DMQ)).containsExactly("m1", "m2");
    }

    @Test
    void theOldestGoWhateverTheirPriorityAndThoughTheyWait() {
        broker.createQueue("q", discarding().with(EndpointAttributes.RESPECT_MSG_PRIORITY_ENABLED, true), "q");
        broker.publish(Message.to(TopicName.of("q")).priority(9).text("high").build());
        broker.publish(Message.to(TopicName.of("q"))
                .deliveryTimeMillis(broker.clock.millis() + 60_000)
                .text("waiting")
                .build());
        broker.publish(Message.to(TopicName.of("q")).priority(1).text("low").build());

        broker.publish(message("q", "x".repeat(MEGABYTE - 5)));

        awaitOverflowed(2);
        assertThat(names(DMQ)).containsExactly("high", "waiting");
        assertThat(broker.figures("q").delayedMsgCount()).isZero();
    }

    /** Nothing that has nowhere to go is lost, or kept from its consumers: the queue is full then, as others are. */
    @Test
    void whileTheDeadMessageQueueIsFullNewMessagesAreRefused() {
        broker.change(DMQ, EndpointAttributes.MAX_MSG_SIZE, 10L);
        broker.createQueue("q", discarding(), "q");
        fill();
        assertThat(broker.publish(thousandBytes("over"))).isInstanceOf(Stored.class);
        await(() -> broker.publish(thousandBytes("refused")) instanceof Rejected rejected
                && rejected.code() == ErrorCode.QUEUE_QUOTA_EXCEEDED);
        long there = broker.spooled("q");
        assertThat(broker.figures("q").heldMsgCount()).isZero();
        assertThat(broker.figures("q").overflowedMsgs()).isZero();

        broker.change(DMQ, EndpointAttributes.MAX_MSG_SIZE, 10_000L);
        broker.duties.runAll();
        assertThat(broker.publish(thousandBytes("new"))).isInstanceOf(Stored.class);

        awaitOverflowed(there + 1 - 1_000);
        assertThat(broker.spooled("q")).isEqualTo(1_000);
        assertThat(broker.spooled(DMQ)).isEqualTo(there + 1 - 1_000);
    }

    /** While nothing can go yet, it may be over its quota by a tenth and one entry, and not more. */
    @Test
    void pastABoundItRefusesUntilTheOldestHaveGone() {
        broker.createQueue("q", discarding(), "q");
        fill();
        ScriptedStore.Gate gate = broker.holdCommitter();
        List<PendingOutcome> pending = new ArrayList<>();
        for (int i = 0; i < 3_000; i++) {
            pending.add(broker.vpn.submit(WorkUnit.publishing(thousandBytes("n" + i))));
        }
        gate.open();
        long stored =
                pending.stream().filter(each -> each.await() instanceof Stored).count();

        awaitOverflowed(stored);

        assertThat(stored).isBetween(1L, 2_999L);
        assertThat(broker.figures("q").spooledBytes()).isEqualTo(MEGABYTE);
        assertThat(broker.spooled(DMQ)).isEqualTo(stored);
        assertThat(broker.publish(thousandBytes("n"))).isInstanceOf(Stored.class);
    }

    @Test
    void whatAPreparedBranchWillBringMakesItsRoomAtOnce() {
        BranchId branch = new BranchId(1, new byte[] {1}, new byte[] {2});
        broker.createQueue("q", discarding(), "q");
        fill();
        broker.vpn.prepare(branch, WorkUnit.publishing(thousandBytes("n"))).orThrow();

        awaitOverflowed(1);
        broker.vpn.commitPrepared(branch).orThrow();

        assertThat(broker.spooled("q")).isEqualTo(1_000);
        assertThat(names(DMQ)).containsExactly("m0");
    }

    /** The broker ends after the entry that brought the message, before the one that lets the oldest go. */
    @Test
    void whatWasLeftOverARestartGoesAfterIt() {
        broker.createQueue("q", discarding().with(EndpointAttributes.DEAD_MSG_QUEUE, ""), "q");
        fill();
        broker.change("q", EndpointAttributes.OVERFLOW_POLICY, OverflowPolicy.REJECT);
        broker.change("q", EndpointAttributes.MAX_SPOOL_USAGE, 2L);
        broker.publish(thousandBytes("n"));
        broker.change("q", EndpointAttributes.MAX_SPOOL_USAGE, 1L);
        broker.change("q", EndpointAttributes.OVERFLOW_POLICY, OverflowPolicy.DISCARD_OLD);
        broker = broker.restarted();
        assertThat(broker.spooled("q")).isEqualTo(1_001);

        broker.duties.runAll();

        awaitOverflowed(1);
        assertThat(names("q")).hasSize(1_000).startsWith("m1");
    }

    @Test
    void aDeadMessageQueueMayDiscardItsOldestToo() {
        broker.createQueue("dead", discarding().with(EndpointAttributes.DEAD_MSG_QUEUE, ""));
        broker.createQueue("q", discarding().with(EndpointAttributes.DEAD_MSG_QUEUE, "dead"), "q");
        fill();
        fill();
        awaitOverflowed(1_000);

        broker.publish(thousandBytes("n"));

        awaitOverflowed(1_001);
        await(() -> broker.figures("dead").overflowedMsgs() == 1);
        assertThat(broker.spooled("dead")).isEqualTo(1_000);
    }
}
