package io.reprise.broker.it.backup;

import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.it.EmbeddedBroker;
import io.reprise.broker.it.database.DatabaseDump;
import io.reprise.broker.it.database.EmbeddedMariaDb;
import io.reprise.broker.model.delivery.BindRequest;
import io.reprise.broker.model.delivery.Delivery;
import io.reprise.broker.model.delivery.DeliverySession;
import io.reprise.broker.model.delivery.Flow;
import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.message.Message;
import io.reprise.broker.model.publish.BranchId;
import io.reprise.broker.model.publish.CommitOutcome;
import io.reprise.broker.model.publish.WorkUnit;
import io.reprise.broker.model.topic.TopicName;
import io.reprise.broker.model.vpn.MessageVpn;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Transactions that are in doubt while a backup is taken are in doubt in what is restored, and can be decided there [docs/operations.md]. */
@Timeout(300)
class DoubtfulBackupTest {
    private static final BranchId COMMITTED = branch(1);
    private static final BranchId ROLLED_BACK = branch(2);
    private static final BranchId LEFT = branch(3);

    @TempDir
    private Path folder;

    private static BranchId branch(int number) {
        return new BranchId(4711, new byte[] {(byte) number}, new byte[] {(byte) number, 2});
    }

    @Test
    void preparedBranchesAreInDoubtAgainAndAreDecidedAsTheirManagerSays() throws Exception {
        Path dump = folder.resolve("doubt.sql");
        try (EmbeddedMariaDb server = EmbeddedMariaDb.startTemporary();
                EmbeddedMariaDb other = EmbeddedMariaDb.startTemporary()) {
            try (EmbeddedBroker original = BackupTest.start(server, EmbeddedMariaDb.DATABASE)) {
                BackupTest.configure(original);
                MessageVpn vpn = original.broker().vpn("default");
                for (String name : List.of("a", "b", "c")) {
                    vpn.commit(WorkUnit.publishing(toWork(name))).orThrow();
                }
                prepareWithOne(vpn, COMMITTED, "of a");
                prepareWithOne(vpn, ROLLED_BACK, "of b");
                prepareWithOne(vpn, LEFT, "x".repeat(400_000));
                DatabaseDump.write(server, EmbeddedMariaDb.DATABASE, dump);
                vpn.rollbackPrepared(COMMITTED).orThrow(); // nothing that the backup knows of
            }

            DatabaseDump.load(other, EmbeddedMariaDb.DATABASE, dump);

            try (EmbeddedBroker restored = BackupTest.start(other, EmbeddedMariaDb.DATABASE)) {
                MessageVpn vpn = restored.broker().vpn("default");
                assertThat(vpn.preparedBranches().stream().map(BranchId::of))
                        .containsExactlyInAnyOrder(COMMITTED, ROLLED_BACK, LEFT);
                assertThat(bodies(vpn)).as("all of it in doubt").isEmpty();

                assertThat(vpn.commitPrepared(COMMITTED)).isInstanceOf(CommitOutcome.Stored.class);
                vpn.rollbackPrepared(ROLLED_BACK).orThrow();

                assertThat(bodies(vpn)).containsExactlyInAnyOrder("of a", "b");
                assertThat(vpn.preparedBranches().stream().map(BranchId::of)).containsExactly(LEFT);
            }
            try (EmbeddedBroker again = BackupTest.start(other, EmbeddedMariaDb.DATABASE)) {
                MessageVpn vpn = again.broker().vpn("default");
                vpn.commitPrepared(LEFT).orThrow();
                assertThat(bodies(vpn)).containsExactlyInAnyOrder("of a", "b", "x".repeat(400_000));
            }
        }
    }

    private static Message toWork(String body) {
        return Message.to(TopicName.queueTopic(BackupLoad.WORK)).text(body).build();
    }

    /** A branch that acknowledges the next message and publishes another. */
    private static void prepareWithOne(MessageVpn vpn, BranchId branch, String body) {
        Flow flow = vpn.bind(new BindRequest(EndpointKind.QUEUE, BackupLoad.WORK, "doubtful"));
        DeliverySession session = flow.openSession();
        Delivery delivery = Objects.requireNonNull(session.receive(Duration.ofSeconds(20)));
        WorkUnit unit = WorkUnit.acknowledging(delivery).publish(toWork(body));
        assertThat(vpn.prepare(branch, unit)).isInstanceOf(CommitOutcome.Stored.class);
        flow.close();
        session.close();
    }

    /** What waits on the queue; it is left there. */
    private static List<String> bodies(MessageVpn vpn) {
        List<String> bodies = new ArrayList<>();
        Flow flow = vpn.bind(new BindRequest(EndpointKind.QUEUE, BackupLoad.WORK, "reader"));
        DeliverySession session = flow.openSession();
        List<Delivery> taken = new ArrayList<>();
        for (Delivery next = session.receiveNow(); next != null; next = session.receiveNow()) {
            taken.add(next);
            bodies.add(new String(next.message().body(), StandardCharsets.UTF_8));
        }
        taken.forEach(session::giveBack);
        flow.close();
        session.close();
        return bodies;
    }
}
