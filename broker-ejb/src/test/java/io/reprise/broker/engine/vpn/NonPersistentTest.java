package io.reprise.broker.engine.vpn;

import static io.reprise.broker.engine.vpn.TestVpn.SOON;
import static io.reprise.broker.engine.vpn.TestVpn.queue;
import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.engine.store.AppendResult;
import io.reprise.broker.model.endpoint.EndpointAttributes;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.message.DeliveryMode;
import io.reprise.broker.model.message.Message;
import io.reprise.broker.model.publish.CommitOutcome;
import io.reprise.broker.model.publish.CommitOutcome.Admitted;
import io.reprise.broker.model.publish.CommitOutcome.Rejected;
import io.reprise.broker.model.publish.CommitOutcome.Stored;
import io.reprise.broker.model.publish.PendingOutcome;
import io.reprise.broker.model.publish.WorkUnit;
import io.reprise.broker.model.topic.TopicName;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A non-persistent send returns after admission and is stored with the next commit [spec 1.5]. */
class NonPersistentTest {
    private TestVpn broker = TestVpn.start();

    @BeforeEach
    void createQueue() {
        broker.createQueue("q", queue().with(EndpointAttributes.MAX_MSG_SIZE, 1_000L), "q");
    }

    @AfterEach
    void close() {
        broker.close();
    }

    private static Message message(DeliveryMode mode, String text) {
        return Message.to(TopicName.of("q")).deliveryMode(mode).text(text).build();
    }

    private static WorkUnit sending(String text) {
        return WorkUnit.sending(message(DeliveryMode.NON_PERSISTENT, text));
    }

    @Test
    void returnsWhileItsEntryIsStillBeingWritten() throws Exception {
        ScriptedStore.Gate gate = broker.script.hold();

        Future<CommitOutcome> sent = broker.inBackground(() -> broker.vpn.commit(sending("m")));

        assertThat(sent.get(10, TimeUnit.SECONDS)).isEqualTo(new Admitted(1));
        gate.awaitReached();
        gate.open();
        broker.awaitCommitter();
        assertThat(broker.spooled("q")).isEqualTo(1);
        assertThat(broker.administration.statistics().lostMsgs()).isZero();
    }

    @Test
    void hearsOfARefusal() {
        assertThat(broker.vpn.commit(sending("x".repeat(2_000))))
                .isInstanceOfSatisfying(
                        Rejected.class, rejected -> assertThat(rejected.code()).isEqualTo(ErrorCode.MESSAGE_TOO_BIG));
    }

    @Test
    void keepsItsPlaceAmongPersistentOnes() {
        broker.vpn.commit(sending("1"));
        broker.publish("q", "2");
        broker.vpn.commit(sending("3"));
        broker.publish("q", "4");

        assertThat(broker.drain(broker.consume("q"))).containsExactly("1", "2", "3", "4");
    }

    @Test
    void isLostAndCountedIfItsEntryIsNotStored() {
        broker.rows().refuseNextAppend("disk full");

        assertThat(broker.vpn.commit(sending("lost"))).isEqualTo(new Admitted(1));
        broker.awaitCommitter();

        assertThat(broker.administration.statistics().lostMsgs()).isEqualTo(1);
        assertThat(broker.spooled("q")).isZero();
        assertThat(broker.publish("q", "next")).isInstanceOf(Stored.class);
    }

    @Test
    void isCountedIfNobodyKnowsWhetherItsEntryIsStored() {
        broker.script.once((entry, really) -> AppendResult.of(AppendResult.Kind.ABANDONED, "given up"));

        assertThat(broker.vpn.commit(sending("perhaps"))).isEqualTo(new Admitted(1));

        Awaitility.await()
                .atMost(SOON)
                .until(() -> broker.administration.statistics().lostMsgs() == 1);
        broker.awaitServing();
    }

    @Test
    void aPersistentOneInTheSameEntryStillWaitsForTheDisk() {
        ScriptedStore.Gate first = broker.holdCommitter();
        PendingOutcome nonPersistent = broker.vpn.submit(sending("1"));
        PendingOutcome persistent = broker.vpn.submit(WorkUnit.sending(message(DeliveryMode.PERSISTENT, "2")));
        broker.script.once((entry, really) -> {
            broker.rows().refuseNextAppend("disk full");
            return really.get();
        });
        first.open();

        assertThat(nonPersistent.await()).isEqualTo(new Admitted(1));
        assertThat(persistent.await()).isInstanceOf(Rejected.class);
        assertThat(broker.administration.statistics().lostMsgs()).isEqualTo(1);
    }

    @Test
    void inATransactionOrForOneWhoWantsItStoredItIsAnsweredWhenItIs() {
        Message message = message(DeliveryMode.NON_PERSISTENT, "m");

        assertThat(broker.vpn.commit(WorkUnit.publishing(message))).isInstanceOf(Stored.class);
        assertThat(broker.vpn.commit(new WorkUnit().publish(message))).isInstanceOf(Stored.class);
        assertThat(broker.vpn.commit(sending("a").publish(message(DeliveryMode.PERSISTENT, "b"))))
                .isInstanceOf(Stored.class);
    }
}
