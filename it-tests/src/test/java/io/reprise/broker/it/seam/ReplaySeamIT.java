package io.reprise.broker.it.seam;

import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.it.campaign.Campaign;
import io.reprise.broker.it.database.EmbeddedMariaDb;
import io.reprise.broker.it.server.ApplicationUser;
import io.reprise.broker.it.server.ServerConfiguration;
import io.reprise.broker.it.server.ServerSettings;
import io.reprise.broker.it.server.WildFlyServer;
import io.reprise.broker.it.suite.BrokerEar;
import io.reprise.broker.it.suite.RepriseClient;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Eight publishers at full speed on 50 topics; replays of the whole log start, are cancelled and start again on three queues all the while, whose
 * beans roll back at random. After its last start each queue gives each matching message once, in the log's order [spec 2.4].
 */
class ReplaySeamIT {
    static final int TOPICS = 50;
    private static final int PUBLISHERS = 8;
    private static final Duration PATIENCE = Duration.ofMinutes(10);
    private static final ApplicationUser ADMIN =
            ApplicationUser.withGeneratedPassword("admin", "reprise-admin", "reprise-monitor", "reprise-client");

    private static EmbeddedMariaDb database;
    private static WildFlyServer server;
    private static RepriseClient client;

    /** A queue, and which topics it attracts. */
    private enum Queue {
        ALL("seam.all", "seam/>") {
            @Override
            boolean attracts(int topic) {
                return true;
            }
        },
        SOME("seam.some", "seam/1*") {
            @Override
            boolean attracts(int topic) {
                return Integer.toString(topic).startsWith("1");
            }
        },
        ODD("seam.odd", "seam/7") {
            @Override
            boolean attracts(int topic) {
                return topic == 7;
            }
        };

        private final String queueName;
        private final String filter;

        Queue(String queueName, String filter) {
            this.queueName = queueName;
            this.filter = filter;
        }

        abstract boolean attracts(int topic);
    }

    @BeforeAll
    static void start() {
        database = EmbeddedMariaDb.startTemporary();
        server = WildFlyServer.create(ServerSettings.in(Path.of("target", "it", "seam"))
                .withConfiguration(ServerConfiguration.reprise())
                .withDatabase(database)
                .withMdbPool(10)
                .withUser(ADMIN));
        server.start();
        server.management().deploy(BrokerEar.file());
        client = new RepriseClient(server.httpUri(), ADMIN.name(), ADMIN.password());
        client.awaitReady(PATIENCE);
        client.createReplayLog("seam", Map.of("maxSpoolUsage", 10_000));
        for (Queue queue : Queue.values()) {
            client.createQueue(queue.queueName, Map.of());
            client.subscribe(queue.queueName, queue.filter);
        }
        server.management()
                .deploy(ShrinkWrap.create(WebArchive.class, "seam.war")
                        .addPackage(ReplaySeamIT.class.getPackage())
                        .deleteClass(ReplaySeamIT.class)
                        .deleteClass(Queue.class));
        for (Queue queue : Queue.values()) {
            client.awaitConsumers(queue.queueName, 1, PATIENCE);
        }
    }

    @AfterAll
    static void stop() {
        server.close();
        database.close();
    }

    @Test
    void afterItsLastStartEachQueueGivesEachMessageOnceInTheLogsOrder() throws Exception {
        long seed = Campaign.seed();
        int messages = Campaign.seamMessages() / PUBLISHERS;
        Random random = new Random(seed);
        Campaign.say("replays without a seam, seed " + seed);
        CompletableFuture<String> publishing = CompletableFuture.supplyAsync(
                () -> call("POST", "seam?publishers=" + PUBLISHERS + "&messages=" + messages + "&seed=" + seed));
        int starts = 0;
        int cancels = 0;
        // Until the publishers are done, and then some; the last start of each is amid what the others publish, or
        // after it.
        while (!publishing.isDone() || starts < Campaign.seamStarts()) {
            Queue queue = Queue.values()[random.nextInt(Queue.values().length)];
            long seen = client.statistic(queue.queueName, "replayedTxMsgCount");
            if (random.nextInt(3) == 0 && isRunning(queue)) {
                cancels += cancel(queue) ? 1 : 0;
            } else {
                client.startReplay(queue.queueName, Map.of());
                starts++;
            }
            awaitSome(queue, seen + random.nextInt(200));
        }
        assertThat(publishing.get()).isEqualTo(Integer.toString(messages * PUBLISHERS));
        for (Queue queue : Queue.values()) {
            client.startReplay(queue.queueName, Map.of());
        }

        long deliveries = 0;
        for (Queue queue : Queue.values()) {
            Awaitility.await("the replay of " + queue + " to be complete")
                    .atMost(PATIENCE)
                    .pollInterval(Duration.ofMillis(100))
                    .until(() ->
                            client.depth(queue.queueName) == 0 && state(queue).equals("complete"));
            deliveries += check(queue, messages, seed);
        }
        Campaign.result(
                "replays without a seam, in the server",
                starts + Queue.values().length,
                "" + seed,
                messages * PUBLISHERS + " messages by " + PUBLISHERS + " publishers, " + cancels
                        + " replays cancelled, " + deliveries
                        + " deliveries; after its last start each of 3 queues gave each message once, in order");
    }

