package io.reprise.broker.it.management;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.reprise.broker.it.EmbeddedBroker;
import io.reprise.broker.model.error.ErrorCode;
import jakarta.json.JsonObject;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * What callers are told while the database is gone, while the broker starts, and when another broker has taken over: temporary errors of the
 * catalogue, with {@code Retry-After}, in time, and nothing of what was refused has happened (spec 5.1, 5.2).
 */
class OutageErrorsIT {
    private static final String VPN = "SEMP/v2/config/msgVpns/default";
    private static final String MONITOR = "SEMP/v2/monitor/msgVpns/default/queues/";
    private static final String REST = "rest/v1/default/";

    /** What says that it is temporary, and that nothing has happened. */
    private static final Set<String> REFUSED = slugs(
            ErrorCode.VPN_DOWN,
            ErrorCode.VPN_STARTING,
            ErrorCode.DATABASE_UNAVAILABLE,
            ErrorCode.BACK_PRESSURE,
            ErrorCode.STEPPED_DOWN,
            ErrorCode.NOT_STORED);

    private static final String UNKNOWN = ErrorCode.OUTCOME_UNKNOWN.slug();

    /** Some wait for half a minute before they are told. */
    private static final Executor EACH_ITS_OWN = task -> new Thread(task, "asks").start();

    private static OwnServer own;

    private static Set<String> slugs(ErrorCode... codes) {
        return Arrays.stream(codes).map(ErrorCode::slug).collect(Collectors.toSet());
    }

    @BeforeAll
    static void start() {
        own = OwnServer.start("outage");
    }

    @AfterAll
    static void stop() {
        own.close();
    }

    @Test
    void whileTheDatabaseIsGoneWhatWouldChangeIsRefusedAndHasNotHappened() {
        String consumer = prepare();
        own.database().kill();
        await("readiness to say so")
                .atMost(OwnServer.LONG)
                .until(() -> api().get("health/ready").status() == 503);

        Map<String, Answer> answers = askAll(consumer);

        own.database().start();
        own.awaitReady();
        assertRefused(answers, Set.of("receive"));
        assertNothingHappened(answers, consumer);
    }

    @Test
    void duringAStartWithoutADatabaseEverythingIsRefusedUntilThereIsOne() {
        String consumer = prepare();
        own.server().stop();
        own.database().stop();
        own.server().startEvenWithErrors();

        Answer live = api().get("health/live");
        Answer ready = api().get("health/ready");
        Map<String, Answer> answers = askAll(consumer);

        own.database().start();
        own.awaitReady();
        assertThat(live.status()).isEqualTo(200);
        assertThat(ready.status()).isEqualTo(503);
        assertRefused(answers, Set.of("receive", "settle"));
        assertThat(code(answers.get("send"))).isIn("vpn-starting", "vpn-down");
        assertNothingHappened(answers, "");
    }

    @Test
    void aServerThatWasPausedAndOvertakenRefusesEverythingAndServesAgainAfterwards() throws SQLException {
        String consumer = prepare();
        own.server().pause();
        endConnections();
        Map<String, Answer> answers;
        try (EmbeddedBroker other = EmbeddedBroker.start(
                own.database().jdbcUrl(), own.database().user(), own.database().password())) {
            assertThat(other.administration().vpn()).isNotNull();
            own.server().resume();
            answers = askAll(consumer);
            // Before it stands by it may just know that it serves the VPN no more.
            await("it to stand by").atMost(OwnServer.LONG).until(() -> saysItSteppedDown(bind()));
            assertThat(api().get("health/ready").status()).isEqualTo(503);
            Map<String, Answer> again = askAgain();
            assertThat(again.values()).allMatch(OutageErrorsIT::saysItSteppedDown);
            answers.putAll(again);
        }

        own.awaitReady();
        answers.remove("create VPN"); // one that nobody else owns
        assertRefused(answers, Set.of("receive", "settle"));
        assertNothingHappened(answers, "");
    }

    private static Api api() {
        return own.api();
    }

    /** Queues of each request, and a consumer that has one message and its queue another. */
    private static String prepare() {
        api().delete("SEMP/v2/config/msgVpns/impossible");
        api().delete(VPN + "/queues/impossible");
        for (String queue : List.of("sent", "chunked", "kept", "held")) {
            api().delete(VPN + "/queues/" + queue);
            ok(api().json("PUT", VPN + "/queues/" + queue, "{'ingressEnabled':true,'egressEnabled':true}"));
        }
        ok(api().post(REST + "QUEUE/held", "one", "Content-Type", "text/plain"));
        Answer made = api().json("POST", REST + "QUEUE/held/consumers", "{'idleTimeout':'PT1H','prefetch':'none'}");
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        String consumer = REST + "QUEUE/held/consumers/" + made.json().getString("consumerId");
        assertThat(api().json("POST", consumer + "/messages", "{}").text()).contains("\"body\":\"one\"");
        // Stored after that one was presented, so that its count is stored too.
        ok(api().post(REST + "QUEUE/kept", "stays", "Content-Type", "text/plain"));
        return consumer;
    }

