package io.reprise.broker.it.management;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.reprise.broker.it.server.ServerConfiguration;
import io.reprise.broker.it.suite.BrokerEar;
import jakarta.json.Json;
import jakarta.json.JsonObject;
import java.io.IOException;
import java.io.StringReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** On a server that has MicroProfile Health its management says how the broker fares (spec 5.6). Every other suite's server has none. */
class MicroProfileHealthIT {
    private static OwnServer own;

    @BeforeAll
    static void start() {
        own = OwnServer.start(
                "microprofile-health", ServerConfiguration.reprise().withMicroProfileHealth());
    }

    @AfterAll
    static void stop() {
        own.close();
    }

    @Test
    void theServersManagementSaysHowTheBrokerFares() throws Exception {
        assertThat(procedures(ask("live"), 200)).containsExactly("reprise-live UP");
        assertThat(procedures(ask("ready"), 200)).contains("reprise-ready UP");
        assertThat(parts(ask("ready")))
                .isEqualTo("{\"adapter\":\"UP\",\"committer.default\":\"UP\",\"database\":\"UP\"}");

        own.database().kill();
        // The committer may be the first to find out.
        await("readiness to name the database")
                .atMost(OwnServer.LONG)
                .until(() -> parts(ask("ready")).contains("\"database\":\"DOWN\""));
        assertThat(procedures(ask("live"), 200)).containsExactly("reprise-live UP");
        assertThat(procedures(ask("ready"), 503)).contains("reprise-ready DOWN");
        assertThat(parts(ask("ready"))).contains("\"adapter\":\"UP\"");

        own.database().start();
        own.awaitReady();
        assertThat(procedures(ask("ready"), 200)).contains("reprise-ready UP");

        own.server().management().undeploy(BrokerEar.NAME);
        assertThat(ask("live").body()).doesNotContain("reprise-live");
        assertThat(ask("ready").body()).doesNotContain("reprise-ready");
    }

    private static HttpResponse<String> ask(String kind) throws IOException, InterruptedException {
        URI health = URI.create("http://127.0.0.1:" + own.server().managementPort() + "/health/" + kind);
        return HttpClient.newHttpClient().send(HttpRequest.newBuilder(health).build(), BodyHandlers.ofString());
    }

    /** Each procedure of an answer of that status, by its name and state. */
    private static List<String> procedures(HttpResponse<String> answer, int status) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        return checks(answer).stream()
                .map(check -> check.getString("name") + " " + check.getString("status"))
                .toList();
    }

    /** What the readiness of the broker is made of. */
    private static String parts(HttpResponse<String> answer) {
        return checks(answer).stream()
                .filter(check -> check.getString("name").equals("reprise-ready"))
                .map(check -> check.getJsonObject("data").toString())
                .findFirst()
                .orElseThrow();
    }

    private static List<JsonObject> checks(HttpResponse<String> answer) {
        return Json.createReader(new StringReader(answer.body()))
                .readObject()
                .getJsonArray("checks")
                .getValuesAs(JsonObject.class);
    }
}
