package io.reprise.broker.it.backup;

import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.it.EmbeddedBroker;
import io.reprise.broker.it.database.EmbeddedMariaDb;
import io.reprise.broker.it.database.MariaDbSettings;
import io.reprise.broker.it.process.FileTree;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A copy of the database's files as a snapshot of its disk has them, taken under load [docs/operations.md]. */
@Timeout(300)
class PhysicalBackupTest {
    @TempDir
    private Path folder;

    @Test
    void theFilesOfOneMomentHaveWhatWasAcknowledgedBeforeAndNothingHalf() throws Exception {
        Path original = folder.resolve("original");
        Path copy = folder.resolve("copy");
        BackupLedger ledger = new BackupLedger();
        BackupLedger.Moment before;
        BackupLedger.Moment after;
        long origin;
        try (EmbeddedMariaDb server = EmbeddedMariaDb.start(MariaDbSettings.kept(original));
                EmbeddedBroker broker = BackupTest.start(server, EmbeddedMariaDb.DATABASE)) {
            BackupTest.configure(broker);
            origin = broker.administration().vpn().origin();
            try (BackupLoad load = new BackupLoad(broker, ledger)) {
                BackupTest.awaitMore(ledger, 200);
                before = ledger.now();
                server.pause();
                Files.createDirectories(copy);
                FileTree.copy(original.resolve("data"), copy.resolve("data"));
                after = ledger.now();
                server.resume();
                BackupTest.awaitMore(ledger, 50);
            }
        }

        try (EmbeddedMariaDb server = EmbeddedMariaDb.start(MariaDbSettings.kept(copy))) {
            mint(server);
            try (EmbeddedBroker restored = BackupTest.start(server, EmbeddedMariaDb.DATABASE)) {
                assertThat(restored.administration().vpn().origin()).isNotEqualTo(origin);
                BackupContent.assertOfAMoment(restored, before, after);
            }
        }
    }

    private static void mint(EmbeddedMariaDb server) throws Exception {
        try (Connection connection = server.connect();
                Statement statement = connection.createStatement()) {
            statement.execute(BackupTest.MINT);
        }
    }
}
