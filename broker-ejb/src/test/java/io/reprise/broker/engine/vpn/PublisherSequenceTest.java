package io.reprise.broker.engine.vpn;

import static io.reprise.broker.engine.vpn.TestVpn.queue;
import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.model.endpoint.EndpointAttributes;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.message.Message;
import io.reprise.broker.model.message.PublisherStamp;
import io.reprise.broker.model.publish.BranchId;
import io.reprise.broker.model.publish.CommitOutcome;
import io.reprise.broker.model.publish.CommitOutcome.Rejected;
import io.reprise.broker.model.publish.CommitOutcome.Stored;
import io.reprise.broker.model.publish.PendingOutcome;
import io.reprise.broker.model.publish.WorkUnit;
import io.reprise.broker.model.topic.TopicName;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A publisher's sequence: what was accepted is acknowledged again and dropped, and nothing else is [spec 1.2]. */
class PublisherSequenceTest {
    static final BranchId BRANCH = new BranchId(1, new byte[] {1}, new byte[] {2});

    private TestVpn broker = TestVpn.start();

    @BeforeEach
    void createQueue() {
        broker.createQueue("q", "q");
    }

    @AfterEach
    void close() {
        broker.close();
    }

    private static Message message(long sequence) {
        return message("p", sequence);
    }

    static Message message(String publisher, long sequence) {
        return Message.to(TopicName.of("q"))
                .publisher(new PublisherStamp(publisher, sequence))
                .text(publisher + sequence)
                .build();
    }

    private void assertAccepted(long sequence) {
        assertThat(broker.publish(message(sequence)))
                .isInstanceOfSatisfying(
                        Stored.class, stored -> assertThat(stored.messages()).isEqualTo(1));
    }

    private void assertDropped(long sequence) {
        assertThat(broker.publish(message(sequence)))
                .isInstanceOfSatisfying(
                        Stored.class, stored -> assertThat(stored.messages()).isZero());
    }

    private void assertRefused(CommitOutcome outcome, ErrorCode code) {
        assertThat(outcome)
                .isInstanceOfSatisfying(
                        Rejected.class, rejected -> assertThat(rejected.code()).isEqualTo(code));
    }

    @Test
    void sequencesOfDifferentPublishersHaveNothingToDoWithEachOther() {
        broker.publish(message("a", 5)).orThrow();
        broker.publish(message("b", 5)).orThrow();

        assertThat(broker.spooled("q")).isEqualTo(2);
    }

    @Test
    void theWindowReaches1024BelowTheHighestAndBelowItNothingIsAcknowledged() {
        assertAccepted(5_000);

        assertAccepted(5_000 - 1_024);
        assertDropped(5_000 - 1_024);
        assertAccepted(5_000 - 1_023);
        assertRefused(broker.publish(message(5_000 - 1_025)), ErrorCode.PUBLISHER_SEQUENCE_BELOW_WINDOW);
        assertDropped(5_000);
        assertThat(broker.spooled("q")).isEqualTo(3);
        assertThat(broker.administration.statistics().duplicateMsgs()).isEqualTo(2);
    }

    @Test
    void theWindowOutlivesARestartFromTheLogAndFromTheCheckpoint() {
        assertAccepted(2_000);
        assertAccepted(1_990);

        broker = broker.restarted();
        assertDropped(1_990);
        broker.duties.runAll();
        broker = broker.restarted();

        assertDropped(1_990);
        assertDropped(2_000);
        assertAccepted(1_991);
        assertRefused(broker.publish(message(900)), ErrorCode.PUBLISHER_SEQUENCE_BELOW_WINDOW);
    }

    @Test
    void aRejectedOneWasNotSeen() {
        broker.createQueue("small", queue().with(EndpointAttributes.MAX_MSG_SIZE, 2L), "q");
        assertRefused(broker.publish(message(7)), ErrorCode.MESSAGE_TOO_BIG);
        broker.administration.deleteEndpoint(io.reprise.broker.model.endpoint.EndpointKind.QUEUE, "small");

        assertAccepted(7);
    }

    @Test
    void oneThatTheDatabaseRefusedWasNotSeen() {
        broker.rows().refuseNextAppend("disk full");
        assertRefused(broker.publish(message(7)), ErrorCode.NOT_STORED);

        assertAccepted(7);
    }

