package io.reprise.broker.it.campaign;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Random;

/**
 * How long the long runs are, by system properties that the profile {@code campaign} sets; without them the short forms
 * for every build. Results go to the console and, a row of a table each, into {@code target/campaign/results.md}, which
 * {@code docs/campaigns.md} holds the last of.
 */
public final class Campaign {

    private static final Path RESULTS = Path.of("target", "campaign", "results.md");

    private Campaign() {}

    /** Rounds of kills. */
    public static int rounds() {
        return Integer.getInteger("campaign.rounds", 3);
    }

    /** Messages acknowledged before a kill, at most. */
    public static int messagesPerRound() {
        return Integer.getInteger("campaign.messages", 1_000);
    }

    /** Messages of a backlog. */
    public static int backlog() {
        return Integer.getInteger("campaign.backlog", 50_000);
    }

    /** How long the broker may take to open on its backlog, milliseconds; the long run's is the promise. */
    public static long openLimitMillis() {
        return Long.getLong("campaign.openLimitMillis", 120_000);
    }

    /** Messages of the replay log. */
    public static int logged() {
        return Integer.getInteger("campaign.logged", 50_000);
    }

    /** How long the start of a replay may take, milliseconds; the long run's is the promise. */
    public static long startLimitMillis() {
        return Long.getLong("campaign.startLimitMillis", 5_000);
    }

    /** Messages published while replays start and are cancelled. */
    public static int seamMessages() {
        return Integer.getInteger("campaign.seam", 8_000);
    }

    /** Messages published on each of eight subjects while subscribers come and go. */
    public static int subjectMessages() {
        return Integer.getInteger("campaign.subjectMessages", 400);
    }

    /** How many replays start meanwhile, at least. */
    public static int seamStarts() {
        return Integer.getInteger("campaign.seamStarts", 12);
    }

    /** How long before a kill a delivery may have begun whose count it misses, milliseconds; the long run's is the promise. */
    public static long markLimitMillis() {
        return Long.getLong("campaign.markLimitMillis", 1_000);
    }

    /** Queues of a long list. */
    public static int queues() {
        return Integer.getInteger("campaign.queues", 300);
    }

    /** Requests that nobody expects. */
    public static int mutations() {
        return Integer.getInteger("campaign.mutations", 3_000);
    }

    /** What all of a run's chances follow from: the given one, or a new one. */
    public static long seed() {
        return Long.getLong("campaign.seed", System.nanoTime());
    }

    /** A number of messages up to the limit, small ones as probable as large ones. */
    public static int target(Random random) {
        return (int) Math.exp(random.nextDouble() * Math.log(messagesPerRound()));
    }

    /** Says what happens, for who watches a long run. */
    public static void say(String line) {
        System.out.println("campaign: " + line);
    }

    /** One more row of the table of results. */
    public static void result(String what, int rounds, String seed, String outcome) {
        String row = "| " + LocalDate.now(ZoneOffset.UTC) + " | " + what + " | " + rounds + " | " + seed + " | "
                + outcome + " |";
        say(row);
        try {
            Files.createDirectories(RESULTS.getParent());
            Files.writeString(RESULTS, row + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
