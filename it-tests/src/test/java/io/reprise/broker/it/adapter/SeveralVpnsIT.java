package io.reprise.broker.it.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.reprise.broker.it.adapter.probe.OrdersVpnBean;
import io.reprise.broker.it.adapter.probe.Shop;
import io.reprise.broker.it.crash.Decisions;
import io.reprise.broker.it.suite.RepriseClient;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A bean in one VPN that sends on in another and writes to a database, on a server that is killed meanwhile: three branches, whole or not there. */
class SeveralVpnsIT {
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final String VPN = "orders";
    private static final String QUEUE = "it.orders";
    private static final int MESSAGES = 200;
    private static final int KILLS = 2;

    private static RunningBroker broker;

    @BeforeAll
    static void start() throws SQLException {
        broker = RunningBroker.alone("vpns");
        execute("CREATE TABLE shop (line VARCHAR(200))");
        broker.client().createQueue("it.sent", Map.of());
    }

    @AfterAll
    static void stop() {
        broker.close();
    }

    @Test
    void aBeanWaitsForItsVpnWorksInItThroughKillsAndTheVpnIsDeleted() throws Exception {
        ProbeApplication application = broker.application("orders").deploy(Shop.class, OrdersVpnBean.class);
        Awaitility.await("the missing VPN to be named")
                .atMost(PATIENCE)
                .until(() -> broker.client().health().contains("VPN 'orders' does not exist"));
        broker.client().createVpn(VPN);
        orders().awaitConsumers(QUEUE, 1, PATIENCE);

        for (int round = 1; round <= KILLS; round++) {
            int number = round;
            IntStream.range(0, MESSAGES)
                    .forEach(i -> orders().sendToQueue(QUEUE, "r" + number + "m" + i + " send=9999 xa=9999"));
            awaitLines((number - 1) * MESSAGES + MESSAGES / 3);
            broker.server().kill();
            broker.server().start();
            broker.client().awaitReady(PATIENCE);
            orders().awaitDrained(QUEUE, PATIENCE);
            awaitSent(number * MESSAGES);
        }

        assertThat(lines()).hasSize(KILLS * MESSAGES).doesNotHaveDuplicates();
        awaitNothingInDoubt();
        application.undeploy();
        assertThatThrownBy(() -> broker.client().deleteVpn(VPN)).hasMessageContaining("queue 'it.orders'");
        orders().deleteQueue(QUEUE);
        broker.client().deleteVpn(VPN);
        assertThatThrownBy(() -> orders().sendToQueue(QUEUE, "x")).hasMessageContaining("VPN 'orders' does not exist");
        assertThat(broker.client().depth("it.sent")).isEqualTo(KILLS * MESSAGES);
    }

    private static RepriseClient orders() {
        return broker.client().ofVpn(VPN);
    }

    private static void awaitLines(int count) {
        Awaitility.await().atMost(PATIENCE).pollInterval(Duration.ofMillis(5)).until(() -> lines().size() >= count);
    }

    private static void awaitSent(int messages) {
        Awaitility.await(messages + " messages sent on")
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(100))
                .untilAsserted(() -> {
                    assertThat(broker.client().depth("it.sent")).isEqualTo(messages);
                    assertThat(lines()).hasSize(messages);
                });
    }

    private static void awaitNothingInDoubt() {
        Decisions decisions = new Decisions(Path.of("target", "it", "vpns", "data", "tx-object-store"));
        Awaitility.await("nothing to be in doubt").atMost(PATIENCE).untilAsserted(() -> {
            assertThat(broker.client().preparedBranches()).isZero();
            assertThat(orders().preparedBranches()).isZero();
            assertThat(decisions.left()).isEmpty();
        });
    }

    private static List<String> lines() throws SQLException {
        List<String> result = new ArrayList<>();
        try (Connection connection = broker.database().connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT line FROM shop")) {
            while (rows.next()) {
                result.add(rows.getString(1));
            }
        }
        return result;
    }

    private static void execute(String sql) throws SQLException {
        try (Connection connection = broker.database().connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
