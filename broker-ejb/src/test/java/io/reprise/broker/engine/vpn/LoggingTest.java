package io.reprise.broker.engine.vpn;

import static io.reprise.broker.engine.vpn.TestVpn.message;
import static io.reprise.broker.engine.vpn.TestVpn.next;
import static io.reprise.broker.engine.vpn.TestVpn.queue;
import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.model.delivery.DeliverySession;
import io.reprise.broker.model.endpoint.EndpointAttributes;
import io.reprise.broker.model.endpoint.RejectToSender;
import io.reprise.broker.model.management.ReplayLogAttributes;
import io.reprise.broker.model.message.DeliveryMode;
import io.reprise.broker.model.message.Message;
import io.reprise.broker.model.message.PublisherStamp;
import io.reprise.broker.model.publish.BranchId;
import io.reprise.broker.model.publish.CommitOutcome.Rejected;
import io.reprise.broker.model.publish.CommitOutcome.Stored;
import io.reprise.broker.model.publish.WorkUnit;
import io.reprise.broker.model.topic.TopicFilter;
import io.reprise.broker.model.topic.TopicName;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What the replay log takes, and what not [spec 2.1]. */
class LoggingTest {
    private static final BranchId BRANCH = new BranchId(7, new byte[] {1}, new byte[] {2});

    private TestVpn broker = TestVpn.start(settings -> settings.withCacheBytes(0));

    @AfterEach
    void close() {
        broker.close();
    }

    private LogOf log() {
        return new LogOf(broker);
    }

    private void restart() {
        broker.duties.runAll();
        broker = broker.restarted();
    }

    @Test
    void takesWhatNoEndpointWantsWithItsBody() {
        log().create(1);

        broker.publish("nobody's", "kept").orThrow();
        restart();

        assertThat(log().texts()).containsExactly("kept");
        assertThat(log().usageBytes()).isEqualTo("kept".length() + "nobody's".length());
    }

    @Test
    void takesMessagesOfEveryKindInTheirOrder() {
        log().create(1);
        broker.createQueue("q", "t/>");
        broker.createQueue(
                "full",
                queue().with(EndpointAttributes.MAX_MSG_SIZE, 1L)
                        .with(EndpointAttributes.REJECT_MSG_TO_SENDER, RejectToSender.NEVER),
                "silent");

        broker.publish("t/1", "routed").orThrow();
        broker.vpn
                .commit(WorkUnit.publishing(Message.to(TopicName.of("#P2P/QUE/q"))
                        .text("to a queue")
                        .build()))
                .orThrow();
        broker.publish("silent", "refused by its only endpoint").orThrow();
        broker.vpn.commit(WorkUnit.sending(Message.to(TopicName.of("x"))
                .deliveryMode(DeliveryMode.NON_PERSISTENT)
                .text("non-persistent")
                .build()));
        broker.vpn
                .commit(new WorkUnit().publish(message("a", "one of two")).publish(message("b", "the other")))
                .orThrow();

        assertThat(log().texts())
                .containsExactly(
                        "routed",
                        "to a queue",
                        "refused by its only endpoint",
                        "non-persistent",
                        "one of two",
                        "the other");
        assertThat(broker.administration.statistics().unroutedMsgs()).isEqualTo(4);
    }

    @Test
    void takesNothingThatIsRefusedOrSentAgain() {
        log().create(1);
        broker.createQueue(
                "strict",
                queue().with(EndpointAttributes.MAX_MSG_SIZE, 1L)
                        .with(EndpointAttributes.REJECT_MSG_TO_SENDER, RejectToSender.ALWAYS),
                "strict");
        Message stamped = Message.to(TopicName.of("t"))
                .publisher(new PublisherStamp("p", 1))
                .text("once")
                .build();

        assertThat(broker.publish("strict", "too long")).isInstanceOf(Rejected.class);
        assertThat(broker.vpn.commit(
                        new WorkUnit().publish(message("t", "with it")).publish(message("strict", "too long"))))
                .isInstanceOf(Rejected.class);
        broker.publish(stamped).orThrow();
        broker.publish(stamped).orThrow();

        assertThat(log().texts()).containsExactly("once");
    }

    @Test
    void takesNothingWithoutIngressAndGoesOnWithItAgain() {
        log().create(1);
        broker.publish("t", "before").orThrow();
        log().change(ReplayLogAttributes.INGRESS_ENABLED, false);
        broker.publish("t", "while it is off").orThrow();
        log().change(ReplayLogAttributes.INGRESS_ENABLED, true);
        broker.publish("t", "after").orThrow();

        assertThat(log().texts()).containsExactly("before", "after");
    }

