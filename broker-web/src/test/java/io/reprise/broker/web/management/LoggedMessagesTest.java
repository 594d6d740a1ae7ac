package io.reprise.broker.web.management;

import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.model.message.Message;
import io.reprise.broker.model.message.ReplicationGroupMsgId;
import io.reprise.broker.model.replay.LoggedMessage;
import io.reprise.broker.model.topic.TopicName;
import io.reprise.broker.web.Answer;
import io.reprise.broker.web.FakeVpn;
import io.reprise.broker.web.HttpServer;
import jakarta.json.JsonObject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LoggedMessagesTest {
    private static final String LOG = "SEMP/v2/monitor/msgVpns/default/replayLogs/all";
    private static final String MSGS = LOG + "/msgs";
    private static final String TRIM = "SEMP/v2/action/msgVpns/default/replayLogs/all/trimLoggedMsgs";

    @RegisterExtension
    final HttpServer server = new HttpServer();

    /** Messages 10, 20, … 250, taken in at 1000 s, 1001 s, … */
    @BeforeEach
    void logMessages() {
        server.as("admin").json("PUT", "SEMP/v2/config/msgVpns/default/replayLogs/all", "{'maxSpoolUsage':5}");
        for (int i = 1; i <= 25; i++) {
            log(
                    i * 10,
                    999_000 + i * 1_000L,
                    Message.to(TopicName.of("t/" + i)).text("text " + i).build());
        }
    }

    private void log(long msgId, long timeMillis, Message message) {
        server.vpn()
                .replayLog()
                .log(
                        new LoggedMessage(
                                msgId, id(msgId), message.topic().text(), 100, 4, true, timeMillis, timeMillis + 1),
                        message);
    }

    private static ReplicationGroupMsgId id(long msgId) {
        return new ReplicationGroupMsgId(FakeVpn.ORIGIN, msgId);
    }

    private Answer get(String query) {
        Answer answer = server.as("monitor").get(MSGS + "?" + query);
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        return answer;
    }

    private static List<String> ids(IntStream tens) {
        return tens.mapToObj(i -> Integer.toString(i * 10)).toList();
    }

    /** Every page from a first query on; after the first of them something happens. */
    private List<String> allPages(String firstQuery, Runnable afterFirst) {
        List<String> seen = new ArrayList<>();
        String query = firstQuery;
        Runnable next = afterFirst;
        while (!query.isEmpty()) {
            Answer page = get(query);
            seen.addAll(page.column("msgId"));
            query = page.nextPage();
            next.run();
            next = () -> {};
        }
        return seen;
    }

    @Test
    void listsThemForwardsAndBackwards() {
        List<String> rising = ids(IntStream.rangeClosed(1, 25));
        List<String> falling = ids(IntStream.rangeClosed(1, 25).map(i -> 26 - i));

        assertThat(allPages("count=7&select=msgId", () -> {})).isEqualTo(rising);
        assertThat(allPages("count=7&select=msgId&order=asc", () -> {})).isEqualTo(rising);
        assertThat(allPages("count=7&select=msgId&order=desc", () -> {})).isEqualTo(falling);
        assertThat(get("").meta().getInt("count")).isEqualTo(25);
    }

    @Test
    void listsOneThatIsDamagedWithoutItsContentAndTellsOfItWhereItAloneIsAskedFor() {
        server.vpn().replayLog().damage(30);

        Answer all = get("count=25");
        Answer alone = server.as("monitor").get(MSGS + "/30");

        assertThat(all.column("msgId")).isEqualTo(ids(IntStream.rangeClosed(1, 25)));
        assertThat(all.json().getJsonArray("data").getJsonObject(2)).doesNotContainKey("bodyKind");
        assertThat(all.json().getJsonArray("data").getJsonObject(3)).containsKey("bodyKind");
        assertThat(alone.status()).isEqualTo(500);
        assertThat(alone.sempError()).isEqualTo("89 NOT_ALLOWED");
        assertThat(alone.sempDescription()).contains("body of message 30 does not match its checksum");
    }

    @Test
    void skipsAndRepeatsNothingWhileTheOldestAreTrimmed() {
        Runnable trimUpTo10 = () -> server.vpn().replayLog().trimBefore(id(110));

        assertThat(allPages("count=7", trimUpTo10))
                .isEqualTo(ids(IntStream.concat(IntStream.rangeClosed(1, 7), IntStream.rangeClosed(11, 25))));
        assertThat(allPages("count=7&order=desc", trimUpTo10))
                .isEqualTo(ids(IntStream.rangeClosed(11, 25).map(i -> 36 - i)));
    }

    @ParameterizedTest
    @CsvSource({
        "fromTime=1005&count=2,                              60, 70",
        "fromTime=1970-01-01T00:16:45Z&count=2,              60, 70",
        "fromTime=1005&count=2&order=desc,                   50, 40",
        "fromMsg=rmid1:00000-00000000001-00000000-0000003c&count=2,            60, 70",
        "fromMsg=rmid1:00000-00000000001-00000000-0000003d&count=2,            70, 80",
        "fromMsg=rmid1:00000-00000000001-00000000-0000003c&count=2&order=desc, 60, 50"
    })
    void beginsAtATimeOrAMessage(String query, String first, String second) {
        assertThat(get(query).column("msgId")).containsExactly(first, second);
        assertThat(allPages(query, () -> {}))
                .startsWith(first, second)
                .doesNotHaveDuplicates()
                .hasSizeGreaterThan(2);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            order=up                                       | parameter order: up
            fromTime=yesterday                             | parameter fromTime: yesterday
            fromMsg=7                                      | parameter fromMsg: 7
            fromMsg=rmid1:00000-00000000002-00000000-00000001 | a message of this VPN
            fromTime=1&fromMsg=rmid1:00000-00000000001-00000000-00000001 | one of the two
            from=1                                         | parameter from: unknown
            where=payloadPreview==x                        | payloadPreview: unknown
            where=correlationId==x                         | correlationId: unknown
            """)
    void refusesWhatItDoesNotUnderstand(String query, String text) {
        Answer answer = server.as("admin").get(MSGS + "?" + query);

        assertThat(answer.sempError()).isEqualTo("11 INVALID_PARAMETER");
        assertThat(answer.sempDescription().replace("'", "")).contains(text);
    }

    @Test
    void findsThemByWhatTheirHeadsSayAndCountsNotAllOfThem() {
        Answer answer = get("where=topic==t/2*,msgId%3E20&count=2");

        assertThat(answer.column("topic")).containsExactly("t/20", "t/21");
        assertThat(answer.meta().containsKey("count")).isFalse();
        assertThat(get(answer.nextPage()).column("topic")).containsExactly("t/22", "t/23");
    }

    @Test
    void showsAMessageWithPropertiesAndTheBeginningOfItsPayload() {
        Message message = Message.to(TopicName.of("a/b"))
                .property("name", "Öl")
                .property("count", 7)
                .property("ratio", Double.NaN)
                .property("half", 0.5f)
                .correlationId("c-1")
                .contentType("text/plain")
                .text("ü".repeat(200))
                .build();
        log(999, 2_000_000, message);

        Answer answer = server.as("browser").get(MSGS + "/999");

        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        assertThat(answer.data().toString())
                .isEqualTo("{\"msgVpnName\":\"default\",\"replayLogName\":\"all\",\"msgId\":999,"
                        + "\"replicationGroupMsgId\":\"rmid1:00000-00000000001-00000000-000003e7\",\"topic\":\"a/b\","
                        + "\"size\":100,\"priority\":4,\"persistent\":true,\"spooledTime\":2000,\"expiryTime\":2001,"
                        + "\"messageId\":\"\",\"correlationId\":\"c-1\",\"type\":\"\",\"contentType\":\"text/plain\","
                        + "\"replyTo\":\"\",\"properties\":{\"name\":\"Öl\",\"count\":7,\"ratio\":\"NaN\",\"half\":0.5},"
                        + "\"bodyKind\":\"text\",\"payloadSize\":400,\"payloadPreview\":\"" + "ü".repeat(128)
                        + "\"}");
    }

    @Test
    void cutsNoCharacterInTwoAndShowsBytesInBase64() {
        log(
                998,
                2_000_000,
                Message.to(TopicName.of("a")).text("x" + "ü".repeat(200)).build());
        log(
                999,
                2_000_000,
                Message.to(TopicName.of("a")).bytes(new byte[] {1, 2, 3}).build());

        List<JsonObject> rows = server.as("browser")
                .get(MSGS + "?order=desc&count=2")
                .json()
                .getJsonArray("data")
                .getValuesAs(JsonObject.class);

        assertThat(rows.get(0).getString("payloadPreview")).isEqualTo("AQID");
        assertThat(rows.get(1).getString("payloadPreview")).isEqualTo("x" + "ü".repeat(127));
    }

    @ParameterizedTest
    @ValueSource(strings = {"monitor", "operator"})
    void showsNoPayloadToThoseWhoMayNotSeeIt(String user) {
        JsonObject one = server.as(user).get(MSGS + "/10").data();

        assertThat(one.containsKey("payloadPreview")).isFalse();
        assertThat(one.toString()).doesNotContain("text 1");
        assertThat(server.as(user).get(MSGS + "?count=1").text()).doesNotContain("text 1");
        assertThat(server.as(user).get(MSGS + "?select=payloadPreview").sempError())
                .isEqualTo("11 INVALID_PARAMETER");
        assertThat(server.as("admin").get(MSGS + "/10").data().getString("payloadPreview"))
                .isEqualTo("text 1");
    }

    @Test
    void tellsOfAMessageThatIsNotInTheLog() {
        assertThat(server.as("monitor").get(MSGS + "/15").sempError()).isEqualTo("6 NOT_FOUND");
        assertThat(server.as("monitor").get(MSGS.replace("all", "other")).sempError())
                .isEqualTo("6 NOT_FOUND");
    }

    @Test
    void showsWhatTheLogHolds() {
        Answer answer = server.as("monitor").get(LOG);

        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        assertThat(answer.data().toString())
                .isEqualTo(
                        "{\"msgVpnName\":\"default\",\"replayLogName\":\"all\",\"ingressEnabled\":false,"
                                + "\"egressEnabled\":false,\"maxSpoolUsage\":5,\"topicFilterEnabled\":false,"
                                + "\"createdTime\":1000,\"spoolUsageBytes\":2500,\"spooledMsgCount\":25,\"oldestMsgId\":10,"
                                + "\"oldestReplicationGroupMsgId\":\"rmid1:00000-00000000001-00000000-0000000a\","
                                + "\"oldestSpooledTime\":1000,\"newestMsgId\":250,"
                                + "\"newestReplicationGroupMsgId\":\"rmid1:00000-00000000001-00000000-000000fa\","
                                + "\"newestSpooledTime\":1024,\"loggedMsgs\":25,\"trimmedMsgs\":0,"
                                + "\"discardReplayLogOverQuota\":3,\"loggedMsgsLastMinute\":60,\"trimmedMsgsLastMinute\":6,"
                                + "\"loggedBytes\":4000,\"trimmedBytes\":900,\"loggedBytesLastMinute\":600,\"trimmedBytesLastMinute\":60}");
        server.vpn().replayLog().trimOlderThan(Instant.ofEpochSecond(5_000));
        assertThat(server.as("monitor")
                        .get(LOG.replace("/all", "") + "?select=oldest*")
                        .json()
                        .get("data"))
                .hasToString("[{\"oldestMsgId\":0,\"oldestReplicationGroupMsgId\":\"\",\"oldestSpooledTime\":0}]");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"olderThanTime":1005}                                          | 5
            {"olderThanTime":"1970-01-01T00:16:45Z"}                        | 5
            {"beforeMsg":"rmid1:00000-00000000001-00000000-0000003c"}       | 5
            {"olderThanTime":0}                                             | 0
            """)
    void trimsWhatIsOlder(String body, int trimmed) {
        Answer answer = server.as("operator").json("PUT", TRIM, body);

        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        assertThat(answer.data().getInt("trimmedMsgCount")).isEqualTo(trimmed);
        assertThat(server.vpn().replayLog().status().messages()).isEqualTo(25 - trimmed);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {}                                  | 228 MISSING_PARAMETER | olderThanTime and beforeMsg are missing
            {"olderThan":5}                     | 11 INVALID_PARAMETER  | olderThan: 5; allowed: the attributes beforeMsg, olderThanTime
            {"olderThanTime":null}              | 11 INVALID_PARAMETER  | olderThanTime
            {"beforeMsg":"10"}                  | 11 INVALID_PARAMETER  | beforeMsg
            {"olderThanTime":5,"beforeMsg":"rmid1:00000-00000000001-00000000-0000003c"} | 11 INVALID_PARAMETER | one of the two
            """)
    void refusesABadTrimAndTakesNothingOut(String body, String error, String text) {
        Answer answer = server.as("operator").json("PUT", TRIM, body);

        assertThat(answer.sempError()).isEqualTo(error);
        assertThat(answer.sempDescription()).contains(text);
        assertThat(server.vpn().replayLog().status().messages()).isEqualTo(25);
    }

    @Test
    void trimsNoLogThatIsNotThereAndKnowsNoOtherAction() {
        assertThat(server.as("operator")
                        .json("PUT", TRIM.replace("/all/", "/other/"), "{'olderThanTime':5000}")
                        .sempError())
                .isEqualTo("6 NOT_FOUND");
        assertThat(server.as("operator")
                        .json("PUT", TRIM.replace("trimLoggedMsgs", "empty"), "{}")
                        .sempDescription())
                .contains("action 'empty'")
                .contains("allowed: trimLoggedMsgs");
        assertThat(server.vpn().replayLog().status().messages()).isEqualTo(25);
    }
}
