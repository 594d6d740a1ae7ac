package io.reprise.broker.it.run;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/** What was counted beside what was expected. One thread. */
final class Counts {

    private final List<Count> counts = new ArrayList<>();
    private final List<String> remarks = new ArrayList<>();
    private boolean inOrder = true;
    private boolean failed;

    private record Count(String what, long counted, long expected) {
        String line() {
            return String.format("%-44s %9d  %9d", what, counted, expected);
        }
    }

    void add(String what, long counted, long expected) {
        counts.add(new Count(what, counted, expected));
    }

    /** Whether what was counted came in the order of publishing. */
    void order(boolean asPublished) {
        inOrder &= asPublished;
    }

    /** What is told besides and is no count of this run. */
    void remark(String text) {
        remarks.add(text);
    }

    /** What went wrong besides counting. */
    void fail(String text) {
        failed = true;
        remarks.add(text);
    }

    void print(PrintStream out) {
        out.println();
        out.println(String.format("%-44s %9s  %9s", "", "counted", "expected"));
        counts.forEach(count -> out.println(count.line()));
        out.println("each queue in the order of publishing: " + (inOrder ? "yes" : "NO"));
        remarks.forEach(out::println);
    }

    /** Whether nothing failed and all is as expected, and in order. */
    boolean match() {
        return !failed && inOrder && counts.stream().allMatch(count -> count.counted() == count.expected());
    }
}
