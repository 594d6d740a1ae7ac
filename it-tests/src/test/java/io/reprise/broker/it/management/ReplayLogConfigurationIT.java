package io.reprise.broker.it.management;

import static io.reprise.broker.it.management.Api.as;
import static org.assertj.core.api.Assertions.assertThat;

import jakarta.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import org.jboss.arquillian.container.test.api.RunAsClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Spec 2.1 against a running broker, over HTTP: a replay log is made, filled, filtered, browsed, trimmed and deleted. */
@RunAsClient
class ReplayLogConfigurationIT extends ManagementSuite {
    private static final String VPN = "msgVpns/logged";
    private static final String LOGS = "SEMP/v2/config/" + VPN + "/replayLogs";
    private static final String LOG = LOGS + "/all";
    private static final String QUEUE = "SEMP/v2/config/" + VPN + "/queues/orders";
    private static final String FIGURES = "SEMP/v2/monitor/" + VPN + "/replayLogs/all";
    private static final String MSGS = FIGURES + "/msgs";
    private static final String TRIM = "SEMP/v2/action/" + VPN + "/replayLogs/all/trimLoggedMsgs";

    private final List<Long> published = new ArrayList<>();

    /** A VPN of its own: each has one log. */
    @BeforeEach
    void makeVpnWithLog() {
        ok(as("admin").json("PUT", "SEMP/v2/config/" + VPN, "{}"));
        ok(as("admin").json("PUT", QUEUE, "{'ingressEnabled':true}"));
        ok(as("admin").json("POST", QUEUE + "/subscriptions", "{'subscriptionTopic':'orders/>'}"));
        ok(as("admin")
                .json(
                        "POST",
                        LOGS,
                        "{'replayLogName':'all','ingressEnabled':true,'egressEnabled':true,'maxSpoolUsage':1}"));
    }

    @AfterEach
    void deleteVpn() {
        as("admin").delete(LOG);
        as("admin").delete(QUEUE);
        ok(as("admin").delete("SEMP/v2/config/" + VPN));
    }

    private static Answer ok(Answer answer) {
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        return answer;
    }

    private void publish(String topic, String text, String... headers) {
        Answer answer = ok(as("client").post("rest/v1/logged/TOPIC/" + topic, text, headers));
        published.add(answer.json().getJsonNumber("msgId").longValue());
    }

    private static JsonObject figures() {
        return ok(as("monitor").get(FIGURES)).data();
    }

    private static List<String> topics(String query) {
        return ok(as("monitor").get(MSGS + "?" + query)).column("topic");
    }

    @Test
    void aSecondLogOfAVpnIsRefusedAndTheFirstNamed() {
        Answer second = as("admin").json("POST", LOGS, "{'replayLogName':'more'}");
        Answer again = as("admin").json("POST", LOGS, "{'replayLogName':'all'}");

        assertThat(second.sempError()).isEqualTo("400 89 NOT_ALLOWED");
        assertThat(second.sempText()).contains("'more'").contains("'all'");
        assertThat(again.sempError()).isEqualTo("400 10 ALREADY_EXISTS");
        assertThat(as("monitor").get(LOGS).column("replayLogName")).containsExactly("all");
    }

    @Test
    void isNotEnabledWithoutAQuota() {
        Answer answer = as("admin").json("PATCH", LOG, "{'maxSpoolUsage':0}");

        assertThat(answer.sempError()).isEqualTo("400 89 NOT_ALLOWED");
        assertThat(answer.sempText()).contains("maxSpoolUsage");
        assertThat(as("monitor").get(LOG).data().getInt("maxSpoolUsage")).isEqualTo(1);
    }

    @Test
    void holdsWhatIsPublishedAlsoWhereNobodyAttractsIt() {
        publish("orders/1", "first");
        publish("nobody", "second!");

        JsonObject figures = figures();

        assertThat(figures.getInt("spooledMsgCount")).isEqualTo(2);
        assertThat(figures.getInt("spoolUsageBytes")).isEqualTo("orders/1first".length() + "nobodysecond!".length());
        assertThat(figures.getInt("oldestMsgId")).isEqualTo(published.get(0).intValue());
        assertThat(figures.getInt("newestMsgId")).isEqualTo(published.get(1).intValue());
        assertThat(figures.getString("newestReplicationGroupMsgId")).startsWith("rmid1:");
        assertThat(figures.getInt("oldestSpooledTime")).isGreaterThanOrEqualTo(figures.getInt("createdTime"));
        assertThat(figures.getInt("loggedMsgs")).isEqualTo(2);
    }

