package io.reprise.broker.it.adapter;

import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.it.adapter.probe.Shop;
import io.reprise.broker.it.adapter.probe.ShopBean;
import io.reprise.broker.it.suite.RepriseClient;
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

/** The server is killed while beans receive, write to an XA datasource and send on: after recovery all of it or nothing, once. */
class RecoveryIT {
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final int MESSAGES = 300;
    private static final int KILLS = 3;

    private static RunningBroker broker;

    @BeforeAll
    static void start() throws SQLException {
        broker = RunningBroker.alone("recovery");
        execute("CREATE TABLE shop (line VARCHAR(200))");
        broker.client().createQueue("it.sent", Map.of());
        broker.application("shop").deploy(Shop.class, ShopBean.class);
        broker.client().awaitConsumers("it.shop", 1, PATIENCE);
    }

    @AfterAll
    static void stop() {
        broker.close();
    }

    @Test
    void leavesNothingInDoubtAndDoesEachExactlyOnce() throws SQLException {
        for (int round = 1; round <= KILLS; round++) {
            int number = round;
            IntStream.range(0, MESSAGES)
                    .forEach(
                            i -> broker.client().sendToQueue("it.shop", "r" + number + "m" + i + " send=9999 xa=9999"));
            awaitLines((number - 1) * MESSAGES + MESSAGES / 3);
            broker.server().kill();
            broker.server().start();
            RepriseClient client = broker.client();
            client.awaitReady(PATIENCE);
            client.awaitDrained("it.shop", PATIENCE);
            awaitSent(number * MESSAGES);
        }

        assertThat(lines()).hasSize(KILLS * MESSAGES).doesNotHaveDuplicates();
        // The rows follow the log, at some distance on a busy machine.
        Awaitility.await("no prepared branch")
                .atMost(PATIENCE)
                .untilAsserted(() -> assertThat(prepared("SELECT COUNT(*) FROM prepared_branch"))
                        .isEqualTo("0"));
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

    private static String prepared(String sql) throws SQLException {
        try (Connection connection = broker.database().connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getString(1);
        }
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
