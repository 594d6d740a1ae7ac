package io.reprise.broker.it.management;

import static io.reprise.broker.it.management.Api.as;
import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.it.campaign.Campaign;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jboss.arquillian.container.test.api.RunAsClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Lists of many queues: walked while queues come and go, and their first page (spec 5.1). A VPN of its own. */
@RunAsClient
class LongListIT extends ManagementSuite {
    private static final String VPN = "SEMP/v2/config/msgVpns/long";
    private static final String SHORT = "SEMP/v2/config/msgVpns/short";
    private static final String QUEUES = VPN + "/queues";
    private static final int THREADS = 4;
    private static final int CHANGED = 1_000;
    private static final int UNTOUCHED = 100;
    private static final int LOOKS = 200;

    private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);

    @BeforeEach
    void createVpn() {
        ok(as("admin").json("PUT", VPN, "{}"));
        ok(as("admin").json("PUT", SHORT, "{}"));
    }

    @AfterEach
    void deleteVpn() {
        for (List<String> names = names("count=100"); !names.isEmpty(); names = names("count=100")) {
            inParallel(names.size(), names::get, LongListIT::delete);
        }
        ok(as("admin").delete(VPN));
        inParallel(9, i -> "q" + i, queue -> as("admin").delete(SHORT + "/queues/" + queue));
        ok(as("admin").delete(SHORT));
        threads.shutdownNow();
    }

    @Test
    void showNoQueueTwiceAndMissNoneThatWasThereWhileAThousandComeAndGo() {
        long seed = Campaign.seed();
        Campaign.say("lists that change, seed " + seed);
        TreeSet<String> untouched = new TreeSet<>();
        IntStream.range(0, UNTOUCHED).forEach(i -> untouched.add("q%05d-stays".formatted(i * CHANGED / UNTOUCHED)));
        untouched.forEach(LongListIT::create);
        List<String> changed = new ArrayList<>(
                IntStream.range(0, CHANGED).mapToObj("q%05d"::formatted).toList());
        Collections.shuffle(changed, new Random(seed));

        CompletableFuture<Void> changes = CompletableFuture.runAsync(() -> {
            inParallel(CHANGED, changed::get, LongListIT::create);
            inParallel(CHANGED, changed::get, LongListIT::delete);
        });
        int walks = 0;
        while (!changes.isDone() || walks == 0) {
            List<String> seen = walk(1 + new Random(seed + walks).nextInt(100));
            assertThat(seen)
                    .as("seed " + seed)
                    .doesNotHaveDuplicates()
                    .isSorted()
                    .containsAll(untouched);
            walks++;
        }
        changes.join();

        assertThat(walk(100)).containsExactlyElementsOf(untouched);
    }

    /** Looked at in turns, so that what else the machine does is the same for both. */
    @Test
    void showTheirFirstPageAsQuicklyAsAShortOne() {
        int queues = Campaign.queues();
        String ofTen = "SEMP/v2/monitor/msgVpns/short/queues";
        String ofAll = "SEMP/v2/monitor/msgVpns/long/queues";
        inParallel(9, i -> "q" + i, queue -> ok(as("admin").json("PUT", SHORT + "/queues/" + queue, "{}")));
        inParallel(queues - 1, "q%05d"::formatted, LongListIT::create);

        long[] nanosOfTen = new long[LOOKS];
        long[] nanosOfAll = new long[LOOKS];
        for (int i = -LOOKS; i < LOOKS; i++) {
            nanosOfTen[Math.max(i, 0)] = nanos(ofTen);
            nanosOfAll[Math.max(i, 0)] = nanos(ofAll);
        }

        Campaign.result(
                "first page of a list",
                queues,
                "none",
                "median of " + LOOKS + ": " + median(nanosOfTen) / 1_000 + " µs with 10 queues, "
                        + median(nanosOfAll) / 1_000 + " µs with all");
        assertThat(as("monitor").get(ofTen).meta().getInt("count")).isEqualTo(10);
        assertThat(as("monitor").get(ofAll).meta().getInt("count")).isEqualTo(queues);
        assertThat(median(nanosOfAll)).isLessThan(2 * median(nanosOfTen));
    }

    private static long nanos(String list) {
        long from = System.nanoTime();
        ok(as("monitor").get(list));
        return System.nanoTime() - from;
    }

    private static long median(long[] nanos) {
        long[] sorted = nanos.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    /** All names of one walk through the pages, without the dead message queue. */
    private static List<String> walk(int count) {
        List<String> seen = new ArrayList<>();
        for (String next = "select=queueName&count=" + count; !next.isEmpty(); ) {
            Answer page = ok(as("monitor").get(QUEUES + "?" + next));
            seen.addAll(page.column("queueName"));
            next = page.nextPage();
        }
        seen.remove("#DEAD_MSG_QUEUE");
        return seen;
    }

    private static List<String> names(String query) {
        return as("monitor")
                .get(QUEUES + "?where=queueName!=%23*&select=queueName&" + query)
                .column("queueName");
    }

    private void inParallel(int count, IntFunction<String> name, Consumer<String> what) {
        AtomicInteger next = new AtomicInteger();
        CompletableFuture.allOf(IntStream.range(0, THREADS)
                        .mapToObj(thread -> CompletableFuture.runAsync(
                                () -> {
                                    for (int i = next.getAndIncrement(); i < count; i = next.getAndIncrement()) {
                                        what.accept(name.apply(i));
                                    }
                                },
                                threads))
                        .toArray(CompletableFuture[]::new))
                .join();
    }

    private static void create(String queue) {
        ok(as("admin").json("POST", QUEUES, "{'queueName':'" + queue + "'}"));
    }

    private static void delete(String queue) {
        ok(as("admin").delete(QUEUES + "/" + Api.encoded(queue)));
    }

    private static Answer ok(Answer answer) {
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        return answer;
    }
}
