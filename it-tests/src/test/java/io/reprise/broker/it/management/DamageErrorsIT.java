package io.reprise.broker.it.management;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.reprise.broker.model.error.ErrorCode;
import jakarta.json.JsonArray;
import jakarta.json.JsonObject;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What callers are told of damage in the database: what is damaged, and nothing else suffers (LOG.md L11, spec 5.1). */
class DamageErrorsIT {
    private static final String CONFIG = "SEMP/v2/config/msgVpns/default/";
    private static final String MONITOR = "SEMP/v2/monitor/msgVpns/default/";
    private static final String REST = "rest/v1/default/QUEUE/";

    /** The entry that has a message. */
    private static final String ENTRY = " WHERE vpn = 'default' AND ? BETWEEN first_msg_id AND last_msg_id";

    private static OwnServer own;

    @BeforeAll
    static void start() {
        own = OwnServer.start("damage");
    }

    @AfterAll
    static void stop() {
        own.close();
    }

    @Test
    void aDamagedBodyIsToldOfItsMessageAloneAndTheOthersAreDelivered() throws SQLException {
        ok(api().json(
                        "PUT",
                        CONFIG + "replayLogs/all",
                        "{'maxSpoolUsage':5,'ingressEnabled':true,'egressEnabled':true}"));
        ok(api().json("PUT", CONFIG + "queues/bodies", "{'ingressEnabled':true,'egressEnabled':true}"));
        List.of("first", "broken", "last").forEach(text -> ok(send("bodies", text)));
        JsonObject broken = messages(MONITOR + "queues/bodies/msgs")
                .getValuesAs(JsonObject.class)
                .get(1);
        own.server().kill();
        damage("body", broken.getInt("msgId"));
        own.server().start();
        own.awaitReady();

        Answer told = api().get(MONITOR + "replayLogs/all/msgs/" + broken.getInt("msgId"));

        assertThat(told.status()).as(told.text()).isEqualTo(500);
        assertThat(told.text())
                .contains("\"code\":89", "body of message " + broken.getInt("msgId"), "does not match its checksum")
                .doesNotContain("Exception", "at io.reprise");
        assertThat(messages(MONITOR + "replayLogs/all/msgs")).hasSize(3);
        assertThat(messages(MONITOR + "queues/bodies/msgs")).hasSize(3);
        assertThat(receiveAll("bodies")).contains("\"first\"", "\"last\"").doesNotContain("broken");
        JsonObject queue = api().get(MONITOR + "queues/bodies").data();
        assertThat(queue.getInt("heldMsgCount")).as(queue.toString()).isEqualTo(1);
    }

    @Test
    void aDamagedHeadKeepsItsVpnDownAndHealthNamesTheEntry() throws SQLException {
        ok(api().json("PUT", CONFIG + "queues/heads", "{'ingressEnabled':true,'egressEnabled':true}"));
        ok(send("heads", "kept"));
        JsonObject kept = messages(MONITOR + "queues/heads/msgs")
                .getValuesAs(JsonObject.class)
                .get(0);
        own.server().kill();
        byte[] before = damage("head", kept.getInt("msgId"));
        own.server().startEvenWithErrors();

        await("health to name it")
                .atMost(OwnServer.LONG)
                .until(() -> api().get("health").text().contains("checksum does not match"));
        Answer ready = api().get("health/ready");
        Answer refused = send("heads", "refused");

        assertThat(ready.status()).isEqualTo(503);
        assertThat(refused.status()).isEqualTo(503);
        assertThat(refused.json().getString("code")).isIn(ErrorCode.VPN_STARTING.slug(), ErrorCode.VPN_DOWN.slug());
        assertThat(refused.text()).contains("is damaged: entry head");
        own.server().stop();
        write("head", kept.getInt("msgId"), before);
        own.server().start();
        own.awaitReady();
        assertThat(receiveAll("heads")).contains("\"kept\"").doesNotContain("refused");
    }

    private static Api api() {
        return own.api();
    }

    private static Answer send(String queue, String text) {
        return api().post(REST + queue, text, "Content-Type", "text/plain");
    }

    private static void ok(Answer answer) {
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
    }

    private static JsonArray messages(String path) {
        return api().get(path).json().getJsonArray("data");
    }

    /** What a consumer gets of a queue until there is no more for it. */
    private static String receiveAll(String queue) {
        Answer made = api().json("POST", REST + queue + "/consumers", "{}");
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        String consumer = REST + queue + "/consumers/" + made.json().getString("consumerId");
        StringBuilder got = new StringBuilder();
        for (int i = 0; i < 3; i++) {
            got.append(api().json("POST", consumer + "/messages", "{'wait':'PT5S'}")
                    .text());
        }
        api().delete(consumer);
        return got.toString();
    }

    /** Changes the last byte of a column of the entry that has a message; what it was. */
    private static byte[] damage(String column, long msgId) throws SQLException {
        byte[] before = read(column, msgId);
        byte[] damaged = before.clone();
        damaged[damaged.length - 1] ^= 1;
        write(column, msgId, damaged);
        return before;
    }

    private static byte[] read(String column, long msgId) throws SQLException {
        try (Connection connection = own.database().connect();
                PreparedStatement query = connection.prepareStatement("SELECT " + column + " FROM log_entry" + ENTRY)) {
            query.setLong(1, msgId);
            try (ResultSet rows = query.executeQuery()) {
                assertThat(rows.next()).isTrue();
                return rows.getBytes(1);
            }
        }
    }

    private static void write(String column, long msgId, byte[] value) throws SQLException {
        try (Connection connection = own.database().connect();
                PreparedStatement update =
                        connection.prepareStatement("UPDATE log_entry SET " + column + " = ?" + ENTRY)) {
            update.setBytes(1, value);
            update.setLong(2, msgId);
            assertThat(update.executeUpdate()).isEqualTo(1);
        }
    }
}
