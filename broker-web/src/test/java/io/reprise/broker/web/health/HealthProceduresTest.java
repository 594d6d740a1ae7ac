package io.reprise.broker.web.health;

import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.model.vpn.HealthCheck;
import io.reprise.broker.web.FakeBroker;
import java.util.List;
import java.util.Map;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponse.Status;
import org.junit.jupiter.api.Test;

class HealthProceduresTest {
    private final FakeBroker broker = new FakeBroker();

    @Test
    void livesWithoutAskingAnything() {
        assertThat(HealthProcedures.live().getName()).isEqualTo("reprise-live");
        assertThat(HealthProcedures.live().getStatus()).isEqualTo(Status.UP);
    }

    @Test
    void isReadyWhenEveryPartWorks() {
        HealthCheckResponse ready = ready();

        assertThat(ready.getName()).isEqualTo("reprise-ready");
        assertThat(ready.getStatus()).isEqualTo(Status.UP);
        assertThat(ready.getData().orElseThrow())
                .containsEntry("adapter", "UP")
                .containsEntry("database", "UP")
                .containsEntry("committer.default", "UP");
    }

    @Test
    void isNotReadyWhenOnePartDoesNotWorkAndTellsNobodyWhy() {
        broker.reportHealth(new HealthCheck("database", false, "connection to db.internal refused"));

        assertThat(ready().getStatus()).isEqualTo(Status.DOWN);
        assertThat(ready().getData().orElseThrow())
                .containsEntry("adapter", "UP")
                .containsEntry("database", "DOWN");
    }

    @Test
    void isNotReadyWhenOnePartNeverStarted() {
        broker.forgetHealth("adapter");

        assertThat(ready().getStatus()).isEqualTo(Status.DOWN);
        assertThat(ready().getData().orElseThrow()).containsEntry("adapter", "DOWN");
    }

    @Test
    void isNotReadyWithoutABroker() {
        HealthCheckResponse ready = HealthProcedures.ready(
                List.of(new HealthCheck("broker", false, "the broker is not running in this server")));

        assertThat(ready.getStatus()).isEqualTo(Status.DOWN);
        assertThat(ready.getData()).contains(Map.of("broker", "DOWN"));
    }

    private HealthCheckResponse ready() {
        return HealthProcedures.ready(new BrokerHealth(() -> broker).checks());
    }
}