    @Test
    void takesWhatItsTopicFilterLetsIn() {
        publish("before", "x");
        ok(as("admin").json("POST", LOG + "/topicFilterSubscriptions", "{'topicFilterSubscription':'orders/>'}"));
        ok(as("admin").json("PUT", LOG + "/topicFilterSubscriptions/!orders%2Fsecret", "{}"));
        ok(as("admin").json("PATCH", LOG, "{'topicFilterEnabled':true}"));
        publish("orders/1", "x");
        publish("orders/secret", "x");
        publish("other", "x");
        ok(as("admin").delete(LOG + "/topicFilterSubscriptions/!orders%2Fsecret"));
        publish("orders/secret", "x");

        assertThat(topics("")).containsExactly("before", "orders/1", "orders/secret");
        assertThat(as("monitor").get(LOG + "/topicFilterSubscriptions").column("topicFilterSubscription"))
                .containsExactly("orders/>");
        assertThat(as("admin")
                        .json("POST", LOG + "/topicFilterSubscriptions", "{'topicFilterSubscription':'orders/>'}")
                        .sempError())
                .isEqualTo("400 10 ALREADY_EXISTS");
    }

    @Test
    void isBrowsedInBothDirectionsAndShowsPayloadsToThoseWhoMaySeeThem() {
        for (int i = 1; i <= 5; i++) {
            publish(
                    "orders/" + i,
                    "text " + i,
                    "Content-Type",
                    "text/plain",
                    "Solace-User-Property-n",
                    i + "; type=int32");
        }

        assertThat(topics("count=2")).containsExactly("orders/1", "orders/2");
        assertThat(topics("count=2&order=desc")).containsExactly("orders/5", "orders/4");
        assertThat(topics("where=topic==*3")).containsExactly("orders/3");
        String third = MSGS + "/" + published.get(2);
        String id = as("monitor").get(third).data().getString("replicationGroupMsgId");
        assertThat(topics("fromMsg=" + id)).containsExactly("orders/3", "orders/4", "orders/5");
        assertThat(topics("fromMsg=" + id + "&order=desc")).containsExactly("orders/3", "orders/2", "orders/1");
        assertThat(topics("fromTime=-PT1H&count=1")).containsExactly("orders/1");
        JsonObject seen = ok(as("admin").get(third)).data();
        assertThat(seen.getString("payloadPreview")).isEqualTo("text 3");
        assertThat(seen.getJsonObject("properties").getInt("n")).isEqualTo(3);
        assertThat(seen.getString("contentType")).startsWith("text/plain");
        assertThat(as("monitor").get(third).text()).doesNotContain("text 3");
    }

    @Test
    void isTrimmedByHandByMessageAndByTime() {
        for (int i = 1; i <= 4; i++) {
            publish("orders/" + i, "x");
        }
        String third = as("monitor").get(MSGS + "/" + published.get(2)).data().getString("replicationGroupMsgId");

        Answer byMessage = ok(as("operator").json("PUT", TRIM, "{'beforeMsg':'" + third + "'}"));
        assertThat(byMessage.data().getInt("trimmedMsgCount")).isEqualTo(2);
        assertThat(topics("")).containsExactly("orders/3", "orders/4");
        assertThat(figures().getInt("oldestMsgId")).isEqualTo(published.get(2).intValue());

        Answer byTime = ok(as("operator").json("PUT", TRIM, "{'olderThanTime':4102444800}"));
        assertThat(byTime.data().getInt("trimmedMsgCount")).isEqualTo(2);
        assertThat(figures().getInt("spooledMsgCount")).isZero();
        assertThat(figures().getString("oldestReplicationGroupMsgId")).isEmpty();
        assertThat(depth()).isEqualTo(4);
    }

    @Test
    void givesUpItsOldestAtNineTenthsOfItsQuotaAndTellsSo() {
        String text = "x".repeat(100_000);
        for (int i = 1; i <= 12; i++) {
            publish("orders/" + i, text);
        }

        JsonObject figures = figures();

        assertThat(figures.getInt("spoolUsageBytes")).isBetween(700_000, 900_000);
        assertThat(figures.getInt("trimmedMsgs")).isEqualTo(12 - figures.getInt("spooledMsgCount"));
        assertThat(topics("count=1&order=desc")).containsExactly("orders/12");
        String metrics = as("monitor").get("metrics").text();
        assertThat(metrics)
                .contains("reprise_replay_log_quota_bytes{vpn=\"logged\"} 1000000.0")
                .contains("reprise_replay_log_bytes{vpn=\"logged\"} " + (double) figures.getInt("spoolUsageBytes"));
    }

    @Test
    void goesWithAllItHoldsButNotWithWhatAnEndpointStillOwes() {
        publish("orders/1", "owed");
        ok(as("admin").delete(LOG));

        assertThat(as("monitor").get(FIGURES).sempError()).isEqualTo("400 6 NOT_FOUND");
        assertThat(as("monitor").get(MSGS).sempError()).isEqualTo("400 6 NOT_FOUND");
        assertThat(depth()).isEqualTo(1);
        ok(as("admin").json("POST", LOGS, "{'replayLogName':'all','ingressEnabled':true,'maxSpoolUsage':1}"));
        assertThat(figures().getInt("spooledMsgCount")).isZero();
        publish("orders/2", "new");
        assertThat(topics("")).containsExactly("orders/2");
    }

    private static int depth() {
        return as("monitor")
                .get("SEMP/v2/monitor/" + VPN + "/queues/orders")
                .data()
                .getInt("spooledMsgCount");
    }
}