    /** So many more were replayed, or the replay is over, or has nothing to give. */
    private static void awaitSome(Queue queue, long wanted) {
        Awaitility.await("some of the replay of " + queue)
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(5))
                .until(() -> client.statistic(queue.queueName, "replayedTxMsgCount") >= wanted
                        || !isRunning(queue)
                        || state(queue).equals("pending-complete"));
    }

    private static boolean isRunning(Queue queue) {
        String state = state(queue);
        return state.equals("initializing") || state.equals("active") || state.equals("pending-complete");
    }

    /** False if it was complete just before. */
    private static boolean cancel(Queue queue) {
        try {
            client.cancelReplay(queue.queueName);
            return true;
        } catch (IllegalStateException refused) {
            assertThat(state(queue)).isEqualTo("complete");
            return false;
        }
    }

    private static String state(Queue queue) {
        return client.statistics(queue.queueName).get("replayState").asString();
    }

    /** One delivery. */
    private record Line(String id, String text, int count, boolean rolledBack) {
        static Line of(String line) {
            String[] words = line.split(" ");
            return new Line(words[0], words[1], Integer.parseInt(words[2]), Boolean.parseBoolean(words[3]));
        }
    }

    /** How many deliveries there were. */
    private static long check(Queue queue, int messages, long seed) {
        List<Line> all = call("GET", "seam?bean=" + queue.queueName)
                .lines()
                .map(Line::of)
                .toList();
        Map<String, Integer> wanted = new TreeMap<>();
        for (int publisher = 0; publisher < PUBLISHERS; publisher++) {
            int[] topics = SeamServlet.topics(publisher, messages, seed);
            for (int i = 0; i < topics.length; i++) {
                if (queue.attracts(topics[i])) {
                    wanted.put(publisher + ":" + i, topics[i]);
                }
            }
        }
        List<Line> pass = lastPass(all);
        assertThat(pass.stream().filter(line -> !line.rolledBack()).map(Line::text))
                .as("what %s had after its last start", queue)
                .doesNotHaveDuplicates()
                .containsExactlyInAnyOrderElementsOf(wanted.keySet());
        Map<String, Integer> counts = new HashMap<>();
        String before = "";
        for (Line line : pass) {
            assertThat(line.id()).as("in the log's order").isGreaterThanOrEqualTo(before);
            assertThat(line.count()).as("count of %s", line).isEqualTo(counts.merge(line.id(), 1, Integer::sum));
            before = line.id();
        }
        return all.size();
    }

    /** From the last first delivery of the log's first message on. */
    private static List<Line> lastPass(List<Line> all) {
        String first = all.stream().map(Line::id).min(String::compareTo).orElseThrow();
        int from = all.size() - 1;
        while (!all.get(from).id().equals(first) || all.get(from).count() != 1) {
            from--;
        }
        return new ArrayList<>(all.subList(from, all.size()));
    }

    private static String call(String method, String path) {
        URI uri = server.httpUri().resolve("/seam/" + path);
        HttpRequest request = HttpRequest.newBuilder(uri)
                .timeout(PATIENCE)
                .method(method, HttpRequest.BodyPublishers.noBody())
                .build();
        HttpResponse<String> response = HttpClient.newHttpClient()
                .sendAsync(request, HttpResponse.BodyHandlers.ofString())
                .join();
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return response.body();
    }
}
