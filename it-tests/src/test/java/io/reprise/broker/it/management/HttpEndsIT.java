package io.reprise.broker.it.management;

import static io.reprise.broker.it.management.Api.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.reprise.broker.it.server.ServerManagement;
import io.reprise.broker.it.suite.BrokerEar;
import io.reprise.broker.it.suite.RepriseServerSetup;
import jakarta.json.JsonObject;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.jboss.arquillian.container.test.api.RunAsClient;
import org.jboss.arquillian.test.api.ArquillianResource;
import org.jboss.as.arquillian.container.ManagementClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Consumers over HTTP whose VPN, broker or client goes away: nothing lost, each count exact, nothing left behind (spec 4.3, 5.2). */
@RunAsClient
class HttpEndsIT extends ManagementSuite {
    private static final Duration LONG = Duration.ofSeconds(120);
    private static final String VPN = "SEMP/v2/config/msgVpns/ends";
    private static final String MONITOR = "SEMP/v2/monitor/msgVpns/ends/queues/q";
    private static final String QUEUE = "rest/v1/ends/QUEUE/q";

    @ArquillianResource
    private ManagementClient container;

    @BeforeEach
    void createVpn() {
        ok(as("admin").json("PUT", VPN, "{}"));
        ok(as("admin").json("PUT", VPN + "/queues/q", "{'ingressEnabled':true,'egressEnabled':true}"));
    }

    @AfterEach
    void deleteVpn() {
        as("admin").json("PUT", VPN, "{'enabled':true}");
        as("admin").delete(VPN + "/queues/q");
        as("admin").delete(VPN);
    }

    @Test
    void whatAClientHasOfAVpnThatIsSwitchedOffItMaySettleAndTheRestComesAgain() {
        send("one", "two", "three");
        String consumer = consumer("{'prefetch':5,'idleTimeout':'PT1H'}");
        assertThat(bodies(receive(consumer, 2))).containsExactly("one 1", "two 1");
        CompletableFuture<Answer> waiting =
                CompletableFuture.supplyAsync(() -> receive(consumer("{'selector':'1 = 0'}"), 1, "PT1M"));
        await().atMost(LONG).until(() -> figure("bindCount") == 2);

        ok(as("admin").json("PATCH", VPN, "{'enabled':false}"));
        await("its consumers to end").atMost(LONG).until(() -> figure("bindCount") == 0);

        assertThat(waiting.join().problem()).isEqualTo("410 consumer-ended");
        assertThat(receive(consumer, 1).problem()).isEqualTo("410 consumer-ended");
        for (Answer refused : List.of(
                as("admin").json("POST", QUEUE + "/consumers", "{}"),
                as("admin").post(QUEUE, "four"))) {
            assertThat(refused.problem()).isEqualTo("503 vpn-down");
            assertThat(refused.header("Retry-After")).isEqualTo("1");
        }
        Answer settled = as("admin").json("POST", consumer + "/settlements", "{'accept':['1']}");
        assertThat(settled.text()).contains("\"1\":\"accepted\"");
        ok(as("admin").json("PATCH", VPN, "{'enabled':true}"));
        assertThat(figure("inFlightMsgCount")).as("its client has it still").isEqualTo(1);
        assertThat(as("admin").delete(consumer).status()).isEqualTo(204);
        awaitUnbound();
        String next = consumer("{}");
        assertThat(bodies(receive(next, 5))).containsExactly("two 2", "three 1");
        as("admin").delete(next);
        awaitUnbound();
    }

