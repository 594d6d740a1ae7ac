package io.reprise.broker.web.health;

import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.model.vpn.HealthCheck;
import io.reprise.broker.web.Answer;
import io.reprise.broker.web.HttpServer;
import java.net.http.HttpRequest.BodyPublishers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HealthTest {
    @RegisterExtension
    final HttpServer server = new HttpServer();

    @Test
    void livesWithoutAPasswordAndWithoutABroker() {
        server.takeBrokerAway();

        Answer answer = server.as("").call("", "GET", "health/live", BodyPublishers.noBody());

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.text()).isEqualTo("{\"status\":\"UP\",\"checks\":[]}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"health", "health/ready"})
    void isReadyWhenEveryPartWorks(String path) {
        Answer answer = server.as("client").get(path);

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.json().getString("status")).isEqualTo("UP");
        assertThat(answer.text())
                .contains("{\"name\":\"adapter\",\"status\":\"UP\",\"data\":{\"detail\":\"works\"}}")
                .contains("\"database\"")
                .contains("\"committer.default\"");
    }

    @Test
    void isNotReadyWhenOnePartDoesNotWork() {
        server.broker().reportHealth(new HealthCheck("database", false, "connection refused"));

        Answer answer = server.as("monitor").get("health/ready");

        assertThat(answer.status()).isEqualTo(503);
        assertThat(answer.json().getString("status")).isEqualTo("DOWN");
        assertThat(answer.text())
                .contains("{\"name\":\"database\",\"status\":\"DOWN\",\"data\":{\"detail\":\"connection refused\"}}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"adapter", "database", "committer.default"})
    void isNotReadyWhenOnePartNeverStarted(String part) {
        server.broker().forgetHealth(part);

        Answer answer = server.as("monitor").get("health/ready");

        assertThat(answer.status()).isEqualTo(503);
        assertThat(answer.text()).contains("{\"name\":\"" + part + "\",\"status\":\"DOWN\"");
    }

    @Test
    void isNotReadyWithoutABroker() {
        server.takeBrokerAway();

        Answer answer = server.as("monitor").get("health/ready");

        assertThat(answer.status()).isEqualTo(503);
        assertThat(answer.text()).contains("not running");
    }

    @Test
    void writesMetricsForPrometheus() {
        Answer answer = server.as("monitor").get("metrics");

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.header("Content-Type")).isEqualTo("text/plain;version=0.0.4;charset=utf-8");
        assertThat(answer.text()).contains("reprise_up 1\n");
    }

    @Test
    void hidesTheCauseOfAFaultBehindANumber() {
        server.broker().failMetrics();

        Answer answer = server.as("monitor").get("metrics");

        assertThat(answer.status()).isEqualTo(500);
        assertThat(answer.header("Content-Type")).isEqualTo("application/problem+json");
        assertThat(answer.text()).contains("incident").doesNotContain("secret").doesNotContain("Exception");
    }
}
