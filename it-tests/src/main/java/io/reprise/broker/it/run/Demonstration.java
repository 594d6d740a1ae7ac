package io.reprise.broker.it.run;

import io.reprise.broker.it.server.WildFlyServer;
import io.reprise.broker.it.suite.RepriseClient;
import java.io.PrintStream;
import java.util.UUID;

/**
 * Shows what the broker does: two beans receive the week while it is published, a third one joins late and has all of it replayed, and
 * a subscription that was wrong is corrected.
 */
final class Demonstration {

    private final String run = UUID.randomUUID().toString();
    private final PrintStream out;
    private final KeptLog log;
    private final Publishing publishing;
    private final LateJoining lateJoining;
    private final Correction correction;

    Demonstration(WildFlyServer server, RepriseClient client, PrintStream out) {
        DemonstrationCalls calls = new DemonstrationCalls(server.httpUri());
        this.out = out;
        this.log = new KeptLog(client, out);
        this.publishing = new Publishing(calls, out);
        this.lateJoining = new LateJoining(server.management(), client, calls, out);
        this.correction = new Correction(client, out);
    }

    /** Runs it once; whether every count matched. */
    boolean matches() {
        Counts counts = new Counts();
        log.switchOn();
        lateJoining.prepare();
        correction.prepare();
        publishing.run(run, counts);
        lateJoining.run(run, counts);
        correction.run(counts);
        counts.print(out);
        out.println(counts.match() ? "Demonstration: every count matches" : "Demonstration: FAILED, a count is off");
        return counts.match();
    }
}