    @Test
    void aRedeployOfTheBrokerEndsConsumersCountsWhatTheyHadAndNothingElse() {
        send("one", "two", "three");
        String consumer = consumer("{'prefetch':5}");
        assertThat(bodies(receive(consumer, 1))).containsExactly("one 1");
        String other = consumer("{'selector':'1 = 0'}");
        CompletableFuture<Answer> waiting = CompletableFuture.supplyAsync(() -> receive(other, 1, "PT5M"));

        ServerManagement.over(container.getControllerClient()).deploy(BrokerEar.file(), BrokerEar.NAME);
        RepriseServerSetup.client().awaitReady(LONG);

        Answer told = waiting.join();
        assertThat(told.status() + " " + told.text())
                .as("whichever of web application and engine is stopped first")
                .matches("(?s)503 .*vpn-down.*|410 .*consumer-ended.*");
        assertThat(receive(consumer, 1).problem()).isEqualTo("404 not-found");
        awaitUnbound();
        String next = consumer("{}");
        assertThat(bodies(receive(next, 5))).containsExactly("one 2", "two 1", "three 1");
        as("admin").delete(next);
    }

    @Test
    void clientsThatVanishWhileTheirReceivesWaitLoseNothingAndLeaveNothingBehind() throws IOException {
        List<Socket> vanishing = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            String consumer = consumer("{'idleTimeout':'PT1S'}");
            vanishing.add(ask(consumer + "/messages", "{\"wait\":\"PT10S\"}"));
        }
        await().atMost(LONG).until(() -> figure("bindCount") == 30);
        for (int i = 0; i < vanishing.size(); i++) {
            vanishing.get(i).setSoLinger(i % 2 == 0, 0);
            vanishing.get(i).close();
        }
        List<String> sent = IntStream.range(0, 40).mapToObj(i -> "m" + i).toList();
        send(sent.toArray(String[]::new));
        awaitUnbound();

        String consumer = consumer("{'prefetch':'none'}");
        List<String> received = new ArrayList<>();
        await().atMost(LONG).until(() -> {
            received.addAll(bodies(receive(consumer, 40, "PT1S")));
            return received.size() >= 40;
        });

        assertThat(received.stream().map(line -> line.split(" ")[0])).containsExactlyInAnyOrderElementsOf(sent);
        assertThat(received.stream().mapToInt(HttpEndsIT::count).sum() - 40)
                .as("one delivery for each that went without a sign, none for those whose connection was reset")
                .isBetween(0, 15);
        as("admin").delete(consumer);
        awaitUnbound();
    }

    private static int count(String line) {
        return Integer.parseInt(line.substring(line.indexOf(' ') + 1));
    }

    /** The VPN is served, and nobody holds anything of it. */
    private static void awaitUnbound() {
        await().atMost(LONG).untilAsserted(() -> {
            Answer queue = as("monitor").get(MONITOR);
            assertThat(queue.text()).contains("\"bindCount\":0", "\"inFlightMsgCount\":0");
        });
    }

    private static Socket ask(String path, String body) throws IOException {
        URI root = Api.root();
        Socket socket = new Socket(root.getHost(), root.getPort());
        socket.getOutputStream()
                .write(("POST /reprise/" + path + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                                + "Authorization: " + as("admin").authorization() + "\r\nContent-Length: "
                                + body.length() + "\r\n\r\n" + body)
                        .getBytes(StandardCharsets.US_ASCII));
        socket.getOutputStream().flush();
        return socket;
    }

    private static void ok(Answer answer) {
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
    }

    private static void send(String... texts) {
        for (String text : texts) {
            ok(as("admin").post(QUEUE, text, "Content-Type", "text/plain"));
        }
    }

    private static String consumer(String options) {
        Answer made = as("admin").json("POST", QUEUE + "/consumers", options);
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        return QUEUE + "/consumers/" + made.json().getString("consumerId");
    }

    private static Answer receive(String consumer, int max) {
        return receive(consumer, max, "PT20S");
    }

    private static Answer receive(String consumer, int max, String patience) {
        return as("admin").json("POST", consumer + "/messages", "{'max':" + max + ",'wait':'" + patience + "'}");
    }

    /** Body and delivery count of each message. */
    private static List<String> bodies(Answer answer) {
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        return answer.json().getJsonArray("messages").getValuesAs(JsonObject.class).stream()
                .map(message -> message.getString("body") + " " + message.getInt("deliveryCount"))
                .toList();
    }

    private static int figure(String name) {
        return as("monitor").get(MONITOR).data().getInt(name);
    }
}
