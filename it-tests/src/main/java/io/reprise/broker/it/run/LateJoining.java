package io.reprise.broker.it.run;

import io.reprise.broker.it.demo.DemonstrationResult;
import io.reprise.broker.it.demo.LateArchive;
import io.reprise.broker.it.demo.LateJoiner;
import io.reprise.broker.it.demo.LateResult;
import io.reprise.broker.it.server.ServerManagement;
import io.reprise.broker.it.suite.RepriseClient;
import java.io.PrintStream;
import java.util.concurrent.atomic.AtomicInteger;

/** A bean that is deployed when all is over: it has everything replayed, in order, and then receives what is published live. */
final class LateJoining {

    /** Shown at the beginning; of 1,707 lines the rest says nothing new. */
    private static final int SHOWN = 5;

    private final ServerManagement management;
    private final RepriseClient client;
    private final DemonstrationCalls calls;
    private final PrintStream out;

    LateJoining(ServerManagement management, RepriseClient client, DemonstrationCalls calls, PrintStream out) {
        this.management = management;
        this.client = client;
        this.calls = calls;
        this.out = out;
    }

    /** The queue of an earlier run goes, and its spent {@code replayId} with it: the bean joins anew in each run. */
    void prepare() {
        if (client.hasQueue(LateJoiner.QUEUE)) {
            client.deleteQueue(LateJoiner.QUEUE);
        }
    }

    void run(String run, Counts counts) {
        out.println("Late joiner: deploying " + LateArchive.NAME
                + ", whose bean wants everything replayed (replayFrom=beginning):");
        management.deploy(LateArchive.create());
        LateResult replayed = receive(run, DemonstrationResult.EVENTS);
        counts.add("replayed to the late joiner", replayed.received(), DemonstrationResult.EVENTS);
        counts.order(replayed.inOrder());
        if (replayed.ofEarlierRuns() > 0) {
            counts.remark("before them the late joiner got what the log had kept of earlier runs: "
                    + replayed.ofEarlierRuns());
        }
        out.println("Late joiner: one more is published, live:");
        int number = DemonstrationResult.EVENTS + 1;
        calls.call("POST", "/demo/live?run=" + run + "&number=" + number, out::println);
        counts.add(
                "received by the late joiner live, afterwards", receive(run, 1).received(), 1);
    }

    private LateResult receive(String run, int count) {
        AtomicInteger place = new AtomicInteger();
        String last = calls.call(
                "GET", "/late/received?run=" + run + "&count=" + count, line -> show(line, place.incrementAndGet()));
        return LateResult.parse(last);
    }

    private void show(String line, int place) {
        if (place <= SHOWN) {
            out.println(line);
        } else if (place == SHOWN + 1) {
            out.println("… and so on");
        }
    }
}
