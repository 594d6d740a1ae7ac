package io.reprise.broker.it.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** All figures of a run: a table for people, {@code summary.json} for programs. One thread. */
final class Report {
    private final Map<String, Row> rows = new LinkedHashMap<>();

    /** A line of it. Without Artemis it is a limit: the database's own, or the server's. */
    private record Row(String name, String unit, Series reprise, Series artemis) {
        /** How many times Artemis's figure Reprise's is; of a time, the smaller the better. */
        double ratio() {
            return reprise.isEmpty() || artemis.isEmpty() ? Double.NaN : reprise.median() / artemis.median();
        }
    }

    void add(String name, String unit, Peer peer, double value) {
        Row row = rows.computeIfAbsent(name, none -> new Row(name, unit, new Series(), new Series()));
        (peer == Peer.REPRISE ? row.reprise() : row.artemis()).add(value);
    }

    boolean isEmpty() {
        return rows.isEmpty();
    }

    void print(PrintStream out) {
        out.printf("%n%-20s %-10s %26s %26s %6s%n", "median (least–most)", "", "Reprise", "Artemis", "ratio");
        for (Row row : rows.values()) {
            out.printf(
                    Locale.ROOT,
                    "%-20s %-10s %26s %26s %6s%n",
                    row.name(),
                    row.unit(),
                    text(row.reprise()),
                    text(row.artemis()),
                    Double.isNaN(row.ratio()) ? "" : String.format(Locale.ROOT, "%.2f", row.ratio()));
        }
    }

    void write(Path file) throws IOException {
        List<String> lines = new ArrayList<>();
        for (Row row : rows.values()) {
            lines.add(String.format(
                    Locale.ROOT,
                    "  {\"row\": \"%s\", \"unit\": \"%s\", \"reprise\": %s, \"artemis\": %s, \"ratio\": %s}",
                    row.name(),
                    row.unit(),
                    number(row.reprise().isEmpty() ? Double.NaN : row.reprise().median()),
                    number(row.artemis().isEmpty() ? Double.NaN : row.artemis().median()),
                    number(row.ratio())));
        }
        Files.createDirectories(file.toAbsolutePath().getParent());
        Files.writeString(file, "[\n" + String.join(",\n", lines) + "\n]\n");
    }

    private static String text(Series series) {
        return series.isEmpty()
                ? ""
                : String.format(Locale.ROOT, "%,.0f (%,.0f–%,.0f)", series.median(), series.least(), series.most());
    }

    private static String number(double value) {
        return Double.isNaN(value) ? "null" : String.format(Locale.ROOT, "%.2f", value);
    }
}
