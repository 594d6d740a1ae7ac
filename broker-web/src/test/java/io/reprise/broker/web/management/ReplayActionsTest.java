package io.reprise.broker.web.management;

import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.management.ReplayLogSettings;
import io.reprise.broker.model.message.ReplicationGroupMsgId;
import io.reprise.broker.model.replay.ReplayEnd;
import io.reprise.broker.model.replay.ReplayRequest;
import io.reprise.broker.model.replay.ReplayStart;
import io.reprise.broker.web.Answer;
import io.reprise.broker.web.HttpServer;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReplayActionsTest {
    private static final ReplicationGroupMsgId ID = new ReplicationGroupMsgId(7, 42);
    private static final String QUEUE = "queues/a%2Fb";

    @RegisterExtension
    final HttpServer server = new HttpServer();

    @BeforeEach
    void createEndpoints() {
        server.as("admin").json("POST", "SEMP/v2/config/msgVpns/default/queues", "{'queueName':'a/b'}");
        server.as("admin").json("POST", "SEMP/v2/config/msgVpns/default/topicEndpoints", "{'topicEndpointName':'t'}");
    }

    @Test
    void startsFromTheBeginningIfNothingElseIsSaid() {
        Answer answer = act("operator", QUEUE + "/startReplay", "{}");

        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        assertThat(server.vpn().replays().done()).containsExactly("start queue a/b");
        assertThat(server.vpn().replays().requests()).containsExactly(ReplayRequest.from(new ReplayStart.Beginning()));
    }

    @Test
    void answersWithTheEffectiveStartAndTheSizeOfTheRange() {
        Answer answer = act("admin", QUEUE + "/startReplay", "{'ratePerSecond':500}");

        assertThat(answer.data().getInt("fromTime")).isEqualTo(1_700_000_000);
        assertThat(answer.data().getInt("firstMsgId")).isEqualTo(11);
        assertThat(answer.data().getInt("lastMsgId")).isEqualTo(30);
        assertThat(answer.data().getInt("loggedMsgCount")).isEqualTo(20);
        assertThat(answer.data().getInt("ratePerSecond")).isEqualTo(500);
        assertThat(answer.data().getBoolean("dryRun")).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "1735689600,                    2025-01-01T00:00:00Z",
        "'1735689600',                  2025-01-01T00:00:00Z",
        "'2026-11-30T10:00:00+01:00',   2026-11-30T09:00:00Z",
        "'-PT20M',                      2023-11-14T21:53:20.123Z"
    })
    void startsFromATime(String json, Instant time) {
        String value = json.matches("\\d+") ? json : "'" + json + "'";

        act("admin", QUEUE + "/startReplay", "{'fromTime':" + value + "}");

        assertThat(server.vpn().replays().requests())
                .containsExactly(ReplayRequest.from(new ReplayStart.FromTime(time)));
    }

    @Test
    void startsATopicEndpointAfterAMessageUpToAnotherAtARate() {
        ReplicationGroupMsgId last = new ReplicationGroupMsgId(7, 50);

        Answer answer = act(
                "admin",
                "topicEndpoints/t/startReplay",
                "{'afterMsg':'" + ID + "','toMsg':'" + last + "','ratePerSecond':1000000}");

        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        assertThat(server.vpn().replays().done()).containsExactly("start topic endpoint t");
        assertThat(server.vpn().replays().requests())
                .containsExactly(
                        new ReplayRequest(new ReplayStart.AfterMessage(ID), new ReplayEnd.AtMessage(last), 1_000_000));
    }

    @Test
    void endsAtATime() {
        act("admin", QUEUE + "/startReplay", "{'fromTime':5,'toTime':5}");

        assertThat(server.vpn().replays().requests())
                .containsExactly(new ReplayRequest(
                        new ReplayStart.FromTime(Instant.ofEpochSecond(5)),
                        new ReplayEnd.AtTime(Instant.ofEpochSecond(5)),
                        0));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'fromtime':5}                             | fromtime: 5; allowed: the attributes afterMsg, dryRun, fromTime",
                "{'start':'beginning'}                      | start: beginning",
                "{'sourceReplayLogName':'l'}                | sourceReplayLogName: l",
                "{'fromTime':5,'afterMsg':'RMID'}           | fromTime and afterMsg: 5 and rmid1:",
                "{'toTime':5,'toMsg':'RMID'}                | toTime and toMsg: ",
                "{'fromTime':'yesterday'}                   | fromTime: 'yesterday'; allowed: whole unix seconds",
                "{'fromTime':'beginning'}                   | fromTime: 'beginning'",
                "{'fromTime':'RMID'}                        | fromTime: 'rmid1:",
                "{'fromTime':-5}                            | fromTime: '-5'",
                "{'fromTime':5.5}                           | fromTime: '5.5'",
                "{'fromTime':null}                          | fromTime: 'null'",
                "{'fromTime':true}                          | fromTime: 'true'",
                "{'fromTime':1735689600000}                 | fromTime: '1735689600000'",
                "{'fromTime':10,'toTime':9}                 | toTime: 1970-01-01T00:00:09Z; allowed: fromTime, 1970-01-01T00:00:10Z",
                "{'afterMsg':'42'}                          | afterMsg: '42'; allowed: a message's id, as rmid1:",
                "{'afterMsg':42}                            | afterMsg: '42'",
                "{'afterMsg':null}                          | afterMsg: 'null'",
                "{'toMsg':'rmid1:0'}                        | toMsg: 'rmid1:0'",
                "{'ratePerSecond':-1}                       | ratePerSecond: '-1'; allowed: a whole number, 0–1000000",
                "{'ratePerSecond':1000001}                  | ratePerSecond: '1000001'",
                "{'ratePerSecond':'fast'}                   | ratePerSecond: 'fast'",
                "{'dryRun':'true'}                          | dryRun: 'true'; allowed: true, false",
                "{'dryRun':null}                            | dryRun: 'null'",
                "{'replayLogName':''}                       | replayLogName: ''"
            })
    void refusesWhatItDoesNotUnderstandAndDoesNothing(String body, String description) {
        Answer answer = act("admin", QUEUE + "/startReplay", body.replace("RMID", ID.format()));

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.sempError()).isEqualTo("11 INVALID_PARAMETER");
        assertThat(answer.sempDescription()).contains(description);
        assertThat(server.vpn().replays().done()).isEmpty();
        assertThat(server.vpn().replays().requests()).isEmpty();
    }

    @Test
    void tellsAllThatIsWrongTogether() {
        Answer answer = act("admin", QUEUE + "/startReplay", "{'fromTime':'x','rate':5,'dryRun':1}");

        assertThat(answer.sempDescription())
                .contains("fromTime: 'x'")
                .contains("rate: 5")
                .contains("dryRun: '1'");
    }

    @ParameterizedTest
    @ValueSource(strings = {"startReplay?dryRun=true", "cancelReplay?force=true", "copyMsgFromReplayLog?x=1"})
    void refusesParametersOfTheAddressAndDoesNothing(String action) {
        Answer answer = act("admin", QUEUE + "/" + action, "{}");

        assertThat(answer.sempError()).isEqualTo("11 INVALID_PARAMETER");
        assertThat(server.vpn().replays().done()).isEmpty();
    }

    @Test
    void looksOnlyIfItIsADryRun() {
        Answer answer = act("admin", QUEUE + "/startReplay", "{'dryRun':true}");

        assertThat(server.vpn().replays().done()).containsExactly("preview queue a/b");
        assertThat(answer.data().getBoolean("dryRun")).isTrue();
        assertThat(answer.data().getInt("loggedMsgCount")).isEqualTo(20);
        assertThat(answer.data().getInt("matchingMsgCount")).isEqualTo(7);
        assertThat(answer.data().getInt("removedMsgCount")).isEqualTo(5);
        assertThat(answer.data().getInt("removedNotLoggedMsgCount")).isEqualTo(3);
        assertThat(answer.data().getBoolean("topicFilterEnabled")).isFalse();
        assertThat(answer.data().getString("topicFilterRemark")).isEmpty();
    }

    @Test
    void saysInADryRunWhatTheTopicFilterMeans() {
        server.vpn().replays().filterTopics();

        Answer answer = act("admin", QUEUE + "/startReplay", "{'dryRun':true}");

        assertThat(answer.data().getBoolean("topicFilterEnabled")).isTrue();
        assertThat(answer.data().getString("topicFilterRemark"))
                .contains("not replayed")
                .contains("removedNotLoggedMsgCount");
    }

    @ParameterizedTest
    @CsvSource({
        "REPLAY_DISABLED,                  89 NOT_ALLOWED, 400",
        "REPLAY_START_TIME_NOT_AVAILABLE,  89 NOT_ALLOWED, 400",
        "REPLAY_START_MESSAGE_UNAVAILABLE, 89 NOT_ALLOWED, 400",
        "REPLAY_PARTITIONED_QUEUE,         89 NOT_ALLOWED, 400",
        "INVALID_PARAMETER,                11 INVALID_PARAMETER, 400",
        "DATABASE_UNAVAILABLE,             89 NOT_ALLOWED, 503"
    })
    void passesOnWhyTheEngineRefuses(ErrorCode code, String sempError, int status) {
        server.vpn().replays().refuse(code);

        Answer answer = act("admin", QUEUE + "/startReplay", "{}");

        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.sempError()).isEqualTo(sempError);
    }

    @Test
    void takesTheNameOfTheVpnsLog() {
        server.vpn().createReplayLog("log", ReplayLogSettings.DEFAULTS);
        String message = "{'replicationGroupMsgId':'" + ID + "','sourceReplayLogName':'log'}";

        Answer start = act("admin", QUEUE + "/startReplay", "{'replayLogName':'log'}");
        Answer copy = act("admin", QUEUE + "/copyMsgFromReplayLog", message);

        assertThat(start.status()).as(start.text()).isEqualTo(200);
        assertThat(copy.status()).as(copy.text()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void doesNothingIfAnotherLogIsMeant(boolean exists) {
        if (exists) {
            server.vpn().createReplayLog("log", ReplayLogSettings.DEFAULTS);
        }
        String message = "{'replicationGroupMsgId':'" + ID + "','sourceReplayLogName':'olg'}";

        Answer start = act("admin", QUEUE + "/startReplay", "{'replayLogName':'olg'}");
        Answer copy = act("admin", QUEUE + "/copyMsgFromReplayLog", message);

        assertThat(start.sempError()).isEqualTo("6 NOT_FOUND");
        assertThat(copy.sempError()).isEqualTo("6 NOT_FOUND");
        assertThat(start.sempDescription())
                .contains("replay log 'olg' of VPN 'default': does not exist")
                .contains(exists ? "'log'" : "no log");
        assertThat(server.vpn().replays().done()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"startReplay", "cancelReplay"})
    void refusesAnEndpointThatDoesNotExist(String action) {
        Answer answer = act("admin", "queues/none/" + action, "{}");

        assertThat(answer.sempError()).isEqualTo("6 NOT_FOUND");
        assertThat(answer.sempDescription()).contains("queue 'none'");
        assertThat(server.vpn().replays().done()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'permission':'consume'}                                | 200",
                "{'permission':'delete'}                                 | 200",
                "{'owner':'client'}                                      | 200",
                "{'permission':'read-only'}                              | 403",
                "{'owner':'somebody'}                                    | 403",
                "{}                                                      | 403",
                "{'permission':'consume','accessType':'non-exclusive'}   | 400",
            })
    void letsAClientStartItsOwnExclusiveEndpointOnly(String settings, int status) {
        server.as("admin").json("PUT", "SEMP/v2/config/msgVpns/default/queues/mine", settings);

        Answer answer = act("client", "queues/mine/startReplay", "{}");
        Answer dryRun = act("client", "queues/mine/startReplay", "{'dryRun':true}");
        Answer cancel = act("client", "queues/mine/cancelReplay", "{}");

        assertThat(answer.status()).as(answer.text()).isEqualTo(status);
        assertThat(dryRun.status()).isEqualTo(status);
        assertThat(cancel.status()).isEqualTo(403);
        assertThat(server.vpn().replays().done()).hasSize(status == 200 ? 2 : 0);
    }

    @Test
    void letsAnAdministratorStartANonExclusiveEndpoint() {
        server.as("admin").json("PUT", "SEMP/v2/config/msgVpns/default/queues/all", "{'accessType':'non-exclusive'}");

        assertThat(act("operator", "queues/all/startReplay", "{}").status()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{'forceComplete':true}", "{'forceComplete':false}"})
    void cancels(String body) {
        Answer answer = act("operator", QUEUE + "/cancelReplay", body);

        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        assertThat(server.vpn().replays().done()).containsExactly("cancel queue a/b");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{'forceComplete':1}", "{'force':true}"})
    void cancelsNothingWhenTheBodySaysSomethingElse(String body) {
        Answer answer = act("operator", QUEUE + "/cancelReplay", body);

        assertThat(answer.sempError()).isEqualTo("11 INVALID_PARAMETER");
        assertThat(server.vpn().replays().done()).isEmpty();
    }

    @Test
    void saysThatNoReplayRuns() {
        server.vpn().replays().refuse(ErrorCode.REPLAY_NOT_RUNNING);

        assertThat(act("operator", QUEUE + "/cancelReplay", "{}").sempError()).isEqualTo("89 NOT_ALLOWED");
    }

    @Test
    void copiesAMessageOfTheLog() {
        Answer answer = act("operator", QUEUE + "/copyMsgFromReplayLog", "{'replicationGroupMsgId':'" + ID + "'}");

        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        assertThat(server.vpn().replays().done()).containsExactly("copy " + ID + " to queue a/b");
        assertThat(answer.data().getString("replicationGroupMsgId"))
                .isEqualTo(new ReplicationGroupMsgId(7, 99).format());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{}                                | 228 MISSING_PARAMETER",
                "{'replicationGroupMsgId':'42'}    | 11 INVALID_PARAMETER",
                "{'msgId':42}                      | 11 INVALID_PARAMETER"
            })
    void copiesNothingWithoutAnId(String body, String sempError) {
        Answer answer = act("operator", QUEUE + "/copyMsgFromReplayLog", body);

        assertThat(answer.sempError()).isEqualTo(sempError);
        assertThat(server.vpn().replays().done()).isEmpty();
    }

    private Answer act(String user, String action, String body) {
        return server.as(user).json("PUT", "SEMP/v2/action/msgVpns/default/" + action, body);
    }
}
