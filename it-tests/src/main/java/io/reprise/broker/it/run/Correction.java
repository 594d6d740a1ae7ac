package io.reprise.broker.it.run;

import io.reprise.broker.it.demo.DemonstrationResult;
import io.reprise.broker.it.suite.RepriseClient;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Map;

/** A queue whose subscription was misspelt: it is put right when all is over, and an administrator brings what was missed. */
final class Correction {

    private static final String QUEUE = "earthquakes-corrected";
    private static final String MISSPELT = "quakes/*/earthquake/stron";
    private static final String RIGHT = "quakes/*/earthquake/strong";
    private static final Duration LIMIT = Duration.ofMinutes(1);

    private final RepriseClient client;
    private final PrintStream out;
    private Instant since = Instant.EPOCH;

    Correction(RepriseClient client, PrintStream out) {
        this.client = client;
        this.out = out;
    }

    /** The queue, anew in each run, with its mistake. */
    void prepare() {
        if (client.hasQueue(QUEUE)) {
            client.deleteQueue(QUEUE);
        }
        since = InstantSource.system().instant().truncatedTo(ChronoUnit.MILLIS);
        client.createQueue(QUEUE, Map.of());
        client.subscribe(QUEUE, MISSPELT);
    }

    void run(Counts counts) {
        counts.add("attracted by " + MISSPELT, client.depth(QUEUE), 0);
        out.println("Correction: " + QUEUE + " now attracts " + RIGHT + "; replaying to it what came since " + since);
        client.unsubscribe(QUEUE, MISSPELT);
        client.subscribe(QUEUE, RIGHT);
        long foreseen = client.startReplay(QUEUE, Map.of("fromTime", since, "dryRun", true))
                .get("matchingMsgCount")
                .asLong();
        client.startReplay(QUEUE, Map.of("fromTime", since));
        client.awaitReplayed(QUEUE, LIMIT);
        counts.add("foreseen by a dry run of the replay", foreseen, DemonstrationResult.STRONG);
        counts.add("replayed to the corrected queue", client.depth(QUEUE), DemonstrationResult.STRONG);
    }
}