    @Test
    void oneOfAnUnknownOutcomeThatWasStoredIsDroppedWhenItIsSentAgain() {
        broker.script.once(ScriptedStore.Script.LOSE_THE_ANSWER);
        assertThat(broker.publish(message(7))).isInstanceOf(CommitOutcome.Unknown.class);

        broker.awaitServing();
        assertDropped(7);
        assertThat(broker.spooled("q")).isEqualTo(1);
    }

    @Test
    void twiceInOneTransactionIsOnce() {
        CommitOutcome outcome =
                broker.vpn.commit(new WorkUnit().publish(message(1)).publish(message(1)));

        assertThat(outcome)
                .isInstanceOfSatisfying(
                        Stored.class, stored -> assertThat(stored.messages()).isEqualTo(1));
        assertThat(broker.spooled("q")).isEqualTo(1);
    }

    @Test
    void twiceInOneEntryIsOnceAndBelowTheWindowOfThatEntryIsRefused() {
        ScriptedStore.Gate gate = broker.script.hold();
        PendingOutcome blocker = broker.vpn.submit(WorkUnit.publishing(TestVpn.message("elsewhere", "x")));
        gate.awaitReached();
        PendingOutcome first = broker.vpn.submit(WorkUnit.publishing(message(5_000)));
        PendingOutcome again = broker.vpn.submit(WorkUnit.publishing(message(5_000)));
        PendingOutcome atTheEdge = broker.vpn.submit(WorkUnit.publishing(message(5_000 - 1_024)));
        PendingOutcome below = broker.vpn.submit(WorkUnit.publishing(message(5_000 - 1_025)));
        gate.open();

        blocker.await().orThrow();
        assertThat(first.await().orThrow().messages()).isEqualTo(1);
        assertThat(again.await().orThrow().messages()).isZero();
        assertThat(atTheEdge.await().orThrow().messages()).isEqualTo(1);
        assertRefused(below.await(), ErrorCode.PUBLISHER_SEQUENCE_BELOW_WINDOW);
    }

    @Test
    void aDuplicateFailsWithTheEntryThatHasTheFirst() {
        ScriptedStore.Gate gate = broker.script.hold();
        PendingOutcome blocker = broker.vpn.submit(WorkUnit.publishing(TestVpn.message("elsewhere", "x")));
        gate.awaitReached();
        PendingOutcome first = broker.vpn.submit(WorkUnit.publishing(message(1)));
        PendingOutcome again = broker.vpn.submit(WorkUnit.publishing(message(1)));
        broker.script.once((entry, really) -> {
            broker.rows().refuseNextAppend("disk full");
            return really.get();
        });
        gate.open();

        blocker.await().orThrow();
        assertRefused(first.await(), ErrorCode.NOT_STORED);
        assertRefused(again.await(), ErrorCode.NOT_STORED);
        assertAccepted(1);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void inAPreparedBranchItIsUndecidedUntilTheBranchIs(boolean restart) {
        broker.vpn.prepare(BRANCH, WorkUnit.publishing(message(1))).orThrow();
        if (restart) {
            broker = broker.restarted();
        }

        assertRefused(broker.publish(message(1)), ErrorCode.BACK_PRESSURE);
        broker.vpn.commitPrepared(BRANCH).orThrow();

        assertDropped(1);
        assertThat(broker.spooled("q")).isEqualTo(1);
    }

    @Test
    void ofABranchRolledBackItWasNotSeen() {
        broker.vpn.prepare(BRANCH, WorkUnit.publishing(message(1))).orThrow();
        broker.vpn.rollbackPrepared(BRANCH).orThrow();

        assertAccepted(1);
    }

    /** Found: sent again while its branch was being prepared it was acknowledged, and lost if the branch was rolled back. */
    @Test
    void oneSentAgainInTheEntryThatPreparesItIsNotAcknowledged() throws Exception {
        ScriptedStore.Gate gate = broker.script.hold();
        PendingOutcome blocker = broker.vpn.submit(WorkUnit.publishing(TestVpn.message("elsewhere", "x")));
        gate.awaitReached();
        var prepared = broker.inBackground(() -> broker.vpn.prepare(BRANCH, WorkUnit.publishing(message(1))));
        broker.awaitWaiting(1);
        PendingOutcome again = broker.vpn.submit(WorkUnit.publishing(message(1)));
        gate.open();

        blocker.await().orThrow();
        prepared.get().orThrow();
        assertRefused(again.await(), ErrorCode.BACK_PRESSURE);
        broker.vpn.rollbackPrepared(BRANCH).orThrow();
        assertAccepted(1);
    }
}
