package io.reprise.broker.engine.vpn;

import static io.reprise.broker.engine.vpn.TestVpn.message;
import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.engine.store.InMemoryVpnStore;
import io.reprise.broker.model.publish.PendingOutcome;
import io.reprise.broker.model.publish.WorkUnit;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** L15: a row stays dirty until it is known to be written, whatever became of the batch it was in. */
class L15CheckpointOutcomeTest {
    private static final int BLOCK = 512;

    private TestVpn broker = TestVpn.start(settings -> settings.withPublishTimeout(Duration.ofSeconds(1)));

    @BeforeEach
    void fill() {
        broker.createQueue("q", "q");
        for (int i = 0; i < 10; i++) {
            broker.publish("q", "m" + i).orThrow();
        }
    }

    @AfterEach
    void close() {
        broker.close();
    }

    private void assertNothingIsLostByARestart() {
        for (int i = 0; i < 2 * BLOCK; i++) {
            broker.publish("nobody's", "x").orThrow();
        }
        broker.duties.runAll();
        broker.duties.runAll();
        assertThat(broker.administration.statistics().tailFromCommitNo()).isGreaterThan(BLOCK);
        broker = broker.restarted();
        assertThat(broker.drain(broker.consume("q"))).hasSize(10);
    }

    /** Found: the copy was made after its caller had given up; its rows were never written, and counted as clean. */
    @Test
    void l15_aBatchCopiedForACallerWhoGaveUpIsNotLost() throws Exception {
        ScriptedStore.Gate first = broker.holdCommitter();
        PendingOutcome second = broker.vpn.submit(WorkUnit.publishing(message("nobody's", "x")));
        Future<Boolean> checkpoint = broker.inBackground(() -> {
            broker.duties.runAll();
            return true;
        });
        broker.awaitWaiting(2);
        ScriptedStore.Gate withTheCopy = broker.script.hold();
        first.open();
        withTheCopy.awaitReached();
        assertThat(checkpoint.get(20, TimeUnit.SECONDS)).isTrue();
        broker.script.playNormally();
        withTheCopy.open();
        broker.awaitCommitter();
        assertThat(second).isNotNull();

        assertNothingIsLostByARestart();
    }

    @Test
    void l15_aBatchThatWasNotWrittenIsWrittenLater() {
        for (InMemoryVpnStore.Fault fault : InMemoryVpnStore.Fault.values()) {
            broker.rows().failNext(InMemoryVpnStore.Call.WRITE_CHECKPOINT, fault);
            broker.duties.runAll();
        }

        assertNothingIsLostByARestart();
    }

    @Test
    void l15_whatChangesWhileABatchIsWrittenIsDirtyAgain() {
        broker.duties.runAll();
        broker.acknowledge(TestVpn.next(broker.consume("q")));
        broker.publish("q", "one more").orThrow();

        assertNothingIsLostByARestart();
    }
}
