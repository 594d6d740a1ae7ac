package io.reprise.broker.it.run;

import io.reprise.broker.it.demo.DemonstrationResult;
import java.io.PrintStream;

/** Lets the deployed demonstration publish the week, and shows what its two beans receive while they receive it. */
final class Publishing {

    private final DemonstrationCalls calls;
    private final PrintStream out;

    Publishing(DemonstrationCalls calls, PrintStream out) {
        this.calls = calls;
        this.out = out;
    }

    void run(String run, Counts counts) {
        out.println("Demonstration: publishing " + DemonstrationResult.EVENTS
                + " earthquakes; what the two beans receive:");
        String last = calls.call("POST", "/demo/run?run=" + run, out::println);
        if (DemonstrationResult.isResult(last)) {
            count(DemonstrationResult.parse(last), counts);
        } else {
            counts.fail("the demonstration ended without its counts: " + last);
        }
    }

    private static void count(DemonstrationResult result, Counts counts) {
        counts.add("published", result.published(), DemonstrationResult.EVENTS);
        counts.add("received by all", result.all(), DemonstrationResult.EVENTS);
        counts.add("received by strong", result.strong(), DemonstrationResult.STRONG);
        counts.order(result.inOrder());
        if (result.ofEarlierRuns() > 0) {
            counts.remark("besides, messages left by an interrupted earlier run: " + result.ofEarlierRuns());
        }
    }
}
