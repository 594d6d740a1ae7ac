package io.reprise.broker.it.adapter;

import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.it.EmbeddedBroker;
import io.reprise.broker.it.adapter.probe.BackoffBean;
import io.reprise.broker.it.adapter.probe.PoisonBean;
import io.reprise.broker.it.adapter.probe.SendServlet;
import io.reprise.broker.it.adapter.probe.UndeliveredBean;
import io.reprise.broker.it.database.EmbeddedMariaDb;
import io.reprise.broker.it.suite.RepriseClient;
import io.reprise.broker.model.delivery.Browse;
import io.reprise.broker.model.delivery.DeadLetter;
import io.reprise.broker.model.delivery.DeathReason;
import io.reprise.broker.model.delivery.StoredMessage;
import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.vpn.Broker;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Messages that their beans can't take, on a server that they end: dead are they alone, after as many deliveries as allowed [spec 4.3]. */
class PoisonIT {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final String DEAD_MESSAGES = "$sys.undelivered";
    private static final int UNDELIVERED_LIMIT = 4;
    private static final int POISON_LIMIT = 3;
    private static final int BACKOFF_LIMIT = 4;
    /** One for each session: after more of them the sessions' own rests could be longer than the first one's wait. */
    private static final int FAILING_BEFORE = 8;
    /** Waits after each failure, as the bean's activation says. */
    private static final long[] WAITS_MILLIS = {2_000, 3_000, 3_000};
    /** What two clocks of one machine may differ in over such a wait. */
    private static final long TOLERANCE_MILLIS = 2;

    private static RunningBroker broker;
    private static BeanCalls calls;
    private static ProbeApplication application;

    @BeforeAll
    static void start() {
        broker = RunningBroker.alone("poison");
        calls = BeanCalls.listen();
        RepriseClient client = broker.client();
        client.createQueue("it.undelivered", Map.of("prefetch", 5, "maxRedelivery", UNDELIVERED_LIMIT));
        client.createQueue("it.poison", Map.of("accessType", "non-exclusive"));
        client.createQueue("it.backoff", Map.of("accessType", "non-exclusive"));
        client.createQueue("it.elsewhere", Map.of());
        application = broker.application("poison");
        application.deploy(UndeliveredBean.class, PoisonBean.class, BackoffBean.class, SendServlet.class);
    }

    @AfterAll
    static void stop() {
        calls.close();
        broker.close();
    }

    @BeforeEach
    void boot() {
        if (!broker.server().isRunning()) {
            startAgain();
        }
        broker.client().purge(DEAD_MESSAGES);
    }

    /**
     * TIBCO's scenario and the poison message in one, as each halt is a boot: t1 and p end the server from within their beans, n1 is in
     * another session's bean at one of the ends, n2 to n6 come and go meanwhile, t2 to t5 are sent ahead to t1's session.
     */
    @Test
    void aMessageThatEndsTheServerIsDeadAfterItsLimitAndItsNeighboursAreUntouched() {
        List<String> ahead = List.of("t2", "t3", "t4", "t5");
        List<String> passing = List.of("n2", "n3", "n4", "n5", "n6");
        calls.hold("t1");
        calls.hold("n1");
        calls.answer("p", "halt");
        // All of them are there when the session looks.
        broker.client().changeQueue("it.undelivered", Map.of("egressEnabled", false));
        send("it.undelivered", "t1", "t2", "t3", "t4", "t5");
        broker.client().changeQueue("it.undelivered", Map.of("egressEnabled", true));
        send("it.poison", "n1");
        calls.awaitHeld("t1");
        calls.awaitHeld("n1");
        assertThat(broker.client().statistic("it.undelivered", "bufferedMsgCount"))
                .as("sent ahead behind t1")
                .isEqualTo(ahead.size());
        publishUntilMarked();

        sendTheEnd(calls.text("p"));
        awaitEnd();
        calls.answer("n1", "return");
        calls.hold("p");
        for (int end = 2; end <= UNDELIVERED_LIMIT; end++) {
            startAgain();
            calls.awaitHeld("t1");
            boolean alive = poisonIsPresentedOrDead();
            if (end == 2) {
                send("it.poison", passing.toArray(String[]::new));
                passing.forEach(name -> calls.awaitHeard(name, 1));
                calls.awaitHeard("n1", 2);
                awaitDepth("it.poison", 1);
            }
            publishUntilMarked();
            calls.answer(alive ? "p" : "t1", "halt");
            awaitEnd();
            calls.hold("p");
            calls.hold("t1");
        }
        startAgain();
        awaitDepth("it.undelivered", 0);
        awaitDepth("it.poison", 0);

        assertThat(calls.heard("t1")).containsExactly("#1", "#2 again", "#3 again", "#4 again");
        assertThat(ahead).allSatisfy(name -> assertThat(calls.heard(name)).containsExactly("#1"));
        assertThat(passing).allSatisfy(name -> assertThat(calls.heard(name)).containsExactly("#1"));
        assertThat(calls.heard("n1")).containsExactly("#1", "#2 again");
        // The first delivery had just begun at the end: it may be missed, once.
        assertThat(calls.heard("p"))
                .hasSizeBetween(POISON_LIMIT, POISON_LIMIT + 1)
                .endsWith("#2 again", "#3 again");
        assertThat(deadMessages()).containsOnly(Map.entry("p", POISON_LIMIT), Map.entry("t1", UNDELIVERED_LIMIT));
    }

