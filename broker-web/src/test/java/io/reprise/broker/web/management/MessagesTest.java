package io.reprise.broker.web.management;

import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.web.Answer;
import io.reprise.broker.web.HttpServer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MessagesTest {
    private static final String VPN = "msgVpns/default";

    @RegisterExtension
    final HttpServer server = new HttpServer();

    @BeforeEach
    void createQueueWithMessages() {
        server.as("admin").json("POST", "SEMP/v2/config/" + VPN + "/queues", "{'queueName':'q'}");
        server.as("admin").json("POST", "SEMP/v2/config/" + VPN + "/topicEndpoints", "{'topicEndpointName':'q'}");
        for (int i = 1; i <= 23; i++) {
            server.as("client").post("rest/v1/default/TOPIC/t" + i, "x");
        }
    }

    private Answer act(String path, String json) {
        return server.as("operator").json("PUT", "SEMP/v2/action/" + VPN + "/" + path, json);
    }

    @Test
    void showsAMessageWithTimesInSeconds() {
        Answer answer = server.as("monitor").get("SEMP/v2/monitor/" + VPN + "/queues/q/msgs/3");

        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        assertThat(answer.data().toString())
                .isEqualTo("{\"msgVpnName\":\"default\",\"queueName\":\"q\",\"msgId\":3,"
                        + "\"replicationGroupMsgId\":\"rmid1:00000-00000000001-00000000-00000003\","
                        + "\"topic\":\"t3\",\"size\":10,\"priority\":4,\"spooledTime\":5,\"expiryTime\":8,"
                        + "\"deliveryCount\":2,\"redelivered\":true,\"state\":\"delayed\",\"delayedUntil\":10,"
                        + "\"heldReason\":\"\",\"deathReason\":\"ttl\",\"deathEndpointName\":\"home\","
                        + "\"deathTime\":4,\"deathCount\":3}");
    }

    @Test
    void listsThemPageByPageInTheOrderOfTheirIds() {
        List<String> seen = new ArrayList<>();
        String query = "count=10&select=msgId,topic";
        while (!query.isEmpty()) {
            Answer page = server.as("monitor").get("SEMP/v2/monitor/" + VPN + "/queues/q/msgs?" + query);
            assertThat(page.status()).as(page.text()).isEqualTo(200);
            assertThat(page.meta().getInt("count")).isEqualTo(23);
            seen.addAll(page.column("topic"));
            query = page.nextPage();
        }

        assertThat(seen)
                .hasSize(23)
                .startsWith("t1", "t2")
                .endsWith("t22", "t23")
                .doesNotHaveDuplicates();
    }

    @Test
    void filtersThemByWhatTheyAre() {
        Answer some = server.as("monitor").get("SEMP/v2/monitor/" + VPN + "/queues/q/msgs?where=topic==t1*,msgId%3E15");
        Answer none = server.as("monitor").get("SEMP/v2/monitor/" + VPN + "/queues/q/msgs?where=state==held");

        assertThat(some.column("topic")).containsExactly("t16", "t17", "t18", "t19");
        assertThat(none.column("topic")).isEmpty();
    }

    @Test
    void sendsDeadOnesHomeAndSaysWhichStay() {
        Answer all = act("queues/q/retryMsgs", "{}");
        Answer some = act("queues/q/retryMsgs", "{'selector':'size > 5'}");

        assertThat(all.status()).as(all.text()).isEqualTo(200);
        assertThat(all.data().toString()).contains("\"retriedMsgCount\":7").contains("\"stayedMsgCount\":3");
        assertThat(all.data().getJsonObject("stayed").toString()).isEqualTo("{\"not-dead\":1,\"no-room\":2}");
        assertThat(some.status()).isEqualTo(200);
        assertThat(server.vpn().messages().calls()).containsExactly("retry ", "retry size > 5");
    }

    @Test
    void deletesBySelectorAndReleasesDelayedOnes() {
        Answer deleted = act("topicEndpoints/q/deleteMsgs", "{'selector':'size > 5'}");
        Answer released = act("topicEndpoints/q/releaseMsgs", "{}");

        assertThat(deleted.data().getInt("deletedMsgCount")).isEqualTo(23);
        assertThat(released.data().getInt("releasedMsgCount")).isEqualTo(3);
        assertThat(server.vpn().messages().calls()).containsExactly("delete size > 5", "release");
    }

    @Test
    void movesToTheDeadMessageQueueBySelector() {
        Answer moved = act("queues/q/deadLetterMsgs", "{'selector':'size > 5'}");

        assertThat(moved.data().getInt("deadLetteredMsgCount")).isEqualTo(6);
        assertThat(server.vpn().messages().calls()).containsExactly("deadLetter size > 5");
    }

    @Test
    void retriesDeletesAndReleasesOne() {
        for (String action : List.of("retry", "delete", "release")) {
            assertThat(act("queues/q/msgs/5/" + action, "{}").status()).isEqualTo(200);
        }

        assertThat(server.vpn().messages().calls()).containsExactly("retry 5", "delete 5", "release 5");
        assertThat(act("queues/q/msgs/24/delete", "{}").sempError()).isEqualTo("6 NOT_FOUND");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "queues/q/retryMsgs             | {'selector':5}         | 11 INVALID_PARAMETER",
                "queues/q/retryMsgs             | {'selector':''}        | 11 INVALID_PARAMETER",
                "queues/q/retryMsgs             | {'selector':null}      | 11 INVALID_PARAMETER",
                "queues/q/deleteMsgs            | {'selektor':'a=1'}     | 11 INVALID_PARAMETER",
                "queues/q/releaseMsgs           | {'selector':'a=1'}     | 11 INVALID_PARAMETER",
                "queues/q/releaseMsgs?x=1       | {}                     | 11 INVALID_PARAMETER",
                "queues/q/msgs/5/delete         | {'force':true}         | 11 INVALID_PARAMETER",
                "queues/q/msgs/five/delete      | {}                     | 11 INVALID_PARAMETER",
                "queues/q/msgs/5/explode        | {}                     | 11 INVALID_PARAMETER",
                "queues/none/retryMsgs          | {}                     | 6 NOT_FOUND",
                "queues/none/msgs/5/delete      | {}                     | 6 NOT_FOUND",
                "topicEndpoints/q/retryMsgs     | {}                     | 89 NOT_ALLOWED",
                "topicEndpoints/q/msgs/5/retry  | {}                     | 89 NOT_ALLOWED"
            })
    void refusesWhatItDoesNotKnowAndDoesNothing(String path, String json, String error) {
        Answer answer = act(path, json);

        assertThat(answer.status()).as(answer.text()).isEqualTo(400);
        assertThat(answer.sempError()).isEqualTo(error);
        assertThat(server.vpn().messages().calls()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"queues/q/msgs/x, 11 INVALID_PARAMETER", "queues/q/msgs/99, 6 NOT_FOUND", "queues/r/msgs, 6 NOT_FOUND"})
    void findsOnlyWhatIsThere(String path, String error) {
        assertThat(server.as("monitor")
                        .get("SEMP/v2/monitor/" + VPN + "/" + path)
                        .sempError())
                .isEqualTo(error);
    }
}