    /** Requests that each would change something, by a name. */
    private static Map<String, Answer> askAll(String consumer) {
        Map<String, Supplier<Answer>> asked = new LinkedHashMap<>();
        asked.put("send", () -> api().post(REST + "QUEUE/sent", "during"));
        asked.put("send large", () -> api().post(REST + "QUEUE/chunked", "x".repeat(400_000)));
        asked.put("settle", () -> api().json("POST", consumer + "/settlements", "{'accept':['1']}"));
        asked.put("receive", () -> api().json("POST", consumer + "/messages", "{'wait':'PT0S'}"));
        asked.put("create queue", () -> api().json("POST", VPN + "/queues", "{'queueName':'impossible'}"));
        asked.put("change queue", () -> api().json("PATCH", VPN + "/queues/kept", "{'maxBindCount':7}"));
        asked.put("delete queue", () -> api().delete(VPN + "/queues/kept"));
        asked.put("create VPN", () -> api().json("PUT", "SEMP/v2/config/msgVpns/impossible", "{}"));
        asked.put(
                "delete messages",
                () -> api().json("PUT", "SEMP/v2/action/msgVpns/default/queues/kept/deleteMsgs", "{}"));
        Map<String, CompletableFuture<Answer>> asking = new LinkedHashMap<>();
        asked.forEach((name, ask) -> asking.put(name, CompletableFuture.supplyAsync(ask, EACH_ITS_OWN)));
        Map<String, Answer> answers = new LinkedHashMap<>();
        asking.forEach((name, answer) -> answers.put(name, answer.join()));
        return answers;
    }

    private static Map<String, Answer> askAgain() {
        return Map.of("send again", api().post(REST + "QUEUE/sent", "again"), "bind", bind());
    }

    private static Answer bind() {
        return api().json("POST", REST + "QUEUE/sent/consumers", "{}");
    }

    private static boolean saysItSteppedDown(Answer answer) {
        return answer.text().contains(ErrorCode.STEPPED_DOWN.slug());
    }

    private static void ok(Answer answer) {
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
    }

    /** The code of the catalogue; of SEMP's envelope that of its text. */
    private static String code(Answer answer) {
        JsonObject json = answer.json();
        return json.getString("code", "");
    }

    private static void assertRefused(Map<String, Answer> answers, Set<String> mayDoOtherwise) {
        List<String> said = new ArrayList<>();
        answers.forEach((name, answer) ->
                said.add(name + ": " + answer.status() + " " + answer.header("Retry-After") + " " + answer.text()));
        answers.forEach((name, answer) -> {
            if (!mayDoOtherwise.contains(name)) {
                assertThat(answer.status()).as(String.join("\n", said)).isIn(503, 504);
            }
            assertThat(answer.status()).as(String.join("\n", said)).isNotEqualTo(500);
            assertThat(answer.header("Retry-After").isEmpty())
                    .as(name + " in " + said)
                    .isEqualTo(answer.status() != 503);
            if (answer.header("Content-Type").startsWith("application/problem+json")
                    && !mayDoOtherwise.contains(name)) {
                assertThat(code(answer)).as(answer.text()).isIn(answer.status() == 503 ? REFUSED : Set.of(UNKNOWN));
            }
        });
    }

    private static void assertNothingHappened(Map<String, Answer> answers, String consumer) {
        assertThat(depth("sent")).isBetween(0, unknown(answers, "send") + unknown(answers, "send again"));
        assertThat(depth("chunked")).isBetween(0, unknown(answers, "send large"));
        boolean deletionUnknown = unknown(answers, "delete queue") + unknown(answers, "delete messages") > 0;
        if (!deletionUnknown) {
            assertThat(depth("kept")).isEqualTo(1);
        }
        if (unknown(answers, "change queue") == 0 && !deletionUnknown) {
            assertThat(api().get(VPN + "/queues/kept").data().getInt("maxBindCount"))
                    .isNotEqualTo(7);
        }
        if (unknown(answers, "create queue") == 0) {
            assertThat(api().get(VPN + "/queues/impossible").status()).isEqualTo(400);
        }
        if (answers.containsKey("create VPN") && unknown(answers, "create VPN") == 0) {
            assertThat(api().get("SEMP/v2/config/msgVpns/impossible").status()).isEqualTo(400);
        }
        if (answers.get("settle").status() == 200 || unknown(answers, "settle") > 0) {
            return;
        }
        if (!consumer.isEmpty()) {
            api().delete(consumer);
        }
        assertComesAgain();
    }

    /** What was not acknowledged is owed, as a message that somebody has had. */
    private static void assertComesAgain() {
        assertThat(depth("held")).isEqualTo(1);
        Answer made = api().json("POST", REST + "QUEUE/held/consumers", "{}");
        String consumer = REST + "QUEUE/held/consumers/" + made.json().getString("consumerId");
        Answer again = api().json("POST", consumer + "/messages", "{'wait':'PT1M'}");
        assertThat(again.text()).contains("\"body\":\"one\"", "\"deliveryCount\":2", "\"redelivered\":true");
        api().delete(consumer);
    }

    private static int unknown(Map<String, Answer> answers, String name) {
        Answer answer = answers.get(name);
        return answer != null && answer.status() == 504 ? 1 : 0;
    }

    private static int depth(String queue) {
        return api().get(MONITOR + queue).data().getInt("spooledMsgCount");
    }

    /** As if the paused server's machine had gone: the database has no connection of it, and no lock. */
    private static void endConnections() throws SQLException {
        try (Connection connection = own.database().connect();
                Statement statement = connection.createStatement()) {
            List<Long> others = new ArrayList<>();
            try (ResultSet rows = statement.executeQuery(
                    "SELECT ID FROM information_schema.PROCESSLIST WHERE USER = 'reprise' AND ID <> CONNECTION_ID()")) {
                while (rows.next()) {
                    others.add(rows.getLong(1));
                }
            }
            for (long other : others) {
                statement.execute("KILL " + other);
            }
        }
    }
}
