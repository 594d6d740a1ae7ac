package io.reprise.broker.it.management;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The server is killed while messages are being posted: none is lost, and each attempt is counted once (spec 4.3, 5.2). */
class PushKillIT {
    private static final String CONFIG = "SEMP/v2/config/msgVpns/default/";
    private static final String MONITOR = "SEMP/v2/monitor/msgVpns/default/";

    private final List<String> seen = new CopyOnWriteArrayList<>();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private volatile CountDownLatch answers = new CountDownLatch(1);
    private OwnServer own;
    private HttpServer target;

    @BeforeEach
    void start() throws IOException {
        own = OwnServer.start("push-kill");
        target = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 50);
        target.createContext("/", this::take);
        target.setExecutor(threads);
        target.start();
    }

    @AfterEach
    void stop() {
        answers.countDown();
        target.stop(0);
        threads.shutdownNow();
        own.close();
    }

    private void take(HttpExchange exchange) throws IOException {
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        seen.add(body + " " + exchange.getRequestHeaders().getFirst("Reprise-Delivery-Count"));
        try {
            answers.await();
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
        }
        exchange.sendResponseHeaders(200, -1);
        exchange.close();
    }

    @Test
    void whatIsBeingPostedIsCountedOnceForEachKillAndWhatWaitsIsNot() {
        put(CONFIG + "queues/hooked", "{'ingressEnabled':true,'egressEnabled':true,'maxRedelivery':0}");
        put(CONFIG + "restDeliveryPoints/hooked", "{}");
        put(
                CONFIG + "restDeliveryPoints/hooked/restConsumers/hook",
                "{'enabled':true,'remoteHost':'127.0.0.1','outgoingConnectionCount':2,'retryDelay':1,'maxPostWaitTime':300,'remotePort':"
                        + target.getAddress().getPort() + "}");
        put(CONFIG + "restDeliveryPoints/hooked/queueBindings/hooked", "{'postRequestTarget':'/in'}");
        put(CONFIG + "restDeliveryPoints/hooked", "{'enabled':true}");
        send("m1");
        send("m2");

        for (int kill = 1; kill <= 2; kill++) {
            int posted = 2 * kill;
            await("two to be posted").atMost(OwnServer.LONG).until(() -> seen.size() == posted);
            send("waits " + kill); // the log says by now that they were presented
            own.server().kill();
            letGo();
            own.server().start();
            own.awaitReady();
        }
        await("two to be posted").atMost(OwnServer.LONG).until(() -> seen.size() == 6);
        letGo();
        await("all to be acknowledged").atMost(OwnServer.LONG).until(() -> depth() == 0);

        assertThat(seen)
                .containsExactlyInAnyOrder("m1 1", "m2 1", "m1 2", "m2 2", "m1 3", "m2 3", "waits 1 1", "waits 2 1");
        await("all to be counted, which is after they are gone")
                .atMost(OwnServer.LONG)
                .until(() -> acked() == 4);
        assertThat(own.api().get(MONITOR + "queues/hooked").data().getInt("inFlightMsgCount"))
                .isZero();
    }

    /** Whoever waits is answered, whether anybody hears it or not; the next wait again. */
    private void letGo() {
        CountDownLatch before = answers;
        answers = new CountDownLatch(own.server().isRunning() ? 0 : 1);
        before.countDown();
    }

    private int acked() {
        return own.api().get(MONITOR + "restDeliveryPoints/hooked").data().getInt("ackedMsgs");
    }

    private int depth() {
        return own.api().get(MONITOR + "queues/hooked").data().getInt("spooledMsgCount");
    }

    private void put(String path, String json) {
        Answer answer = own.api().json("PUT", path, json);
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
    }

    private void send(String text) {
        Answer sent = own.api().post("rest/v1/default/QUEUE/hooked", text, "Content-Type", "text/plain");
        assertThat(sent.status()).as(sent.text()).isEqualTo(200);
    }
}
