package io.reprise.broker.engine.routing;

import io.reprise.broker.model.topic.TopicFilter;
import io.reprise.broker.model.topic.TopicName;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.IntConsumer;

/**
 * Measures the routes of a million subscriptions: memory, matching with and without the cache, adding and removing. Run by hand; prints
 * its figures. Compile the tests, then run this class with {@code -Xmx2g} on the test class path.
 */
public final class RoutingBenchmark {
    private static final int ENDPOINTS = 1000;
    private static final int SUBSCRIPTIONS = 1_000_000;
    private static final int ROUNDS = 5;
    private static final int MATCHES = 500_000;
    private static final int CHANGES = 50_000;

    private final Random random = new Random(5);
    private final List<TopicFilter> filters = new ArrayList<>(SUBSCRIPTIONS);

    private RoutingBenchmark() {}

    public static void main(String[] args) {
        new RoutingBenchmark().run();
    }

    private void run() {
        for (int i = 0; i < SUBSCRIPTIONS; i++) {
            filters.add(TopicFilter.of(filter(i)));
        }
        long before = usedBytes();
        long start = System.nanoTime();
        RoutingTable table = new RoutingTable();
        for (int id = 0; id < ENDPOINTS; id++) {
            table.addQueue(id, "queue" + id, List.of());
        }
        for (int i = 0; i < SUBSCRIPTIONS; i++) {
            table.subscribe(i % ENDPOINTS, filters.get(i));
        }
        long loaded = System.nanoTime();
        print(
                "load, %d subscriptions: %.2f s, %d bytes each beside their text%n",
                table.subscriptionCount(), (loaded - start) / 1e9, (usedBytes() - before) / SUBSCRIPTIONS);
        long again = System.nanoTime();
        SubscriptionTrie trie = SubscriptionTrie.EMPTY;
        for (int i = 0; i < SUBSCRIPTIONS; i++) {
            trie = trie.with(i % ENDPOINTS, filters.get(i));
        }
        print("trie alone: %.2f s%n", (System.nanoTime() - again) / 1e9);
        SubscriptionTrie wide = withWideFilters(trie);
        for (int round = 1; round <= ROUNDS; round++) {
            print("round %d%n", round);
            TopicName[] topics = topics();
            each("match, no cache", topics, trie::match);
            each("match, no cache, 20 wide filters more", topics, wide::match);
            each("match, 2,000 topics again and again", repeated(topics), table::match);
            changes(table);
        }
    }

    private static SubscriptionTrie withWideFilters(SubscriptionTrie trie) {
        SubscriptionTrie wide = trie;
        for (int i = 0; i < 20; i += 4) {
            wide = wide.with(ENDPOINTS + i, TopicFilter.of(">"))
                    .with(ENDPOINTS + i + 1, TopicFilter.of("plant/*/*/*"))
                    .with(ENDPOINTS + i + 2, TopicFilter.of("plant/site*/>"))
                    .with(ENDPOINTS + i + 3, TopicFilter.of("pl*/>"));
        }
        return wide;
    }

    private interface Match {
        EndpointIds match(TopicName topic);
    }

    private void each(String what, TopicName[] topics, Match match) {
        long[] nanos = new long[topics.length];
        long found = 0;
        long begin = System.nanoTime();
        for (int i = 0; i < topics.length; i++) {
            long start = System.nanoTime();
            found += match.match(topics[i]).size();
            nanos[i] = System.nanoTime() - start;
        }
        long total = System.nanoTime() - begin;
        report(what + ", " + String.format("%.1f", (double) found / topics.length) + " endpoints found", nanos, total);
    }

    /** Removes a sample and adds it again, in passes of their own: each finds its path cold. */
    private void changes(RoutingTable table) {
        int[] sample = random.ints(CHANGES, 0, SUBSCRIPTIONS).distinct().toArray();
        each("remove", sample, i -> table.unsubscribe(i % ENDPOINTS, filters.get(i)));
        each("add", sample, i -> table.subscribe(i % ENDPOINTS, filters.get(i)));
    }

    private void each(String what, int[] sample, IntConsumer change) {
        long[] nanos = new long[sample.length];
        long begin = System.nanoTime();
        for (int i = 0; i < sample.length; i++) {
            long start = System.nanoTime();
            change.accept(sample[i]);
            nanos[i] = System.nanoTime() - start;
        }
        report(what, nanos, System.nanoTime() - begin);
    }

    private static void report(String what, long[] nanos, long total) {
        Arrays.sort(nanos);
        print(
                "  %-60s mean %6.2f µs, p50 %6.2f, p99 %6.2f, p99.9 %7.2f%n",
                what,
                total / 1e3 / nanos.length,
                nanos[nanos.length / 2] / 1e3,
                nanos[(int) (nanos.length * 0.99)] / 1e3,
                nanos[(int) (nanos.length * 0.999)] / 1e3);
    }

    /** Nine of ten name one device's reading, the others use wildcards of each kind and exceptions. */
    private String filter(int i) {
        String site = "site" + random.nextInt(500);
        String device = "device" + i;
        return switch (i % 40) {
            case 0 -> "plant/" + site + "/" + device + "/>";
            case 1 -> "plant/*/" + device + "/temperature";
            case 2 -> "plant/" + site + "/device" + random.nextInt(100_000) + "*/pressure";
            case 3 -> "!plant/" + site + "/" + device + "/state";
            default -> "plant/" + site + "/" + device + "/" + reading(i);
        };
    }

    private TopicName[] topics() {
        TopicName[] topics = new TopicName[MATCHES];
        for (int i = 0; i < MATCHES; i++) {
            String text = filters.get(random.nextInt(SUBSCRIPTIONS)).pattern();
            topics[i] = TopicName.of(text.replace(">", "state").replace("*/", "site7/"));
        }
        return topics;
    }

    private static TopicName[] repeated(TopicName[] topics) {
        TopicName[] result = new TopicName[topics.length];
        for (int i = 0; i < topics.length; i++) {
            result[i] = topics[i % 2000];
        }
        return result;
    }

    private static String reading(int i) {
        return switch (i % 3) {
            case 0 -> "temperature";
            case 1 -> "pressure";
            default -> "state";
        };
    }

    private static long usedBytes() {
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }

    private static void print(String format, Object... values) {
        System.out.printf(format, values);
    }
}
