package io.reprise.broker.it.management;

import static io.reprise.broker.it.management.Api.as;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.jboss.arquillian.container.test.api.RunAsClient;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Spec 5.4 and 5.6 against the server's own security domain; each operation by each role is {@link AccessTableIT}. */
@RunAsClient
class HttpAccessIT extends ManagementSuite {
    @ParameterizedTest
    @CsvSource({
        "GET, SEMP/v2/config/msgVpns",
        "DELETE, SEMP/v2/config/msgVpns/default/queues/door",
        "POST, rest/v1/default/TOPIC/a",
        "POST, rest/produce?subject=/a",
        "GET, rest/subscribe?subject=/a",
        "GET, rest/subscribe?subject=/a&token=t",
        "GET, rest/ws",
        "GET, rest/ws?token=t",
        "GET, metrics",
        "GET, health",
        "GET, health/ready",
        "GET, health/live/..%2Fready",
        "GET, no/such/path",
        "GET, error-page",
        "OPTIONS, SEMP/v2/config/msgVpns",
        "TRACE, metrics",
        "PROPFIND, metrics"
    })
    void asksForAPasswordEverywhereButForLiveness(String method, String path) {
        for (String credentials : List.of("", "nobody:guess")) {
            Answer answer = Api.with(credentials).json(method, path, "");

            assertThat(answer.status()).as(credentials + answer.text()).isIn(401, 405);
            assertThat(answer.text()).doesNotContain("Exception", "org.", "UT0");
            if (answer.status() == 401) {
                assertThat(answer.header("WWW-Authenticate")).isEqualTo("Basic realm=\"Reprise\"");
                assertRefusal(answer, path, "401 72 UNAUTHORIZED", "401 unauthorized");
            }
        }
    }

    /** Once only: after ten wrong passwords the server locks a user out for some minutes. */
    @Test
    void asksForTheRightPassword() {
        Answer answer = Api.with("operator:guess").get("metrics");

        assertRefusal(answer, "metrics", "", "401 unauthorized");
        assertThat(as("operator").get("metrics").status()).isEqualTo(200);
    }

    @Test
    void livesWithoutAPassword() {
        assertThat(Api.with("").get("health/live").text()).isEqualTo("{\"status\":\"UP\",\"checks\":[]}");
    }

    @Test
    void isReadyWithAdapterDatabaseAndCommitter() {
        Answer answer = as("monitor").get("health");

        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        assertThat(answer.text())
                .contains("{\"name\":\"adapter\",\"status\":\"UP\"")
                .contains("{\"name\":\"database\",\"status\":\"UP\"")
                .contains("{\"name\":\"committer.default\",\"status\":\"UP\"");
    }

    @Test
    void showsWhatWasPublishedInFiguresAndMetrics() {
        Api.createQueue("counted");
        int before = published();

        as("client").post("rest/v1/default/QUEUE/counted", "x");

        assertThat(published()).isEqualTo(before + 1);
        assertThat(as("monitor").get("SEMP/v2/monitor/msgVpns/default").data().getString("state"))
                .isEqualTo("ACTIVE");
        Answer metrics = as("monitor").get("metrics");
        assertThat(metrics.header("Content-Type")).isEqualTo("text/plain;version=0.0.4;charset=utf-8");
        assertThat(metrics.text()).contains("# TYPE reprise_").doesNotContain("counted");
    }

    @ParameterizedTest
    @ValueSource(strings = {"no/such", "SEMP/v2/config/msgVpns/default/fridges", "SEMP/v3/config", "error-page"})
    void answersAPathThatIsNotThereInItsOwnShape(String path) {
        Answer answer = as("admin").get(path);

        assertThat(answer.status()).isEqualTo(404);
        assertRefusal(answer, path, "404 6 NOT_FOUND", "404 not-found");
        assertThat(answer.text()).doesNotContain("RESTEASY", "Exception");
    }

    @ParameterizedTest
    @CsvSource({"PUT,  SEMP/v2/action/msgVpns/default/queues/q/pause, action pause"})
    void refusesByNameWhatIsNotBuilt(String method, String path, String name) {
        Answer answer = as("admin").json(method, path, "{}");

        assertThat(answer.sempError()).isEqualTo("400 14 NOT_SUPPORTED");
        assertThat(answer.sempText()).contains(name);
    }

    /** There is no log here: who gets past the door is told so. */
    @Test
    void letsAClientStartTheReplayOfWhatItMayConsumeFrom() {
        Api.createQueue("mine", "'owner':'client'");
        Api.createQueue("theirs", "'owner':'somebody'");

        assertThat(startReplay("client", "mine").sempError()).isEqualTo("400 89 NOT_ALLOWED");
        assertThat(startReplay("client", "theirs").sempError()).isEqualTo("403 72 UNAUTHORIZED");
        assertThat(startReplay("operator", "theirs").sempError()).isEqualTo("400 89 NOT_ALLOWED");
        assertThat(startReplay("monitor", "mine").sempError()).isEqualTo("403 72 UNAUTHORIZED");
    }

    private static Answer startReplay(String user, String queue) {
        return as(user).json("PUT", "SEMP/v2/action/msgVpns/default/queues/" + queue + "/startReplay", "{}");
    }

    private static int published() {
        return as("monitor").get("SEMP/v2/monitor/msgVpns/default").data().getInt("publishedMsgs");
    }

    private static void assertRefusal(Answer answer, String path, String sempError, String problem) {
        if (path.startsWith("SEMP")) {
            assertThat(answer.header("Content-Type")).startsWith("application/json");
            assertThat(answer.sempError()).isEqualTo(sempError);
        } else {
            assertThat(answer.header("Content-Type")).startsWith("application/problem+json");
            assertThat(answer.problem()).isEqualTo(problem);
        }
    }
}
