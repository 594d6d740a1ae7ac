package io.reprise.broker.it.run;

import io.reprise.broker.it.suite.RepriseClient;
import java.io.PrintStream;
import java.util.Map;
import java.util.Optional;

/** The replay log, which is switched on before anything is published and keeps what it holds from run to run. */
final class KeptLog {

    private static final String NAME = "demonstration";

    /** Some ten runs; then the oldest messages leave it. */
    private static final int QUOTA_MB = 20;

    private final RepriseClient client;
    private final PrintStream out;

    KeptLog(RepriseClient client, PrintStream out) {
        this.client = client;
        this.out = out;
    }

    /** Creates it, or switches on the one that is there, for all topics: a VPN has one at most. */
    void switchOn() {
        Optional<String> kept = client.replayLog();
        if (kept.isPresent()) {
            client.changeReplayLog(
                    kept.get(), Map.of("ingressEnabled", true, "egressEnabled", true, "topicFilterEnabled", false));
            out.println("Replay log: '" + kept.get() + "' is on; what it holds of earlier runs will be replayed too");
        } else {
            client.createReplayLog(NAME, Map.of("maxSpoolUsage", QUOTA_MB));
            out.println("Replay log: '" + NAME + "' is created and on, " + QUOTA_MB + " MB");
        }
    }
}
