package io.reprise.broker.it.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.it.database.EmbeddedMariaDb;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Compares what was acknowledged to publishers with what is in the table, and adds it up. */
final class Ledger {

    private final EmbeddedMariaDb database;
    private long acknowledged;
    private long unknown;
    private long done;
    private long repeated;

    Ledger(EmbeddedMariaDb database) {
        this.database = database;
    }

    /**
     * Every acknowledged message was done, none twice, none that nobody sent; what was sent in one transaction is there as
     * a whole or not at all; every third was sent on once.
     *
     * @param batch messages the publisher sent in one transaction
     * @param step how far one message's number is from the next one's
     */
    void check(String publisher, int batch, int step) throws IOException, SQLException {
        AckRecord.Known known = AckRecord.read(publisher);
        Map<Integer, Integer> work = rows(publisher, Work.STEP);

        Set<Integer> missing = new TreeSet<>(known.acknowledged());
        missing.removeAll(work.keySet());
        assertThat(missing)
                .as("acknowledged messages of %s that are missing", publisher)
                .isEmpty();

        Set<Integer> invented = new TreeSet<>(work.keySet());
        invented.removeAll(known.acknowledged());
        invented.removeAll(known.unknown());
        // At a kill one call was under way: nobody knows its outcome.
        invented.removeIf(number -> number > known.last() && number <= known.last() + batch * step);
        assertThat(invented).as("messages of %s that nobody sent", publisher).isEmpty();

        checkRepeated(publisher, work);
        checkWhole(publisher, work.keySet(), batch);
        checkSentOn(publisher, work.keySet());
        acknowledged += known.acknowledged().size();
        unknown += known.unknown().size();
        done += work.size();
    }

    /**
     * Once and not twice; only where the database was the last resource, which has no prepared state, a kill between its
     * commit and the transaction manager's decision repeats the message.
     */
    private void checkRepeated(String publisher, Map<Integer, Integer> work) {
        Set<Integer> twice = work.entrySet().stream()
                .filter(entry -> entry.getValue() > 1)
                .map(Map.Entry::getKey)
                .collect(Collectors.toCollection(TreeSet::new));
        repeated += twice.size();
        twice.removeIf(number -> number % LoadMessage.LAST_RESOURCE_EVERY == 0);
        assertThat(twice).as("messages of %s that were done twice", publisher).isEmpty();
    }

    private static void checkWhole(String publisher, Set<Integer> numbers, int batch) {
        Map<Integer, Long> parts =
                numbers.stream().collect(Collectors.groupingBy(n -> (n - 1) / batch, Collectors.counting()));
        assertThat(parts)
                .as("transactions of %s", publisher)
                .allSatisfy((transaction, part) -> assertThat(part).isEqualTo(batch));
    }

    private void checkSentOn(String publisher, Set<Integer> numbers) throws SQLException {
        Map<Integer, Integer> next = rows(publisher, Next.STEP);
        Set<Integer> expected =
                numbers.stream().filter(number -> number % 3 == 0).collect(Collectors.toCollection(TreeSet::new));
        assertThat(next.keySet())
                .as("messages of %s that were sent on", publisher)
                .containsExactlyInAnyOrderElementsOf(expected);
        Set<Integer> twice = next.entrySet().stream()
                .filter(entry -> entry.getValue() > 1)
                .map(Map.Entry::getKey)
                .filter(number -> number % LoadMessage.LAST_RESOURCE_EVERY != 0)
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(twice)
                .as("messages of %s that were sent on twice", publisher)
                .isEmpty();
    }

    /** For people. */
    String summary() {
        return acknowledged + " acknowledged, " + unknown + " of unknown outcome, " + done + " done, none missing, "
                + repeated + " repeated by a last resource";
    }

    private Map<Integer, Integer> rows(String publisher, String step) throws SQLException {
        Map<Integer, Integer> times = new TreeMap<>();
        try (Connection connection = database.connect();
                PreparedStatement select = connection.prepareStatement(
                        "SELECT number, COUNT(*) FROM effect WHERE publisher = ? AND step = ? GROUP BY number")) {
            select.setString(1, publisher);
            select.setString(2, step);
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    times.put(rows.getInt(1), rows.getInt(2));
                }
            }
        }
        return times;
    }
}
