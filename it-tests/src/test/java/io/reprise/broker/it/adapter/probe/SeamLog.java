package io.reprise.broker.it.adapter.probe;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Checks a live bean's streams as they come: nothing missing, nothing twice, nothing older. Thread-safe. */
public final class SeamLog {
    private static final Map<String, Stream> STREAMS = new TreeMap<>();

    private SeamLog() {}

    private static final class Stream {
        private long last;
        private long snapshots;
        private long recovered;
        private long updates;
        private final List<String> faults = new ArrayList<>();

        void note(String type, long number, boolean gapless) {
            boolean snapshot = type.equals("SNAPSHOT");
            boolean follows = gapless ? number == last + 1 : number > last;
            if (last > 0 && !(snapshot ? number >= last : follows)) {
                faults.add(type + " " + number + " after " + last);
            }
            last = number;
            switch (type) {
                case "SNAPSHOT" -> snapshots++;
                case "RECOVERED" -> recovered++;
                default -> updates++;
            }
        }

        @Override
        public String toString() {
            return last + " " + snapshots + " " + recovered + " " + updates + " " + faults;
        }
    }

    /** @param gapless whether a number may follow only the one before it */
    static synchronized void note(String subject, String type, long number, boolean gapless) {
        STREAMS.computeIfAbsent(subject, none -> new Stream()).note(type, number, gapless);
    }

    /** A line for each subject: it, its last number, snapshots, recovered, updates, faults. */
    static synchronized String report() {
        StringBuilder report = new StringBuilder();
        STREAMS.forEach((subject, stream) ->
                report.append(subject).append(' ').append(stream).append('\n'));
        return report.toString();
    }
}
