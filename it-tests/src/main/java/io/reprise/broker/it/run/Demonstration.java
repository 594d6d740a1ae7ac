package io.reprise.broker.it.run;

import io.reprise.broker.it.server.WildFlyServer;
import io.reprise.broker.it.suite.RepriseClient;
import io.reprise.broker.it.suite.SubjectClient;
import java.io.PrintStream;
import java.util.UUID;

/**
 * Shows what the broker does: two beans receive the week while it is published, a third one joins late and has all of it replayed, a
 * subscription that was wrong is corrected, and last values are given to a live subscriber.
 */
final class Demonstration {

    private final String run = UUID.randomUUID().toString();
    private final PrintStream out;
    private final KeptLog log;
    private final Publishing publishing;
    private final LateJoining lateJoining;
    private final Correction correction;
    private final StockTicker stocks;

    Demonstration(WildFlyServer server, RepriseClient client, SubjectClient subjects, PrintStream out) {
        DemonstrationCalls calls = new DemonstrationCalls(server.httpUri());
        this.out = out;
        this.log = new KeptLog(client, out);
        this.publishing = new Publishing(calls, out);
        this.lateJoining = new LateJoining(server.management(), client, calls, out);
        this.correction = new Correction(client, out);
        this.stocks = new StockTicker(subjects, out);
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
        stocks.run(counts);
        counts.print(out);
        out.println(counts.match() ? "Demonstration: every count matches" : "Demonstration: FAILED, a count is off");
        return counts.match();
    }
}
