package io.reprise.broker.it.management;

import static io.reprise.broker.it.management.Api.as;
import static io.reprise.broker.it.management.Api.createQueue;
import static io.reprise.broker.it.management.Api.depth;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import io.reprise.broker.it.process.FreePort;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jboss.arquillian.container.test.api.RunAsClient;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** REST delivery points on a real server: what a target must have got, and what becomes of what it refuses (spec 5.2, 4.3). */
@RunAsClient
class HttpPushIT extends ManagementSuite {
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final String CONFIG = "SEMP/v2/config/msgVpns/default/";
    private static final String MONITOR = "SEMP/v2/monitor/msgVpns/default/";

    @TempDir
    private Path folder;

    @Test
    void everyMessageReachesATargetThatIsKilledAndComesBackInOrder() throws IOException {
        createQueue("hooked", "'accessType':'exclusive'");
        int port = FreePort.any();
        Path taken = folder.resolve("taken");
        List<String> expected =
                IntStream.rangeClosed(1, 60).mapToObj(n -> "m" + n).toList();

        try (TargetProcess target = TargetProcess.start(port, taken)) {
            point("hooked", port);
            expected.subList(0, 30).forEach(text -> send("hooked", text));
            await("some to be taken")
                    .atMost(LONG)
                    .until(() -> TargetProcess.lines(taken).size() >= 5);
        }
        expected.subList(30, 60).forEach(text -> send("hooked", text));
        await("the target to be found gone").atMost(LONG).until(() -> !consumerUp("hooked"));
        assertThat(as("monitor")
                        .get(MONITOR + "alarms?where=alarmName==rest-consumer-down,active==true")
                        .text())
                .contains("REST consumer 'hook' of REST delivery point 'hooked'");

        try (TargetProcess target = TargetProcess.start(port, taken)) {
            await("all to be taken").atMost(LONG).until(() -> depth("hooked") == 0);
        }

        List<String> bodies = TargetProcess.lines(taken).stream()
                .map(line -> line.split(" ")[0])
                .toList();
        assertThat(bodies.stream().distinct()).as("each, and in order").containsExactlyElementsOf(expected);
        assertThat(bodies.size())
                .as("again only what was being posted at the kill")
                .isLessThanOrEqualTo(61);
        assertThat(TargetProcess.lines(taken).stream().filter(line -> !line.endsWith(" 1")))
                .as("while the target was away no attempt was burnt")
                .hasSizeLessThanOrEqualTo(1);
        as("admin").delete(CONFIG + "restDeliveryPoints/hooked");
    }

    @Test
    void whatIsRefusedAsOftenAsTheQueueAllowsGoesToTheDeadMessageQueue() throws IOException {
        createQueue(
                "refusing",
                "'accessType':'exclusive','maxRedelivery':3,'redeliveryDelayEnabled':true,'redeliveryDelayInitialInterval':1000,'redeliveryDelayMaxInterval':1000");
        List<String> counts = new CopyOnWriteArrayList<>();
        HttpServer target = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 50);
        target.createContext("/", exchange -> {
            exchange.getRequestBody().readAllBytes();
            counts.add(exchange.getRequestHeaders().getFirst("Reprise-Delivery-Count"));
            exchange.sendResponseHeaders(500, -1);
            exchange.close();
        });
        target.start();
        try {
            point("refusing", target.getAddress().getPort());
            send("refusing", "poison");

            await().atMost(LONG).until(() -> depth("refusing") == 0);
        } finally {
            target.stop(0);
        }