    @Test
    void takesWhatItsFilterLetsInFromThenOn() {
        log().create(1);
        broker.publish("b/1", "before").orThrow();
        log().filter("a/>", "!a/secret");

        for (String topic : List.of("a/1", "b/2", "a/secret", "a/x/y")) {
            broker.publish(topic, topic).orThrow();
        }

        assertThat(log().topics()).containsExactly("b/1", "a/1", "a/x/y");
    }

    @Test
    void anEmptyFilterLetsNothingIn() {
        log().create(1);
        log().filter();

        broker.publish("a", "x").orThrow();

        assertThat(log().slots()).isEmpty();
    }

    /** Of many filters a table is made; it must say the same. */
    @Test
    void manyFiltersWithExceptionsSayTheSameAsFew() {
        log().create(1);
        log().filter(IntStream.range(0, 30).mapToObj(i -> "a/" + i + "/*").toArray(String[]::new));
        log().filter("!a/7/no", "!*/8/>");

        for (String topic : List.of("a/1/x", "a/7/no", "a/7/yes", "a/8/x", "a/31/x", "a/29/x", "a/1/x/y")) {
            broker.publish(topic, topic).orThrow();
        }

        assertThat(log().topics()).containsExactly("a/1/x", "a/7/yes", "a/29/x");
        broker.administration.removeReplayLogFilter(LogOf.NAME, TopicFilter.of("!*/8/>"));
        broker.publish("a/8/x", "again").orThrow();
        assertThat(log().topics()).endsWith("a/8/x");
    }

    /** L13: what dies is moved under an id of its own, and is in no log. */
    @Test
    void l13_takesNoDeadMessageAgain() {
        log().create(1);
        broker.createQueue("q", queue().with(EndpointAttributes.MAX_REDELIVERY, 1L), "t");
        broker.publish("t", "poison").orThrow();
        DeliverySession session = broker.consume("q");
        session.release(next(session));
        broker.awaitCommitter();

        assertThat(broker.spooled("#DEAD_MSG_QUEUE")).isEqualTo(1);
        assertThat(log().ids()).hasSize(1);
        assertThat(log().texts()).containsExactly("poison");
    }

    /** L26: nothing before the commit, and then in commit order. */
    @Test
    void l26_takesABranchWhenItIsCommitted() {
        log().create(1);
        broker.createQueue("q", "q");
        broker.vpn
                .prepare(
                        BRANCH,
                        new WorkUnit().publish(message("q", "first prepared")).publish(message("nobody's", "last")))
                .orThrow();
        broker.publish("t", "between").orThrow();
        assertThat(log().texts()).containsExactly("between");
        restart();

        assertThat(broker.vpn.commitPrepared(BRANCH)).isInstanceOf(Stored.class);
        restart();

        assertThat(log().texts()).containsExactly("between", "first prepared", "last");
    }

    @Test
    void l26_takesNothingOfABranchThatIsRolledBackOrWhoseLogWasDeleted() {
        log().create(1);
        broker.vpn.prepare(BRANCH, new WorkUnit().publish(message("t", "x"))).orThrow();
        broker.vpn.rollbackPrepared(BRANCH).orThrow();
        broker.vpn.prepare(BRANCH, new WorkUnit().publish(message("t", "y"))).orThrow();
        broker.administration.deleteReplayLog(LogOf.NAME, -1);

        assertThat(broker.vpn.commitPrepared(BRANCH)).isInstanceOf(Stored.class);

        log().create(1);
        assertThat(log().slots()).isEmpty();
        assertThat(log().usageBytes()).isZero();
    }

    /** L16: what the log holds stays when nobody else needs it, whatever is rewritten and deleted around it. */
    @Test
    void l16_keepsItsMessagesThroughAcknowledgingCompactingAndReclaiming() {
        broker.withoutHistory();
        log().create(10);
        log().filter("kept");
        broker.createQueue("q", "kept", "other");
        ScriptedStore.Gate gate = broker.holdCommitter();
        IntStream.range(0, 40)
                .forEach(i -> broker.vpn.submit(
                        WorkUnit.publishing(message(i % 20 == 0 ? "kept" : "other", i + "x".repeat(2_000)))));
        gate.open();
        broker.awaitCommitter();
        long commitNo = broker.lastCommitNo();
        broker.drain(broker.consume("q"));
        for (int i = 0; i < 600; i++) {
            broker.publish("nobody's", "x").orThrow();
        }
        broker.duties.runAll();
        broker.duties.runAll();

        assertThat(broker.rows().log().stream()
                        .filter(entry -> entry.commitNo() == commitNo)
                        .findFirst()
                        .orElseThrow()
                        .bodyBytes())
                .isLessThan(3 * 2_100);
        assertThat(log().texts()).hasSize(2);
        broker = broker.restarted();
        assertThat(log().texts().get(0)).startsWith("0x");
        assertThat(log().texts().get(1)).startsWith("20x");
        assertThat(broker.rows().log()).hasSizeLessThan(300);
    }
}
