package io.reprise.broker.it.management;

import static io.reprise.broker.it.management.Api.QUEUES;
import static io.reprise.broker.it.management.Api.as;
import static io.reprise.broker.it.management.Api.createQueue;
import static io.reprise.broker.it.management.Api.depth;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.jboss.arquillian.container.test.api.RunAsClient;
import org.junit.jupiter.api.Test;

/** Receiving from queues over HTTP (spec 5.2), with the redelivery rules of any consumer when a client vanishes (spec 4.3). */
@RunAsClient
class HttpReceiveIT extends ManagementSuite {
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final String MONITOR = "SEMP/v2/monitor/msgVpns/default/queues/";
    private static final String DEAD = MONITOR + "%23DEAD_MSG_QUEUE/msgs?where=deathEndpointName==";

    @Test
    void whatAClientAcceptsIsGoneWhatItReleasesIsUncountedWhatFailsIsCountedWhatItRejectsIsDead() {
        createOpenQueue("settled");
        send("settled", "a", "b", "c", "d");
        String consumer = consumer("settled", "{}");

        Answer first = as("client").json("POST", consumer + "/messages", "{'max':4}");
        Answer settled = as("client")
                .json(
                        "POST",
                        consumer + "/settlements",
                        "{'accept':['1'],'release':['2'],'fail':['3'],'reject':['4']}");
        Answer dead = as("admin").get(DEAD + "settled");
        Answer again = receiveUntil(consumer, 2);

        assertThat(bodies(first)).containsExactly("a 1 false", "b 1 false", "c 1 false", "d 1 false");
        assertThat(settled.json().getJsonObject("settlements").toString())
                .isEqualTo("{\"1\":\"accepted\",\"2\":\"released\",\"3\":\"failed\",\"4\":\"rejected\"}");
        assertThat(dead.json().getJsonArray("data").getJsonObject(0).getString("deathReason"))
                .isEqualTo("rejected");
        assertThat(bodies(again)).containsExactlyInAnyOrder("b 1 false", "c 2 true");
        assertThat(depth("settled")).isEqualTo(2);
        assertThat(as("client").delete(consumer).status()).isEqualTo(204);
    }

    @Test
    void aReceiveIsAnsweredWhenAMessageComesAndWhenItsWaitIsOver() {
        createOpenQueue("awaited");
        String consumer = consumer("awaited", "{}");
        Answer none = as("client").json("POST", consumer + "/messages", "{'wait':'PT1S'}");
        CompletableFuture<Answer> waiting = CompletableFuture.supplyAsync(
                () -> as("client").json("POST", consumer + "/messages", "{'wait':'PT1M'}"));

        send("awaited", "late");

        assertThat(bodies(none)).isEmpty();
        assertThat(bodies(waiting.join())).containsExactly("late 1 false");
        as("client").delete(consumer);
    }

    @Test
    void tellsAWaitingReceiveThatItsQueueWasDeleted() {
        createOpenQueue("deleted");
        String consumer = consumer("deleted", "{}");
        CompletableFuture<Answer> waiting = CompletableFuture.supplyAsync(
                () -> as("client").json("POST", consumer + "/messages", "{'wait':'PT1M'}"));

        as("admin").delete(QUEUES + "/deleted");

        assertThat(waiting.join().problem()).isEqualTo("410 consumer-ended");
        assertThat(as("client").json("POST", consumers("deleted"), "{}").problem())
                .isEqualTo("404 not-found");
    }

    @Test
    void getsNothingWhileItsQueueGivesNothingOut() {
        createOpenQueue("silenced");
        String consumer = consumer("silenced", "{}");
        as("admin").json("PATCH", QUEUES + "/silenced", "{'egressEnabled':false}");
        send("silenced", "kept");

        Answer refused = as("client").json("POST", consumers("silenced"), "{}");
        Answer nothing = as("client").json("POST", consumer + "/messages", "{'wait':'PT1S'}");
        CompletableFuture<Answer> waiting = CompletableFuture.supplyAsync(
                () -> as("client").json("POST", consumer + "/messages", "{'wait':'PT1M'}"));
        as("admin").json("PATCH", QUEUES + "/silenced", "{'egressEnabled':true}");

        assertThat(refused.problem()).isEqualTo("409 egress-disabled");
        assertThat(bodies(nothing)).isEmpty();
        assertThat(bodies(waiting.join())).containsExactly("kept 1 false");
        as("client").delete(consumer);
    }

    @Test
    void givesAStructuredCloudEventAsOneAndSelectsByItsAttributes() {
        createOpenQueue("events");
        String event = "{'specversion':'1.0','id':'17','source':'/shop','type':'order.new','data':{'n':5}}";
        as("client").post("rest/v1/default/QUEUE/events", "x", "Content-Type", "text/plain");
        Answer sent = as("client")
                .post(
                        "rest/v1/default/QUEUE/events",
                        event.replace('\'', '"'),
                        "Content-Type",
                        "application/cloudevents+json");

        String consumer = consumer("events", "{\"selector\":\"cloudEvents_type LIKE 'order.%'\"}");
        Answer received = as("client").json("POST", consumer + "/messages", "{'max':5}");

        assertThat(sent.status()).as(sent.text()).isEqualTo(200);
        assertThat(received.json().getJsonArray("messages")).hasSize(1);
        assertThat(received.json()
                        .getJsonArray("messages")
                        .getJsonObject(0)
                        .getJsonObject("cloudEvent")
                        .toString())
                .isEqualTo(
                        "{\"specversion\":\"1.0\",\"id\":\"17\",\"source\":\"/shop\",\"type\":\"order.new\",\"datacontenttype\":\"application/json\",\"data\":{\"n\":5}}");
        as("client").delete(consumer);
    }

