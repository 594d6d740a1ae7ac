package io.reprise.broker.web.management;

import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.model.management.AlarmCode;
import io.reprise.broker.model.management.Alarms;
import io.reprise.broker.model.management.EndpointStatistics;
import io.reprise.broker.model.management.VpnStatistics;
import io.reprise.broker.model.message.ReplicationGroupMsgId;
import io.reprise.broker.web.Answer;
import io.reprise.broker.web.HttpServer;
import jakarta.json.JsonObject;
import java.lang.reflect.RecordComponent;
import java.time.Instant;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MonitorAndActionTest {
    private static final String VPN = "msgVpns/default";

    @RegisterExtension
    final HttpServer server = new HttpServer();

    @Test
    void showsEveryFigureOfAVpnUnderItsOwnName() {
        Answer answer = server.as("monitor").get("SEMP/v2/monitor/" + VPN);

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.data()).containsKeys(names(VpnStatistics.class)).containsKey("msgVpnName");
        assertThat(answer.data().getString("state")).isEqualTo("ACTIVE");
        assertThat(answer.data().getInt("subscribers")).isEqualTo(101);
        assertThat(answer.data().getInt("slowSubscribersEnded")).isEqualTo(114);
        assertThat(answer.data().getInt("lastMsgId")).isEqualTo(4);
    }

    @Test
    void showsSettingsAndEveryFigureOfAQueue() {
        createQueue("a/b");
        server.as("client").post("rest/v1/default/QUEUE/a%2Fb", "x");

        Answer answer = server.as("monitor").get("SEMP/v2/monitor/" + VPN + "/queues/a%2Fb");

        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        assertThat(answer.data()).containsKeys(names(EndpointStatistics.class));
        assertThat(answer.data().getInt("spooledMsgCount")).isEqualTo(1);
        assertThat(answer.data().getInt("maxBindCount")).isEqualTo(1000);
    }

    @Test
    void showsTheReplayOfAQueue() {
        createQueue("q");

        JsonObject queue = server.as("monitor")
                .get("SEMP/v2/monitor/" + VPN + "/queues/q?select=replay*,lastReplay*")
                .data();

        assertThat(queue.toString()).isEqualTo(text("""
                {'replayState':'pending-complete','replayStartCount':31,'replaySuccessCount':32,'replayFailureCount':33,
                'replayRefusedCount':34,'replayedTxMsgCount':35,'replayedAckedMsgCount':36,'lastReplayStartTime':37,
                'lastReplayCompleteTime':38,'lastReplayFailureTime':39,'lastReplayFailureReason':'REPLAY_CANCELLED',
                'lastReplayedMsgTxTime':40,'replayCursorMsgId':41,'replayRangeEndMsgId':42,'replayRemainingMsgCount':43,
                'replayEstimatedEndTime':44,'replayHeldBackMsgCount':45,'replaySetAsideMsgCount':46}"""));
    }

    @Test
    void findsTheEndpointsThatAreReplayed() {
        createQueue("q");

        Answer some = server.as("monitor").get("SEMP/v2/monitor/" + VPN + "/queues?where=replayState==pending*");
        Answer none = server.as("monitor").get("SEMP/v2/monitor/" + VPN + "/queues?where=replayState==active");

        assertThat(some.column("queueName")).containsExactly("q");
        assertThat(none.column("queueName")).isEmpty();
    }

    @Test
    void countsTheReplaysOfAVpnByTheirStates() {
        Answer answer = server.as("monitor").get("SEMP/v2/monitor/" + VPN + "?select=msgReplay*");

        assertThat(answer.data().toString()).isEqualTo(text("""
                {'msgReplayInitializingCount':0,'msgReplayActiveCount':3,'msgReplayPendingCompleteCount':0,
                'msgReplayCompleteCount':0,'msgReplayFailedCount':1}"""));
    }

    private static String text(String json) {
        return json.replace('\'', '"').replace("\n", "");
    }

    @Test
    void listsQueuesByTheirFigures() {
        createQueue("q");

        Answer some = server.as("operator").get("SEMP/v2/monitor/" + VPN + "/queues?where=bindCount==6");
        Answer none = server.as("operator").get("SEMP/v2/monitor/" + VPN + "/queues?where=bindCount==7");

        assertThat(some.column("queueName")).containsExactly("q");
        assertThat(none.column("queueName")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"config", "monitor"})
    void listsAndReadsTheVpns(String api) {
        Answer list = server.as("monitor").get("SEMP/v2/" + api + "/msgVpns?count=1");
        Answer rest = server.as("monitor").get("SEMP/v2/" + api + "/msgVpns?" + list.nextPage());
        Answer missing = server.as("monitor").get("SEMP/v2/" + api + "/msgVpns/none");

        assertThat(list.column("msgVpnName")).containsExactly("default");
        assertThat(rest.column("msgVpnName")).containsExactly("other");
        assertThat(missing.status()).isEqualTo(400);
        assertThat(missing.sempError()).isEqualTo("6 NOT_FOUND");
    }

    @Test
    void purgesAQueueAndSaysHowManyThatWere() {
        createQueue("q");
        server.as("client").post("rest/v1/default/QUEUE/q", "x");

        Answer answer = server.as("operator").json("PUT", "SEMP/v2/action/" + VPN + "/queues/q/deleteMsgs", "{}");

        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        assertThat(answer.data().getInt("deletedMsgCount")).isEqualTo(1);
        assertThat(server.vpn().published()).isEmpty();
    }

    @Test
    void purgesNothingWhenTheBodySaysMoreThanItMay() {
        createQueue("q");
        server.as("client").post("rest/v1/default/QUEUE/q", "x");

        Answer body =
                server.as("operator").json("PUT", "SEMP/v2/action/" + VPN + "/queues/q/deleteMsgs", "{'olderThan':5}");
        Answer parameter =
                server.as("operator").json("PUT", "SEMP/v2/action/" + VPN + "/queues/q/deleteMsgs?all=1", "{}");

        assertThat(body.sempError()).isEqualTo("11 INVALID_PARAMETER");
        assertThat(parameter.sempError()).isEqualTo("11 INVALID_PARAMETER");
        assertThat(server.vpn().published()).hasSize(1);
    }

    @Test
    void copiesAMessageOfAQueue() {
        server.as("admin").json("PUT", "SEMP/v2/config/msgVpns/default/queues/q", "{}");
        String id = new ReplicationGroupMsgId(1, 5).format();
        String action = "SEMP/v2/action/msgVpns/default/queues/q/copyMsgFromQueue";

        Answer answer = server.as("operator")
                .json("PUT", action, "{'sourceQueueName':'other','replicationGroupMsgId':'" + id + "'}");

        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        assertThat(answer.data().getInt("msgId")).isEqualTo(77);
        assertThat(server.vpn().messages().calls()).contains("copy from other 5");
        assertThat(server.as("operator")
                        .json("PUT", action, "{'replicationGroupMsgId':'5'}")
                        .sempDescription())
                .contains("sourceQueueName is missing", "replicationGroupMsgId");
    }

    @ParameterizedTest
    @CsvSource({
        "PUT,    action/msgVpns/default/queues/q/pause, pause",
        "GET,    config/msgVpns/default/clients, clients"
    })
    void refusesByNameWhatIsNotBuilt(String method, String path, String name) {
        Answer answer = server.as("admin").json(method, "SEMP/v2/" + path, "{}");

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.sempError()).isEqualTo("14 NOT_SUPPORTED");
        assertThat(answer.sempDescription()).contains(name).contains("not supported in this version");
    }

    @Test
    void listsAlarmsThatHoldAndThoseThatEnded() {
        Alarms alarms = server.broker().shared(Alarms.class, Alarms::new);
        alarms.raise(AlarmCode.MESSAGES_HELD, "default", "queue 'q'", "3 messages", Instant.ofEpochSecond(5));
        alarms.raise(AlarmCode.DATABASE_AWAY, "default", "", "refused", Instant.ofEpochSecond(6));
        alarms.raise(AlarmCode.DATABASE_AWAY, "other", "", "refused", Instant.ofEpochSecond(6));
        alarms.clear(AlarmCode.DATABASE_AWAY, "default", "", Instant.ofEpochSecond(9));

        Answer all = server.as("monitor").get("SEMP/v2/monitor/" + VPN + "/alarms");
        Answer active = server.as("monitor").get("SEMP/v2/monitor/" + VPN + "/alarms?where=active==true");

        assertThat(all.column("alarmName")).containsExactly("database-away", "messages-held");
        assertThat(all.column("since")).containsExactly("6", "5");
        assertThat(all.column("cleared")).containsExactly("9", "0");
        assertThat(active.column("subject")).containsExactly("queue 'q'");
    }

    @Test
    void refusesAnUnknownActionAndAnUnknownPath() {
        Answer action = server.as("admin").json("PUT", "SEMP/v2/action/" + VPN + "/queues/q/explode", "{}");
        Answer path = server.as("admin").get("SEMP/v2/config/" + VPN + "/fridges");

        assertThat(action.sempError()).isEqualTo("11 INVALID_PARAMETER");
        assertThat(path.status()).isEqualTo(404);
        assertThat(path.sempError()).isEqualTo("6 NOT_FOUND");
        assertThat(path.sempDescription()).doesNotContain("RESTEASY").contains("no such path");
    }

    private void createQueue(String name) {
        server.as("admin").json("POST", "SEMP/v2/config/" + VPN + "/queues", "{'queueName':'" + name + "'}");
    }

    private static String[] names(Class<? extends Record> figures) {
        return Arrays.stream(figures.getRecordComponents())
                .map(RecordComponent::getName)
                .toArray(String[]::new);
    }
}
