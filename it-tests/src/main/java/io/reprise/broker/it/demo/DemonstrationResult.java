package io.reprise.broker.it.demo;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a demonstration counted.
 *
 * @param published messages, -1 if publishing didn't end
 * @param all what the queue of all events gave
 * @param strong what the queue of strong earthquakes gave
 * @param inOrder whether each queue gave its messages in the order of publishing
 * @param ofEarlierRuns messages that an interrupted earlier run had left on the queues
 */
public record DemonstrationResult(int published, int all, int strong, boolean inOrder, int ofEarlierRuns) {

    private static final Pattern LINE =
            Pattern.compile("result: published=(-?\\d+) all=(\\d+) strong=(\\d+) inOrder=(\\w+) ofEarlierRuns=(\\d+)");

    /** The week's events, and those of them that are earthquakes of magnitude 5 and more. */
    public static final int EVENTS = 1_707;

    public static final int STRONG = 39;

    /** True for a result's line, not for a message's. */
    public static boolean isResult(String line) {
        return LINE.matcher(line).matches();
    }

    /** The result in its line. */
    public static DemonstrationResult parse(String line) {
        Matcher found = LINE.matcher(line);
        if (!found.matches()) {
            throw new IllegalArgumentException("No result: " + line);
        }
        return new DemonstrationResult(
                Integer.parseInt(found.group(1)),
                Integer.parseInt(found.group(2)),
                Integer.parseInt(found.group(3)),
                Boolean.parseBoolean(found.group(4)),
                Integer.parseInt(found.group(5)));
    }

    /** This result as a line. */
    public String line() {
        return "result: published=" + published + " all=" + all + " strong=" + strong + " inOrder=" + inOrder
                + " ofEarlierRuns=" + ofEarlierRuns;
    }

    /** Every event was published, and each queue gave exactly what it attracts, in order. */
    public boolean matches() {
        return published == EVENTS && all == EVENTS && strong == STRONG && inOrder;
    }
}
