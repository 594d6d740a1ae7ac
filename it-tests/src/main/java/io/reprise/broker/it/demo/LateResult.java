package io.reprise.broker.it.demo;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the late joiner received.
 *
 * @param received messages of this run
 * @param inOrder whether they came in the order of publishing
 * @param ofEarlierRuns messages that the log had kept from earlier runs
 */
public record LateResult(int received, boolean inOrder, int ofEarlierRuns) {

    private static final Pattern LINE = Pattern.compile("result: received=(\\d+) inOrder=(\\w+) ofEarlierRuns=(\\d+)");

    /** The result in its line. */
    public static LateResult parse(String line) {
        Matcher found = LINE.matcher(line);
        if (!found.matches()) {
            throw new IllegalArgumentException("No result: " + line);
        }
        return new LateResult(
                Integer.parseInt(found.group(1)),
                Boolean.parseBoolean(found.group(2)),
                Integer.parseInt(found.group(3)));
    }

    /** This result as a line. */
    public String line() {
        return "result: received=" + received + " inOrder=" + inOrder + " ofEarlierRuns=" + ofEarlierRuns;
    }
}
