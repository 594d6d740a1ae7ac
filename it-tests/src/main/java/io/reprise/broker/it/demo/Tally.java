package io.reprise.broker.it.demo;

import java.util.HashMap;
import java.util.Map;

/** Counts a run's receipts, and looks whether each queue gave them in the order of publishing. One thread. */
final class Tally {

    private final String run;
    private final Map<String, Integer> counts = new HashMap<>();
    private final Map<String, Integer> lastNumbers = new HashMap<>();
    private boolean inOrder = true;
    private int ofEarlierRuns;

    Tally(String run) {
        this.run = run;
    }

    /** Whether it belongs to this run; one of an earlier run is only counted as such. */
    boolean take(Receipt receipt) {
        if (!receipt.run().equals(run)) {
            ofEarlierRuns++;
            return false;
        }
        counts.merge(receipt.queue(), 1, Integer::sum);
        Integer last = lastNumbers.put(receipt.queue(), receipt.number());
        inOrder &= last == null || last < receipt.number();
        return true;
    }

    int of(String queue) {
        return counts.getOrDefault(queue, 0);
    }

    boolean inOrder() {
        return inOrder;
    }

    int ofEarlierRuns() {
        return ofEarlierRuns;
    }
}
