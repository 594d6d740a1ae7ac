package io.reprise.broker.web.management;

import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.model.management.ReplayLogAttributes;
import io.reprise.broker.model.management.ReplayLogView;
import io.reprise.broker.model.topic.TopicFilter;
import io.reprise.broker.web.Answer;
import io.reprise.broker.web.HttpServer;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConfigReplayLogsTest {
    private static final String LOGS = "SEMP/v2/config/msgVpns/default/replayLogs";
    private static final String LOG = LOGS + "/all";
    private static final String FILTERS = LOG + "/topicFilterSubscriptions";

    @RegisterExtension
    final HttpServer server = new HttpServer();

    private Answer create() {
        return server.as("admin").json("POST", LOGS, "{'replayLogName':'all','maxSpoolUsage':5}");
    }

    private ReplayLogView view() {
        return server.vpn().replayLogView().orElseThrow();
    }

    private List<String> filters() {
        return view().filters().stream().map(TopicFilter::text).toList();
    }

    @Test
    void createsALogWithDefaultsForWhatIsNotGiven() {
        Answer answer = create();

        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        assertThat(answer.header("ETag")).isEqualTo("\"1\"");
        assertThat(answer.data().toString())
                .isEqualTo("{\"msgVpnName\":\"default\",\"replayLogName\":\"all\",\"ingressEnabled\":false,"
                        + "\"egressEnabled\":false,\"maxSpoolUsage\":5,\"topicFilterEnabled\":false}");
        assertThat(answer.json().getJsonObject("links").getString("topicFilterSubscriptionsUri"))
                .endsWith("/replayLogs/all/topicFilterSubscriptions");
    }

    @Test
    void listsTheOneThereIs() {
        assertThat(server.as("monitor").get(LOGS).json().get("data")).hasToString("[]");
        create();

        Answer answer = server.as("monitor").get(LOGS + "?where=maxSpoolUsage%3E4&select=replayLogName");

        assertThat(answer.json().get("data")).hasToString("[{\"replayLogName\":\"all\"}]");
        assertThat(answer.meta().getInt("count")).isEqualTo(1);
    }

    @Test
    void refusesASecondAndTheSameAgain() {
        create();

        assertThat(create().sempError()).isEqualTo("10 ALREADY_EXISTS");
        assertThat(server.as("admin")
                        .json("POST", LOGS, "{'replayLogName':'more'}")
                        .sempError())
                .isEqualTo("89 NOT_ALLOWED");
        assertThat(server.as("admin").json("PUT", LOGS + "/more", "{}").sempError())
                .isEqualTo("89 NOT_ALLOWED");
    }

    @Test
    void changesWhatIsGivenAndReplacesTheRest() {
        create();

        server.as("admin").json("PATCH", LOG, "{'replayLogName':'all','ingressEnabled':true}");
        assertThat(view().settings().maxSpoolBytes()).isEqualTo(5_000_000);
        assertThat(view().settings().ingressEnabled()).isTrue();

        Answer answer = server.as("admin").json("PUT", LOG, "{'egressEnabled':true,'maxSpoolUsage':7}");
        assertThat(answer.header("ETag")).isEqualTo("\"3\"");
        assertThat(view().settings().ingressEnabled()).isFalse();
        assertThat(view().settings().maxSpoolBytes()).isEqualTo(7_000_000);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            POST  |      | {}                                           | 228 MISSING_PARAMETER | replayLogName is missing
            POST  |      | {'replayLogName':7}                          | 11 INVALID_PARAMETER  | replayLogName: 7
            POST  |      | {'replayLogName':'a*'}                       | 11 INVALID_PARAMETER  | replay log name 'a*'
            POST  |      | {'replayLogName':'b','colour':1,'maxSpoolUsage':-1} | 11 INVALID_PARAMETER | colour = 1
            POST  |      | {'replayLogName':'b','msgVpnName':'else'}    | 11 INVALID_PARAMETER  | msgVpnName: 'else'
            PATCH | /all | {'replayLogName':'b'}                        | 11 INVALID_PARAMETER  | replayLogName: 'b'; allowed: 'all'
            PATCH | /all | {'maxSpoolUsage':6000001}                    | 11 INVALID_PARAMETER  | allowed: 0–6000000 MB
            PATCH | /all | {'maxMsgSpoolUsage':1}                       | 11 INVALID_PARAMETER  | no such attribute of a replay log
            PUT   | /all | {'maxMsgSpoolUsage':1}                       | 11 INVALID_PARAMETER  | no such attribute of a replay log
            PATCH | /no  | {}                                           | 6 NOT_FOUND           | replay log 'no' of VPN 'default'
            """)
    void refusesABadBodyByNameAndChangesNothing(String method, String path, String body, String error, String text) {
        create();
        ReplayLogView before = view();

        Answer answer = server.as("admin").json(method, LOGS + (path == null ? "" : path), body);

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.sempError()).isEqualTo(error);
        assertThat(answer.sempDescription()).contains(text);
        assertThat(view()).isEqualTo(before);
    }

    @Test
    void changesAndDeletesOnlyTheVersionThatIfMatchNames() {
        create();
        server.as("admin").json("PATCH", LOG, "{'maxSpoolUsage':7}", "If-Match", "\"1\"");

        Answer patch = server.as("admin").json("PATCH", LOG, "{'maxSpoolUsage':8}", "If-Match", "\"1\"");
        Answer delete = server.as("admin").delete(LOG, "If-Match", "\"1\"");
        Answer put = server.as("admin").json("PUT", LOG, "{}", "If-None-Match", "*");

        assertThat(List.of(patch.status(), delete.status(), put.status())).containsOnly(412);
        assertThat(patch.sempDescription()).contains("replay log 'all' of VPN 'default' has ETag \"2\"");
        assertThat(view().settings().maxSpoolBytes()).isEqualTo(7_000_000);
        assertThat(server.as("monitor").get(LOG, "If-None-Match", "\"2\"").status())
                .isEqualTo(304);
        assertThat(server.as("admin").delete(LOG, "If-Match", "\"2\"").status()).isEqualTo(200);
        assertThat(server.vpn().replayLogView()).isEmpty();
    }

    @Test
    void createsOnPutOnlyWhatTheCallerDoesNotBelieveToExist() {
        assertThat(server.as("admin")
                        .json("PUT", LOG, "{}", "If-Match", "\"1\"")
                        .status())
                .isEqualTo(412);
        assertThat(server.as("admin")
                        .json("PUT", LOG, "{}", "If-None-Match", "*")
                        .status())
                .isEqualTo(200);
        assertThat(view().name()).isEqualTo("all");
    }

    @Test
    void twoAdministratorsChangesOfDifferentAttributesBothStay() {
        create();
        AtomicBoolean changed = new AtomicBoolean();
        server.vpn().beforeEachChange(name -> {
            if (changed.compareAndSet(false, true)) {
                server.vpn()
                        .changeReplayLog("all", view().settings().with(ReplayLogAttributes.INGRESS_ENABLED, true), -1);
            }
        });

        server.as("admin").json("PATCH", LOG, "{'maxSpoolUsage':7}");

        assertThat(view().settings().ingressEnabled()).isTrue();
        assertThat(view().settings().maxSpoolBytes()).isEqualTo(7_000_000);
    }

    @Test
    void addsReadsAndDeletesTopicFilters() {
        create();
        Answer added = server.as("admin").json("POST", FILTERS, "{'topicFilterSubscription':'a/>'}");
        server.as("admin").json("PUT", FILTERS + "/!a%2Fb", "{'replayLogName':'all'}");
        Answer again = server.as("admin").json("PUT", FILTERS + "/!a%2Fb", "{}");

        assertThat(added.status()).as(added.text()).isEqualTo(200);
        assertThat(added.data().toString())
                .isEqualTo(
                        "{\"msgVpnName\":\"default\",\"replayLogName\":\"all\",\"topicFilterSubscription\":\"a/>\"}");
        assertThat(added.json().getJsonObject("links").getString("uri"))
                .endsWith("/replayLogs/all/topicFilterSubscriptions/a%2F%3E");
        assertThat(again.status()).isEqualTo(200);
        assertThat(filters()).containsExactly("!a/b", "a/>");
        assertThat(server.as("monitor")
                        .get(FILTERS.replace("config", "monitor") + "?count=1")
                        .column("topicFilterSubscription"))
                .containsExactly("!a/b");
        assertThat(server.as("monitor").get(FILTERS + "/a%2F%3E").data().getString("topicFilterSubscription"))
                .isEqualTo("a/>");

        assertThat(server.as("admin").delete(FILTERS + "/!a%2Fb").status()).isEqualTo(200);
        assertThat(filters()).containsExactly("a/>");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            {}                                                | 228 MISSING_PARAMETER | topicFilterSubscription is missing
            {'topicFilterSubscription':''}                    | 11 INVALID_PARAMETER  | filter ''
            {'topicFilterSubscription':'a','queueName':'q'}   | 11 INVALID_PARAMETER  | queueName: q; allowed: no such attribute of a topic filter subscription
            {'topicFilterSubscription':'a','replayLogName':'b'} | 11 INVALID_PARAMETER | replayLogName: 'b'; allowed: 'all'
            {'topicFilterSubscription':'b'}                   | 10 ALREADY_EXISTS     | 'b'
            """)
    void refusesABadFilterByName(String body, String error, String text) {
        create();
        server.vpn().addReplayLogFilter("all", TopicFilter.of("b"));

        Answer answer = server.as("admin").json("POST", FILTERS, body);

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.sempError()).isEqualTo(error);
        assertThat(answer.sempDescription()).contains(text);
        assertThat(filters()).containsExactly("b");
    }

    @Test
    void refusesFiltersOfALogThatIsNotThere() {
        assertThat(server.as("monitor").get(FILTERS).sempError()).isEqualTo("6 NOT_FOUND");
        assertThat(server.as("admin")
                        .json("POST", FILTERS, "{'topicFilterSubscription':'a'}")
                        .sempError())
                .isEqualTo("6 NOT_FOUND");
        create();
        assertThat(server.as("admin").delete(FILTERS + "/a").sempError()).isEqualTo("6 NOT_FOUND");
        assertThat(server.as("monitor").get(FILTERS + "/a").sempDescription())
                .contains("topic filter subscription 'a' of replay log 'all' of VPN 'default'");
    }
}