    @Test
    void aHundredFailingMessagesWaitEachByItsOwnCountAndAGoodOneAmongThemDoesNot() {
        List<String> texts = new ArrayList<>();
        IntStream.rangeClosed(1, 100).forEach(i -> texts.add("b" + i));
        texts.add(FAILING_BEFORE, "good");
        sendTexts("it.backoff", texts);
        awaitDepth("it.backoff", 0);

        Map<String, List<Attempt>> attempts = application.seen(line -> line.startsWith("backoff ")).stream()
                .map(Attempt::of)
                .collect(Collectors.groupingBy(Attempt::name, TreeMap::new, Collectors.toList()));
        List<Attempt> good = attempts.remove("good");
        assertThat(good).extracting(Attempt::count).containsExactly(1);
        assertThat(good.get(0).begunNanos())
                .as("before the one in front of it comes again")
                .isLessThan(attempts.get("b" + FAILING_BEFORE).get(1).begunNanos());
        assertThat(attempts).hasSize(100).allSatisfy((name, own) -> requireWaits(own));
        assertThat(deadMessages()).hasSize(100).allSatisfy((name, count) -> {
            assertThat(name).startsWith("b");
            assertThat(count).isEqualTo(BACKOFF_LIMIT);
        });
    }

    /** A delivery of the bean that fails. */
    private record Attempt(String name, int count, long begunNanos, long endedNanos) {
        static Attempt of(String line) {
            String[] words = line.split(" ");
            return new Attempt(
                    words[1],
                    Integer.parseInt(words[2].substring(1)),
                    Long.parseLong(words[3]),
                    Long.parseLong(words[4]));
        }
    }

    private static void requireWaits(List<Attempt> attempts) {
        assertThat(attempts).extracting(Attempt::count).containsExactly(1, 2, 3, 4);
        for (int i = 0; i < WAITS_MILLIS.length; i++) {
            long waited = (attempts.get(i + 1).begunNanos() - attempts.get(i).endedNanos()) / 1_000_000;
            assertThat(waited)
                    .as("wait after failure %d", i + 1)
                    .isGreaterThanOrEqualTo(WAITS_MILLIS[i] - TOLERANCE_MILLIS);
        }
    }

    private static void send(String queue, String... names) {
        sendTexts(queue, Arrays.stream(names).map(calls::text).toList());
    }

    private static void sendTexts(String queue, List<String> texts) {
        String parameters = texts.stream()
                .map(text -> "&text=" + URLEncoder.encode(text, StandardCharsets.UTF_8))
                .collect(Collectors.joining());
        application.call("POST", "send?queue=" + queue + parameters);
    }

    /** The message that ends the server is with its bean before its sender has its answer, or after. */
    private static void sendTheEnd(String text) {
        try {
            broker.client().sendToQueue("it.poison", text);
        } catch (UncheckedIOException noAnswer) {
            assertThat(noAnswer).hasCauseInstanceOf(IOException.class);
        }
    }

    /** An entry that is begun later than a delivery's least age carries its mark [LOG.md L24]: then that is on disk. */
    private static void publishUntilMarked() {
        long presented = System.nanoTime();
        long begun;
        do {
            begun = System.nanoTime();
            broker.client().sendToQueue("it.elsewhere", "x");
        } while (begun - presented < Duration.ofMillis(20).toNanos());
    }

    private static void awaitEnd() {
        Awaitility.await("the server to end")
                .atMost(PATIENCE)
                .until(() -> !broker.server().isRunning());
        calls.cut();
    }

    private static void startAgain() {
        broker.server().start();
        broker.client().awaitReady(PATIENCE);
    }

    /** Whether the bean has it. */
    private static boolean poisonIsPresentedOrDead() {
        Awaitility.await("the poison to be presented or dead")
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(20))
                .until(() -> calls.isHeld("p") || broker.client().depth(DEAD_MESSAGES) > 0);
        return calls.isHeld("p");
    }

    private static void awaitDepth(String queue, long depth) {
        Awaitility.await(depth + " messages on " + queue)
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(20))
                .until(() -> broker.client().depth(queue) == depth);
    }

    /** By name, how often each was delivered where it died; takes them away. Ends the server, as a broker in this process looks at them. */
    private static Map<String, Integer> deadMessages() {
        broker.server().kill();
        calls.cut();
        EmbeddedMariaDb database = broker.database();
        Map<String, Integer> deliveries = new TreeMap<>();
        try (EmbeddedBroker here = EmbeddedBroker.start(database.jdbcUrl(), database.user(), database.password())) {
            Browse all = here.broker().vpn(Broker.DEFAULT_VPN).browse(EndpointKind.QUEUE, DEAD_MESSAGES, "");
            for (StoredMessage dead = all.next(); dead != null; dead = all.next()) {
                DeadLetter letter = dead.deadLetter().orElseThrow();
                assertThat(letter.reason()).isEqualTo(DeathReason.REDELIVERY);
                String name = new String(dead.message().body(), StandardCharsets.UTF_8).split(" ")[0];
                assertThat(deliveries.put(name, letter.deliveryCount()))
                        .as("%s twice", name)
                        .isNull();
            }
            here.administration().purge(EndpointKind.QUEUE, DEAD_MESSAGES);
        }
        return deliveries;
    }
}