        assertThat(counts).containsExactly("1", "2", "3");
        Answer dead = as("monitor").get(MONITOR + "queues/%23DEAD_MSG_QUEUE/msgs?where=deathEndpointName==refusing");
        assertThat(dead.column("deathReason")).containsExactly("redelivery");
        assertThat(dead.column("deathCount")).containsExactly("3");
        assertThat(as("monitor")
                        .get(MONITOR + "restDeliveryPoints/refusing")
                        .data()
                        .getInt("failedMsgs"))
                .isEqualTo(3);
        as("admin").delete(CONFIG + "restDeliveryPoints/refusing");
    }

    /** Neither whoever looks at everything nor whoever reads the log finds it, also where it was refused. */
    @Test
    void whatATargetIsGivenToKnowUsByIsInNoAnswerAndInNoLog() throws IOException {
        createQueue("secret", "'accessType':'exclusive'");
        String secret = "hush-" + UUID.randomUUID();
        List<String> given = new CopyOnWriteArrayList<>();
        HttpServer target = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 50);
        target.createContext("/", exchange -> {
            exchange.getRequestBody().readAllBytes();
            given.add(exchange.getRequestHeaders().getFirst("X-Api-Key"));
            exchange.sendResponseHeaders(401, -1);
            exchange.close();
        });
        target.start();
        String consumer = CONFIG + "restDeliveryPoints/secret/restConsumers/hook";
        List<Answer> answers = new ArrayList<>();
        try {
            point("secret", target.getAddress().getPort());
            answers.add(as("admin")
                    .json(
                            "PATCH",
                            consumer,
                            "{'authenticationScheme':'http-header','authenticationHttpHeaderName':'X-Api-Key',"
                                    + "'authenticationHttpHeaderValue':'" + secret + "'}"));
            send("secret", "an order");
            await("it to be given").atMost(LONG).until(() -> given.contains(secret));
        } finally {
            target.stop(0);
        }
        send("secret", "another");
        await("the target to be found gone").atMost(LONG).until(() -> !consumerUp("secret"));
        for (String wrong : List.of(
                "{'authenticationHttpHeaderValue':'" + secret + "\u00fc'}",
                "{'authenticationHttpHeaderValue':['" + secret + "']}",
                "{'authenticationHttpHeaderValue':'" + secret + "','remotePort':0}",
                "{'authenticationHttpHeaderValue':'" + secret + "'",
                "{'authenticationHttpHeaderValue':" + secret + "}",
                "{'authenticationHttpHeaderValue':'" + secret + "','authenticationHttpHeaderValue':''}")) {
            Answer refused = as("admin").json("PATCH", consumer, wrong);
            assertThat(refused.status()).as(refused.text()).isEqualTo(400);
            answers.add(refused);
        }
        for (String user : List.of("admin", "operator", "monitor", "browse", "client")) {
            for (String path : List.of(
                    consumer,
                    consumer + "?select=*",
                    CONFIG + "restDeliveryPoints/secret/restConsumers?where=restConsumerName==hook",
                    MONITOR + "restDeliveryPoints/secret/restConsumers/hook",
                    MONITOR + "alarms?count=100",
                    "SEMP/v2/config/definitions",
                    "health",
                    "metrics")) {
                answers.add(as(user).get(path));
            }
        }

        assertThat(answers).allSatisfy(answer -> assertThat(answer.text()).doesNotContain(secret));
        assertThat(answers).anySatisfy(answer -> assertThat(answer.text()).contains("X-Api-Key"));
        try (Stream<Path> logs = Files.list(Path.of(System.getProperty("reprise.suite.base"), "log"))) {
            assertThat(logs)
                    .isNotEmpty()
                    .allSatisfy(log -> assertThat(Files.readString(log)).doesNotContain(secret));
        }
        as("admin").delete(CONFIG + "restDeliveryPoints/secret");
    }

    private static boolean consumerUp(String point) {
        return as("monitor")
                .get(MONITOR + "restDeliveryPoints/" + point + "/restConsumers/hook")
                .data()
                .getBoolean("up");
    }

    /** A delivery point called like its queue. */
    private static void point(String queue, int port) {
        String points = CONFIG + "restDeliveryPoints/";
        put(points + queue, "{}");
        put(
                points + queue + "/restConsumers/hook",
                "{'enabled':true,'remoteHost':'127.0.0.1','remotePort':" + port
                        + ",'outgoingConnectionCount':1,'retryDelay':1}");
        put(points + queue + "/queueBindings/" + queue, "{'postRequestTarget':'/in'}");
        put(points + queue, "{'enabled':true}");
    }

    private static void put(String path, String json) {
        Answer answer = as("admin").json("PUT", path, json);
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
    }

    private static void send(String queue, String text) {
        Answer sent = as("client").post("rest/v1/default/QUEUE/" + queue, text, "Content-Type", "text/plain");
        assertThat(sent.status()).as(sent.text()).isEqualTo(200);
    }
}
