package io.reprise.broker.web.management;

import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.management.ClientView;
import io.reprise.broker.model.management.FlowView;
import io.reprise.broker.web.Answer;
import io.reprise.broker.web.HttpServer;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Clients, flows and refusals under {@code monitor} (spec 1.5, 5.1). */
class ClientsOverHttpTest {
    private static final String MONITOR = "SEMP/v2/monitor/msgVpns/default/";

    @RegisterExtension
    final HttpServer server = new HttpServer();

    @BeforeEach
    void fill() {
        server.as("admin").json("POST", "SEMP/v2/config/msgVpns/default/queues", "{'queueName':'q'}");
        server.vpn().clients.add(client("http:alice", 3));
        server.vpn().clients.add(client("shop/1", 0));
        for (long id = 9; id < 12; id++) {
            server.vpn().flows.add(flow(id));
        }
        server.vpn().rejections.put(ErrorCode.QUEUE_QUOTA_EXCEEDED, 4L);
        server.vpn().rejections.put(ErrorCode.BACK_PRESSURE, 2L);
    }

    private static ClientView client(String name, long rejected) {
        return new ClientView(
                name,
                "alice",
                Instant.ofEpochSecond(100),
                Instant.ofEpochSecond(200),
                1,
                2,
                3,
                4,
                rejected == 0 ? Map.of() : Map.of(ErrorCode.NO_SUCH_QUEUE, rejected),
                5,
                6,
                7,
                8,
                9,
                10,
                11,
                12,
                13);
    }

    private static FlowView flow(long id) {
        return new FlowView(
                id, "shop/1", "alice", id == 9, Instant.ofEpochSecond(50), "a = 1", 2, 5, 10_000, 3, 4, 20, 1, 15);
    }

    @Test
    void aClientShowsEveryFigure() {
        Answer answer = server.as("monitor").get(MONITOR + "clients/shop%2F1");

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.text())
                .contains(
                        "\"clientName\":\"shop/1\",\"clientUsername\":\"alice\",\"firstSeenTime\":100,\"lastActiveTime\":200,"
                                + "\"bindCount\":1,\"subscriptionCount\":2,\"publishedMsgs\":3,\"duplicateMsgs\":4,\"rejectedMsgs\":0,"
                                + "\"directMsgs\":5,\"promotedMsgs\":6,\"promotionDiscards\":7,\"presentedMsgs\":8,"
                                + "\"redeliveredMsgs\":9,\"acknowledgedMsgs\":10,\"liveMsgs\":11,\"demotedMsgs\":12,"
                                + "\"directDiscards\":13");
    }

    @Test
    void clientsAreListedSoughtAndPaged() {
        Answer refused = server.as("operator").get(MONITOR + "clients?where=rejectedMsgs%3E0&select=clientName");
        Answer first = server.as("monitor").get(MONITOR + "clients?count=1");

        assertThat(refused.column("clientName")).containsExactly("http:alice");
        assertThat(first.column("clientName")).containsExactly("http:alice");
        assertThat(first.text()).contains("\"paging\"");
    }

    @Test
    void whyAClientWasRefusedIsToldByReasonAndOfTheVpnToo() {
        Answer ofClient = server.as("monitor").get(MONITOR + "clients/http:alice/rejections");
        Answer ofVpn = server.as("monitor").get(MONITOR + "rejections");

        assertThat(ofClient.column("reason")).containsExactly("no-such-queue");
        assertThat(ofClient.column("rejectedMsgs")).containsExactly("3");
        assertThat(ofVpn.column("reason")).containsExactly("back-pressure", "queue-quota-exceeded");
        assertThat(ofVpn.column("rejectedMsgs")).containsExactly("2", "4");
    }

    @Test
    void flowsAreInTheOrderInWhichTheyWereBound() {
        Answer all = server.as("monitor").get(MONITOR + "queues/q/txFlows");
        Answer one = server.as("monitor").get(MONITOR + "queues/q/txFlows/10");

        assertThat(all.column("flowId")).containsExactly("9", "10", "11");
        assertThat(all.column("activityState")).containsExactly("active-consumer", "inactive", "inactive");
        assertThat(one.text())
                .contains(
                        "\"clientName\":\"shop/1\",\"clientUsername\":\"alice\",\"activityState\":\"inactive\",\"bindTime\":50,"
                                + "\"selector\":\"a = 1\",\"sessionCount\":2,\"windowSize\":5,\"usedWindowSize\":3,\"unackedMsgCount\":4,"
                                + "\"maxUnackedMsgCount\":10000,\"presentedMsgCount\":20,\"redeliveredMsgCount\":1,\"ackedMsgCount\":15");
    }

    @Test
    void whatIsNotThereIsNotFound() {
        for (String path :
                new String[] {"clients/nobody", "clients/nobody/rejections", "queues/q/txFlows/8", "queues/none/txFlows"
                }) {
            assertThat(server.as("monitor").get(MONITOR + path).sempError())
                    .as(path)
                    .isEqualTo("6 NOT_FOUND");
        }
    }

    @Test
    void whoOnlySendsSeesNoneOfIt() {
        for (String path : new String[] {"clients", "clients/shop%2F1", "rejections", "queues/q/txFlows"}) {
            assertThat(server.as("client").get(MONITOR + path).status())
                    .as(path)
                    .isEqualTo(403);
        }
    }
}
