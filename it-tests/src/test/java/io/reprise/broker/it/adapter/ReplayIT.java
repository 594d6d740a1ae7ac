package io.reprise.broker.it.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.reprise.broker.it.adapter.probe.FutureBean;
import io.reprise.broker.it.adapter.probe.LateBean;
import io.reprise.broker.it.adapter.probe.ReplayServlet;
import io.reprise.broker.it.adapter.probe.ReplayedBean;
import io.reprise.broker.it.suite.RepriseClient;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.jboss.dmr.ModelNode;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Replays that administrators, beans and consumers ask for, on a real server [spec 2.3–2.5]. */
@ExtendWith(RunningBroker.Extension.class)
class ReplayIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String LOG = "it-log";

    private static RunningBroker running;
    private static ProbeApplication application;
    private static RepriseClient client;

    @BeforeAll
    static void logAndDeploy(RunningBroker broker) throws SQLException {
        running = broker;
        client = broker.client();
        client.createReplayLog(LOG, Map.of("maxSpoolUsage", 100));
        client.createQueue("it.replayed.out", Map.of());
        client.createQueue("it.copied", Map.of());
        execute("CREATE TABLE replayed (name VARCHAR(100))");
        application = broker.application("replays").deploy(ReplayedBean.class, ReplayServlet.class);
        client.awaitConsumers("it.replayed", 1, PATIENCE);
        createQueue("it.untouched", "it/untouched/>");
        publish("it/untouched/a", "u1", "u2");
    }

    @AfterAll
    static void deleteTheLog() {
        application.undeploy();
        client.deleteReplayLog(LOG);
    }

    @BeforeEach
    void forget() {
        application.forget();
        client.purge("it.replayed.out");
    }

    /** The delivery in progress when the replay starts is void: its transaction succeeds, and its message comes again as a new one. */
    @Test
    void givesABeanAllAgainInOrderThoughItIsInADelivery() {
        Instant from = Instant.now();
        publish("it/replayed/a", "m1", "m2", "m3", "m4", "m5");
        application.awaitSeen("replayed", 5);
        publish("it/replayed/b", "m6 send=1 gate=m6");
        application.awaitSeen("replayed", 6);

        ModelNode started = client.startReplay("it.replayed", Map.of("replayLogName", LOG, "fromTime", from));
        publish("it/replayed/c", "m7");
        application.openGate("m6");

        assertThat(started.get("loggedMsgCount").asLong()).isGreaterThanOrEqualTo(6);
        assertThat(application.awaitSeen("replayed", 13))
                .containsExactlyElementsOf(Stream.concat(numbered(1, 6), numbered(1, 7))
                        .map(name -> "replayed " + name + " #1")
                        .toList());
        List<String> likenesses = application.seen(line -> line.startsWith("likeness "));
        assertThat(likenesses.subList(6, 12)).as("the copies").isEqualTo(likenesses.subList(0, 6));
        client.awaitDrained("it.replayed", PATIENCE);
        assertThat(client.depth("it.replayed.out"))
                .as("sent in the void transaction, and in the copy's")
                .isEqualTo(2);
        awaitState("it.replayed", "complete");
        assertThat(client.statistic("it.replayed", "replayedAckedMsgCount")).isEqualTo(6);
        assertThat(client.statistic("it.replayed", "replayHeldBackMsgCount")).isZero();
        assertThat(client.statistic("it.replayed", "replaySetAsideMsgCount")).isZero();
        copiesOne(likenesses.get(0));
    }

    private static void copiesOne(String likeness) {
        String id = likeness.split(" ", -1)[2];

        assertThat(client.copyFromReplayLog("it.copied", id))
                .startsWith("rmid1:")
                .isNotEqualTo(id);

        assertThat(consume("it.copied", 1)).isEqualTo("m1#1 nothing");
    }

    @Test
    void aVoidDeliverysTransactionSucceedsInTwoPhasesToo() throws SQLException {
        Instant from = Instant.now();
        publish("it/replayed/a", "v1 send=1 xa=1 gate=v1");
        application.awaitSeen("replayed", 1);

        client.startReplay("it.replayed", Map.of("fromTime", from));
        application.openGate("v1");

        assertThat(application.awaitSeen("replayed", 2)).containsExactly("replayed v1 #1", "replayed v1 #1");
        client.awaitDrained("it.replayed", PATIENCE);
        assertThat(client.depth("it.replayed.out")).isEqualTo(2);
        Awaitility.await("the database's branches, which come after the broker's")
                .atMost(PATIENCE)
                .until(() -> written("v1") == 2);
        assertThat(client.preparedBranches()).isZero();
    }

    @Test
    void aVoidDeliverysRollbackReturnsNothingAndThatOfACopyIsMarked() {
        Instant from = Instant.now();
        publish("it/replayed/a", "r1 throw=1 gate=r1");
        application.awaitSeen("replayed", 1);

        client.startReplay("it.replayed", Map.of("fromTime", from));
        application.openGate("r1");

        assertThat(application.awaitSeen("replayed", 3))
                .containsExactly("replayed r1 #1", "replayed r1 #1", "replayed r1 #2 again");
        client.awaitDrained("it.replayed", PATIENCE);
        assertThat(application.seen(line -> line.startsWith("replayed "))).hasSize(3);
    }

    @Test
    void aConsumerThatWaitsSeesTheStreamAlone() throws Exception {
        createQueue("it.rider", "it/rider/>");
        publish("it/rider/a", "s1", "s2");
        CompletableFuture<String> received = CompletableFuture.supplyAsync(() -> consume("it.rider", 5));
        client.awaitDrained("it.rider", PATIENCE);

        client.startReplay("it.rider", Map.of());
        publish("it/rider/b", "s3");

        assertThat(received.get(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isEqualTo("s1#1 s2#1 s1#1 s2#1 s3#1 nothing");
    }

    @Test
    void runsOnWhenAnotherStartIsRefused() {
        createQueue("it.slow", "it/slow/>");
        publish("it/slow/a", "w1", "w2", "w3");
        client.startReplay("it.slow", Map.of("ratePerSecond", 1));

        assertThatThrownBy(() -> client.startReplay("it.slow", Map.of("fromTime", 5)))
                .hasMessageContaining("400");

        assertThat(client.statistic("it.slow", "replayRefusedCount")).isEqualTo(1);
        assertThat(client.statistic("it.slow", "replayStartCount")).isEqualTo(1);
        assertThat(client.statistic("it.slow", "replayFailureCount")).isZero();
        assertThat(consume("it.slow", 3)).isEqualTo("w1#1 w2#1 w3#1 nothing");
        awaitState("it.slow", "complete");
    }

    @Test
    void givesABeanThatComesLateAllOnceHoweverOftenItIsDeployed() {
        publish("it/late/a", "l1", "l2", "l3");
        ProbeApplication late = running.application("late").deploy(LateBean.class);
        try {
            assertThat(late.awaitSeen("late", 3)).containsExactly("late l1 #1", "late l2 #1", "late l3 #1");
            awaitState("it.late", "complete");
            late.undeploy();

            late.deploy(LateBean.class);
            client.awaitConsumers("it.late", 1, PATIENCE);
            publish("it/late/b", "l4");

            assertThat(late.awaitSeen("late", 1)).as("nothing but the live one").containsExactly("late l4 #1");
            assertThat(client.statistic("it.late", "replayStartCount")).isEqualTo(1);
        } finally {
            late.undeploy();
        }
    }

    @Test
    void failsAnActivationWithTheReasonIfItsReplayIsRefused() {
        ServerLog log = ServerLog.fromNow(running);
        ProbeApplication future = running.application("future").deploy(FutureBean.class);
        try {
            Awaitility.await("the activation to give up")
                    .atMost(PATIENCE)
                    .until(() -> !log.containing("replayId=future bean").stream()
                            .filter(line -> line.contains("gives up"))
                            .toList()
                            .isEmpty());
            assertThat(client.health()).contains("replayFrom=9999-01-01T00:00:00Z, replayId=future bean: ");
            assertThat(client.statistic("it.future", "bindCount")).isZero();
            assertThat(state("it.future")).isEqualTo("n/a");
        } finally {
            future.undeploy();
        }
    }

    @Test
    void givesAConsumerWhatItsDestinationsOptionsSayOnce() {
        createQueue("it.consumed", "it/consumed/>");
        publish("it/consumed/a", "c1", "c2", "c3");
        client.purge("it.consumed");
        String wish = "it.consumed?replayFrom=beginning&replayId=consumer";

        assertThat(consume(wish, 3)).isEqualTo("c1#1 c2#1 c3#1 nothing");
        publish("it/consumed/b", "c4");
        assertThat(consume(wish, 1)).isEqualTo("c4#1 nothing");
        assertThat(client.statistic("it.consumed", "replayStartCount")).isEqualTo(1);

        assertThat(application.get("replay?browse=" + encoded(wish))).contains("browsing it.consumed");
        assertThat(application.get("replay?send=" + encoded(wish))).contains("sending to it.consumed");
        assertThat(consume("it.consumed?replayFrom=beginning", 1)).contains("replayId is missing");
        assertThat(consume("it.consumed?replayFrom=-PT100000H&replayId=early", 1))
                .contains("replayFrom=-PT100000H, replayId=early: ");
        assertThat(client.depth("it.consumed")).isZero();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "fromtime     | 5                                         | 11 | fromtime: 5",
                "replayLogName| other                                     | 6  | replay log 'other'",
                "fromTime     | 5                                         | 89 | ",
                "fromTime     | 9999-01-01T00:00:00Z                      | 89 | ",
                "fromTime     | 2026-11-30T10:00:00                       | 11 | fromTime: '2026-11-30T10:00:00'",
                "afterMsg     | rmid1:7                                   | 11 | afterMsg: 'rmid1:7'",
                "afterMsg     | rmid1:00000-00000000007-00000000-0000002a | 11 | ",
                "ratePerSecond| 1000001                                   | 11 | ratePerSecond: '1000001'"
            })
    void refusesWithAReasonAndChangesNothing(String field, String value, int code, String reason) {
        Object given = value.matches("\\d+") ? Long.valueOf(value) : value;

        assertThatThrownBy(() -> client.startReplay("it.untouched", Map.of(field, given)))
                .hasMessageContaining("400")
                .hasMessageContaining("\"code\":" + code)
                .hasMessageContaining(reason == null ? "" : reason);

        assertThat(client.depth("it.untouched")).isEqualTo(2);
        assertThat(state("it.untouched")).isEqualTo("n/a");
        assertThat(client.statistic("it.untouched", "replayStartCount")).isZero();
    }

    @Test
    void countsBeforehandWhatAStartWouldDo() {
        createQueue("it.previewed", "it/previewed/>");
        publish("it/previewed/a", "p1", "p2", "p3");
        client.purge("it.previewed");
        publish("it/previewed/a", "p4");

        ModelNode counts = client.startReplay("it.previewed", Map.of("dryRun", true));

        assertThat(counts.get("matchingMsgCount").asLong()).isEqualTo(4);
        assertThat(counts.get("removedMsgCount").asLong()).isEqualTo(1);
        assertThat(counts.get("removedNotLoggedMsgCount").asLong()).isZero();
        assertThat(client.depth("it.previewed")).isEqualTo(1);
        assertThat(state("it.previewed")).isEqualTo("n/a");
    }

    @Test
    void bringsTheBacklogBackWhenItIsCancelled() {
        createQueue("it.cancelled", "it/cancelled/>");
        publish("it/cancelled/a", "k1", "k2", "k3");
        assertThat(consume("it.cancelled", 1)).isEqualTo("k1#1 k2#1");

        client.startReplay("it.cancelled", Map.of());
        Awaitility.await("all to be on the queue again")
                .atMost(PATIENCE)
                .until(() -> client.depth("it.cancelled") == 3);
        publish("it/cancelled/b", "k4");
        client.cancelReplay("it.cancelled");

        assertThat(state("it.cancelled")).isEqualTo("failed");
        assertThat(client.statistics("it.cancelled")
                        .get("lastReplayFailureReason")
                        .asString())
                .isEqualTo("REPLAY_CANCELLED");
        assertThat(client.depth("it.cancelled")).isEqualTo(2);
        assertThat(consume("it.cancelled", 2))
                .as("what was not acknowledged, then what came meanwhile")
                .isEqualTo("k3#1 k4#1 nothing");
        assertThatThrownBy(() -> client.cancelReplay("it.cancelled")).hasMessageContaining("\"code\":89");
    }

    private static void execute(String sql) throws SQLException {
        try (Connection connection = running.database().connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static int written(String name) throws SQLException {
        try (Connection connection = running.database().connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT COUNT(*) FROM replayed WHERE name = '" + name + "'")) {
            rows.next();
            return rows.getInt(1);
        }
    }

    private static void createQueue(String queue, String filter) {
        client.createQueue(queue, Map.of());
        client.subscribe(queue, filter);
    }

    private static void publish(String topic, String... texts) {
        String all = Arrays.stream(texts).map(text -> "&text=" + encoded(text)).collect(Collectors.joining());
        application.call("POST", "replay?topic=" + encoded(topic) + all);
    }

    private static String consume(String queue, int count) {
        return application.get("replay?queue=" + encoded(queue) + "&count=" + count);
    }

    private static Stream<String> numbered(int from, int to) {
        return IntStream.rangeClosed(from, to).mapToObj(i -> "m" + i);
    }

    private static String state(String queue) {
        ModelNode state = client.statistics(queue).get("replayState");
        return state == null ? "" : state.asString();
    }

    private static void awaitState(String queue, String wanted) {
        Awaitility.await("the replay of " + queue + " to be " + wanted)
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(20))
                .until(() -> state(queue).equals(wanted));
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
