package io.reprise.broker.it.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.it.campaign.Campaign;
import io.reprise.broker.it.database.EmbeddedMariaDb;
import io.reprise.broker.it.process.JavaProcess;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A large backlog in a heap of 512 MB; each broker is killed with its backlog, and the next one recovers it. */
@Timeout(value = 60, unit = TimeUnit.MINUTES)
class BacklogIT {

    private static final int HEAP_MB = 512;

    private static EmbeddedMariaDb database;
    private final int count = Campaign.backlog();

    @BeforeAll
    static void startDatabase() {
        database = EmbeddedMariaDb.startTemporary();
    }

    @AfterAll
    static void stopDatabase() {
        database.close();
    }

    @BeforeEach
    void fillAndKill() throws Exception {
        try (JavaProcess filling = start("fill")) {
            filling.awaitLine(BacklogProcess.FILLED);
        }
    }

    @Test
    void oneDupsOkSessionDrainsItInOrder() throws Exception {
        drain("drainInOrder", "by one Dups-ok session, in order");
    }

    @Test
    void transactedSessionsDrainItAndEachMessageComesOnce() throws Exception {
        drain("drainTransacted", "by 8 transacted sessions, each message once");
    }

    private void drain(String way, String what) throws Exception {
        List<String> output = HeapProcess.run(start(way));

        long openMillis = HeapProcess.figure(output, BacklogProcess.OPEN_MILLIS);
        assertThat(openMillis)
                .as("milliseconds to open %d messages after a kill", count)
                .isLessThan(Campaign.openLimitMillis());
        Campaign.result(
                "backlog of " + count + ", " + HEAP_MB + " MB of heap",
                1,
                "",
                "opened after a kill in " + openMillis + " ms, drained " + what + ", "
                        + HeapProcess.figure(output, BacklogProcess.DRAINED) + "/s");
    }

    private JavaProcess start(String what) throws IOException {
        return HeapProcess.start(HEAP_MB, BacklogProcess.class, what, database, count);
    }
}