    /**
     * Where TIBCO EMS counts what was prefetched: five messages sent ahead, a limit of four, a client that is killed four times while it
     * has the first of them. That one is dead-lettered; the others were seen by nobody.
     */
    @Test
    void aClientKilledFourTimesCostsTheMessageItHadAndNoneOfThoseBehindIt() throws IOException {
        createOpenQueue("prefetched");
        send("prefetched", "a", "b", "c", "d", "e", "f");

        for (int delivery = 1; delivery <= 4; delivery++) {
            try (ReceivingProcess client = ReceivingProcess.start(
                    URI.create(Api.root() + consumers("prefetched")),
                    as("client").authorization(),
                    "{\"prefetch\":5,\"maxRedelivery\":4,\"idleTimeout\":\"PT1S\"}")) {
                assertThat(client.held()).isEqualTo("a " + delivery + " " + (delivery > 1));
            }
            await("the broker to find the client gone")
                    .atMost(LONG)
                    .until(() ->
                            figure("prefetched", "bindCount") == 0 && figure("prefetched", "inFlightMsgCount") == 0);
        }

        await("the move to the dead message queue").atMost(LONG).until(() -> depth("prefetched") == 5);
        assertThat(as("monitor").get(MONITOR + "prefetched/msgs").column("deliveryCount"))
                .containsExactly("0", "0", "0", "0", "0");
        assertThat(as("monitor").get(MONITOR + "prefetched/msgs").column("redelivered"))
                .containsOnly("false");
        Answer dead = as("monitor").get(DEAD + "prefetched");
        assertThat(dead.column("deathReason")).containsExactly("redelivery");
        assertThat(dead.column("deathCount")).containsExactly("4");
        String consumer = consumer("prefetched", "{}");
        assertThat(bodies(as("client").json("POST", consumer + "/messages", "{'max':10}")))
                .containsExactly("b 1 false", "c 1 false", "d 1 false", "e 1 false", "f 1 false");
        as("client").delete(consumer);
    }

    @Test
    void ofWhatIsSentAheadOnlyWhatIsReceivedIsPresented() {
        createOpenQueue("ahead");
        send("ahead", "a", "b", "c", "d", "e", "f");
        String consumer = consumer("ahead", "{'prefetch':4}");

        as("client").json("POST", consumer + "/messages", "{'max':1}");

        assertThat(figure("ahead", "inFlightMsgCount")).isEqualTo(1);
        assertThat(figure("ahead", "bufferedMsgCount")).isEqualTo(3);
        as("client").delete(consumer);
    }

    private static Answer receiveUntil(String consumer, int count) {
        await().atMost(LONG).until(() -> figure("settled", "delayedMsgCount") == 0);
        Answer[] last = new Answer[1];
        await().atMost(LONG).until(() -> {
            as("client").json("POST", consumer + "/messages", "{'max':" + count + ",'wait':'PT1S'}");
            last[0] = as("client").get(consumer + "/messages");
            return last[0].json().getJsonArray("messages").size() == count;
        });
        return last[0];
    }

    private static String consumers(String queue) {
        return "rest/v1/default/QUEUE/" + queue + "/consumers";
    }

    private static String consumer(String queue, String options) {
        Answer made = options.contains("\"")
                ? as("client").post(consumers(queue), options, "Content-Type", "application/json")
                : as("client").json("POST", consumers(queue), options);
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        return consumers(queue) + "/" + made.json().getString("consumerId");
    }

    private static void send(String queue, String... texts) {
        for (String text : texts) {
            Answer sent = as("client").post("rest/v1/default/QUEUE/" + queue, text, "Content-Type", "text/plain");
            assertThat(sent.status()).as(sent.text()).isEqualTo(200);
        }
    }

    /** Body, delivery count and redelivered flag of each message. */
    private static List<String> bodies(Answer answer) {
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        return answer.json().getJsonArray("messages").getValuesAs(JsonObject.class).stream()
                .map(message -> message.getString("body") + " " + message.getInt("deliveryCount") + " "
                        + message.getBoolean("redelivered"))
                .toList();
    }

    private static int figure(String queue, String name) {
        return as("monitor").get(MONITOR + queue).data().getInt(name);
    }

    /** One that others than its owner may consume from. */
    private static void createOpenQueue(String name, String... attributes) {
        createQueue(
                name,
                Stream.concat(Stream.of("'permission':'consume'"), Stream.of(attributes))
                        .toArray(String[]::new));
    }
}
