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
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Receive, write to a database, send on: whole or not at all. */
@ExtendWith(RunningBroker.Extension.class)
class BeanTransactionIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static RunningBroker running;
    private static ProbeApplication application;
    private static RepriseClient client;

    @BeforeAll
    static void deployShop(RunningBroker broker) throws SQLException {
        running = broker;
        client = broker.client();
        execute("CREATE TABLE shop (line VARCHAR(200))");
        client.createQueue("it.sent", Map.of());
        ServerLog.showBranches(broker.management());
        application = broker.application("shop").deploy(Shop.class, ShopBean.class);
        client.awaitConsumers("it.shop", 1, PATIENCE);
    }

    @BeforeEach
    void empty() throws SQLException {
        application.forget();
        client.purge("it.sent");
        execute("DELETE FROM shop");
    }

    @Test
    void sendsInTheSameBranchAsItsAcknowledgement() {
        ServerLog log = ServerLog.fromNow(running);
        client.sendToQueue("it.shop", "a send=1");
        client.awaitDrained("it.shop", PATIENCE);

        awaitSent(1);
        assertThat(log.containing("in one phase")).hasSize(1);
        assertThat(log.containing("prepare")).isEmpty();
    }

    @Test
    void preparesWithAnXaDatasource() throws SQLException {
        ServerLog log = ServerLog.fromNow(running);
        client.sendToQueue("it.shop", "a send=1 xa=1");
        client.awaitDrained("it.shop", PATIENCE);

        awaitSentAndWritten(1);
        assertThat(lines()).containsExactly("a");
        assertThat(log.containing("prepare: Stored")).hasSize(1);
        assertThat(log.containing("commit: Stored")).hasSize(1);
    }

    @Test
    void preparesBeforeALastResource() throws SQLException {
        ServerLog log = ServerLog.fromNow(running);
        client.sendToQueue("it.shop", "a send=1 last=1");
        client.awaitDrained("it.shop", PATIENCE);

        awaitSentAndWritten(1);
        assertThat(lines()).containsExactly("a");
        assertThat(log.containing("prepare: Stored")).hasSize(1);
    }

    @Test
    void takesAllOfItBackOnRollback() throws SQLException {
        client.sendToQueue("it.shop", "a send=9999 xa=9999 rollback=2");
        client.awaitDrained("it.shop", PATIENCE);

        assertThat(application.awaitSeen("shop", 3)).containsExactly("shop a #1", "shop a #2 again", "shop a #3 again");
        awaitSentAndWritten(1);
        assertThat(lines()).containsExactly("a");
    }

    @Test
    void takesAllOfItBackWhenTheSendIsRefusedAtTheCommit() throws SQLException {
        ServerLog log = ServerLog.fromNow(running);
        setIngress("it.sent", false);
        client.sendToQueue("it.shop", "a send=9999 xa=9999");
        application.awaitSeen("shop", 2);
        assertThat(lines()).isEmpty();

        setIngress("it.sent", true);
        client.awaitDrained("it.shop", PATIENCE);

        awaitSentAndWritten(1);
        assertThat(lines()).containsExactly("a");
        assertThat(log.containing("prepare: Rejected[code=INGRESS_DISABLED")).isNotEmpty();
    }

    @Test
    void doesItExactlyOnceForManyWithFailures() throws SQLException {
        IntStream.range(0, 100)
                .forEach(i -> client.sendToQueue(
                        "it.shop",
                        "m" + i + " send=9999 xa=9999" + (i % 7 == 0 ? " throw=1" : "")
                                + (i % 5 == 0 ? " rollback=2" : "")));
        client.awaitDrained("it.shop", Duration.ofMinutes(2));

        awaitSentAndWritten(100);
        assertThat(lines()).hasSize(100).doesNotHaveDuplicates();
    }

    /** As {@link #awaitSent}, and their rows: the branches of a transaction are committed one after the other. */
    private static void awaitSentAndWritten(int messages) {
        awaitSent(messages);
        Awaitility.await(messages + " rows")
                .atMost(PATIENCE)
                .untilAsserted(() -> assertThat(lines()).hasSize(messages));
    }

    /** A message acknowledged in a prepared branch is off its queue before the branch is committed. */
    private static void awaitSent(int messages) {
        Awaitility.await(messages + " messages sent on")
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(20))
                .untilAsserted(() -> assertThat(client.depth("it.sent")).isEqualTo(messages));
    }

    private static void setIngress(String queue, boolean on) {
        client.changeQueue(queue, Map.of("ingressEnabled", on, "rejectMsgToSenderOnDiscardBehavior", "always"));
    }

    private static List<String> lines() throws SQLException {
        List<String> result = new ArrayList<>();
        try (Connection connection = running.database().connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT line FROM shop")) {
            while (rows.next()) {
                result.add(rows.getString(1));
            }
        }
        return result;
    }

    private static void execute(String sql) throws SQLException {
        try (Connection connection = running.database().connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
