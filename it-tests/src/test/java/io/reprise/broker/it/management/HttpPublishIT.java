package io.reprise.broker.it.management;

import static io.reprise.broker.it.management.Api.QUEUES;
import static io.reprise.broker.it.management.Api.as;
import static io.reprise.broker.it.management.Api.createQueue;
import static io.reprise.broker.it.management.Api.depth;
import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.it.suite.RoleUsersSetup;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jboss.arquillian.container.test.api.RunAsClient;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Spec 5.2 and 1.5 over HTTP against a running broker: what is stored, what is refused, and that a refused message is nowhere. */
@RunAsClient
class HttpPublishIT extends ManagementSuite {
    private static final String INBOX = "rest/v1/default/QUEUE/inbox";

    @Test
    void handsABeanTheMessageWithEverythingItsHeadersSaid() throws Exception {
        Answer sent = as("client")
                .post(
                        INBOX,
                        "Grüße",
                        "Content-Type",
                        "text/plain; charset=UTF-8",
                        "Solace-Priority",
                        "7",
                        "Solace-Correlation-ID",
                        "c-1",
                        "Solace-Message-ID",
                        "ID:m-1",
                        "Solace-Timestamp",
                        "1700000000123",
                        "Solace-Delivery-Mode",
                        "Non-Persistent",
                        "Solace-User-Property-Magnitude",
                        "6.5; type=double",
                        "Solace-User-Property-count",
                        "3; type=int32",
                        "Solace-User-Property-deep",
                        "true; type=bool",
                        "Solace-User-Property-place",
                        "Kyōto".replace("ō", "o"));

        assertThat(sent.status()).as(sent.text()).isEqualTo(200);
        assertThat(sent.json().getInt("msgId")).isPositive();
        assertThat(received())
                .contains("body=text Grüße", "priority=7", "correlation=c-1", "id=ID:m-1", "timestamp=1700000000123")
                .contains(
                        "mode=1", "Magnitude=6.5:Double", "count=3:Integer", "deep=true:Boolean", "place=Kyoto:String");
    }

    @Test
    void handsABeanACloudEventWithItsAttributesAsProperties() throws Exception {
        Answer sent = as("client")
                .post(
                        INBOX,
                        "{\"n\":5}",
                        "Content-Type",
                        "application/json",
                        "ce-specversion",
                        "1.0",
                        "ce-id",
                        "17",
                        "ce-source",
                        "/shop",
                        "ce-type",
                        "order.new");

        assertThat(sent.status()).as(sent.text()).isEqualTo(200);
        assertThat(received())
                .contains("body=text {\"n\":5}", "cloudEvents_id=17:String", "cloudEvents_source=/shop:String")
                .contains("cloudEvents_type=order.new:String", "cloudEvents_specversion=1.0:String");
    }

    @Test
    void handsABeanBytesAndBodilessMessages() throws Exception {
        as("client").call("POST", INBOX, BodyPublishers.ofByteArray(new byte[5000]), "Content-Type", "image/png");
        String bytes = received();
        as("client").post(INBOX, "");
        String none = received();

        assertThat(bytes).contains("body=5000 bytes");
        assertThat(none).contains("body=none", "priority=4", "mode=2");
    }

    @Test
    void readsHeadersAsUtf8() throws Exception {
        assertThat(postRaw("Solace-User-Property-place: Grüße €")).startsWith("HTTP/1.1 200");

        assertThat(received()).contains("place=Grüße €:String");
    }

    @ParameterizedTest
    @CsvSource({"t//b", "/t/b", "t/b/", "t%2Fb", "t;x=1/b", "t+%20%C3%BC/%23", "t/%2E%2E/b"})
    void routesTheTopicAsThePathSpellsIt(String path) {
        String topic = java.net.URLDecoder.decode(path.replace("+", "%2B"), StandardCharsets.UTF_8);
        createQueue("spelled");
        Api.subscribe("spelled", topic);

        Answer sent = as("client").post("rest/v1/default/TOPIC/" + path, "x");

        assertThat(sent.status()).as(sent.text()).isEqualTo(200);
        assertThat(depth("spelled")).isEqualTo(1);
        as("admin").delete(QUEUES + "/spelled");
    }

    @Test
    void givesRisingIds() {
        createQueue("rising");

        List<Integer> ids = java.util.stream.IntStream.range(0, 5)
                .mapToObj(i -> as("client")
                        .post("rest/v1/default/QUEUE/rising", "x")
                        .json()
                        .getInt("msgId"))
                .toList();

        assertThat(ids).isSorted().doesNotHaveDuplicates();
    }

    @Test
    void refusesToAQueueThatIsNotThereOrTakesNothing() {
        as("admin").json("PUT", QUEUES + "/silent", "{}");
        as("admin").json("PUT", QUEUES + "/closed", "{'rejectMsgToSenderOnDiscardBehavior':'always'}");

        Answer none = as("client").post("rest/v1/default/QUEUE/no%2Fsuch", "x");
        Answer closed = as("client").post("rest/v1/default/QUEUE/closed", "x");
        Answer silent = as("client").post("rest/v1/default/QUEUE/silent", "x");

        assertThat(none.problem()).isEqualTo("404 no-such-queue");
        assertThat(none.json().getString("detail")).contains("no/such");
        assertThat(none.header("Content-Type")).isEqualTo("application/problem+json");
        assertThat(closed.problem()).isEqualTo("409 ingress-disabled");
        assertThat(silent.status()).isEqualTo(200);
        assertThat(depth("closed")).isZero();
        assertThat(depth("silent")).isZero();
    }

    @Test
    void refusesAMessageLargerThanTheQueueTakes() {
        createQueue("small", "'maxMsgSize':100");

        Answer fits = as("client").post("rest/v1/default/QUEUE/small", "x".repeat(50));
        Answer big = as("client").post("rest/v1/default/QUEUE/small", "x".repeat(101));

        assertThat(fits.status()).isEqualTo(200);
        assertThat(big.problem()).isEqualTo("413 message-too-big");
        assertThat(depth("small")).isEqualTo(1);
    }

    @Test
    void takesTheLargestMessageAndRefusesALargerOne() {
        createQueue("large", "'maxMsgSize':30000000");

        Answer larger = post("large", 30_000_001);
        Answer largest = post("large", 29_999_000);

        assertThat(larger.problem()).isEqualTo("413 message-too-big");
        assertThat(largest.status()).as(largest.text()).isEqualTo(200);
        assertThat(depth("large")).isEqualTo(1);
    }

    private static Answer post(String queue, int bytes) {
        return as("client").call("POST", "rest/v1/default/QUEUE/" + queue, BodyPublishers.ofByteArray(new byte[bytes]));
    }

    @Test
    void refusesWithRetryAfterWhenAQueueIsFullAndTakesAgainAfterAPurge() {
        createQueue("quota", "'maxMsgSpoolUsage':1");
        String half = "x".repeat(400_000);
        as("client").post("rest/v1/default/QUEUE/quota", half);
        as("client").post("rest/v1/default/QUEUE/quota", half);

        Answer full = as("client").post("rest/v1/default/QUEUE/quota", half);
        long depthWhenFull = depth("quota");
        as("operator").json("PUT", "SEMP/v2/action/msgVpns/default/queues/quota/deleteMsgs", "{}");
        Answer again = as("client").post("rest/v1/default/QUEUE/quota", half);

        assertThat(full.problem()).isEqualTo("503 queue-quota-exceeded");
        assertThat(full.header("Retry-After")).isEqualTo("1");
        assertThat(depthWhenFull).isEqualTo(2);
        assertThat(again.status()).isEqualTo(200);
    }

    @Test
    void leavesARefusedMessageNowhere() {
        createQueue("open");
        createQueue("tight", "'maxMsgSize':10", "'rejectMsgToSenderOnDiscardBehavior':'always'");
        Api.subscribe("open", "both/>");
        Api.subscribe("tight", "both/>");

        Answer answer = as("client").post("rest/v1/default/TOPIC/both/1", "x".repeat(20));

        assertThat(answer.problem()).isEqualTo("413 message-too-big");
        assertThat(depth("open")).isZero();
        assertThat(depth("tight")).isZero();
    }

    @Test
    void storesAMessageOfAPublisherOnce() {
        createQueue("once");

        Answer first = sequenced(5);
        Answer again = sequenced(5);
        Answer next = sequenced(2000);
        Answer tooOld = sequenced(6);

        assertThat(first.json().getInt("msgId")).isPositive();
        assertThat(again.text()).isEqualTo("{\"duplicate\":true}");
        assertThat(next.status()).isEqualTo(200);
        assertThat(tooOld.problem()).isEqualTo("409 publisher-sequence-below-window");
        assertThat(depth("once")).isEqualTo(2);
    }

    private static Answer sequenced(int sequence) {
        return as("client")
                .post(
                        "rest/v1/default/QUEUE/once",
                        "x",
                        "Reprise-Publisher-Id",
                        "it",
                        "Reprise-Publisher-Sequence",
                        String.valueOf(sequence));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            Solace-Delivery-Mode       | Fast             | 400 invalid-parameter
            Solace-Priority            | high             | 400 invalid-parameter
            Solace-Colour              | red              | 400 invalid-parameter
            Reprise-Publisher-Id       | p                | 400 missing-parameter
            ce-specversion             | 1.0              | 400 missing-parameter
            Content-Encoding           | gzip             | 400 not-supported
            Solace-User-Property-x     | y; type=int32    | 400 invalid-parameter
            """)
    void refusesAHeaderAndPublishesNothing(String name, String value, String problem) {
        createQueue("untouched");

        Answer answer = as("client").post("rest/v1/default/QUEUE/untouched", "x", name, value);

        assertThat(answer.problem()).isEqualTo(problem);
        assertThat(depth("untouched")).isZero();
    }

    @Test
    void refusesABadTopicAnUnknownVpnAndParameters() {
        Answer topic = as("client").post("rest/v1/default/TOPIC/" + "x".repeat(251), "x");
        Answer nul = as("client").post("rest/v1/default/TOPIC/a%00b", "x");
        Answer vpn = as("client").post("rest/v1/none/TOPIC/a", "x");
        Answer parameter = as("client").post("rest/v1/default/TOPIC/a?ttl=1", "x");

        assertThat(topic.problem()).isEqualTo("400 invalid-topic");
        assertThat(nul.status()).isEqualTo(400);
        assertThat(vpn.problem()).isEqualTo("404 not-found");
        assertThat(parameter.problem()).isEqualTo("400 invalid-parameter");
    }

    /** The JDK's client sends no header with bytes beyond ASCII. */
    private static String postRaw(String header) throws IOException {
        URI root = Api.root();
        String request = "POST /reprise/" + INBOX + " HTTP/1.1\r\nHost: " + root.getAuthority() + "\r\nAuthorization: "
                + as("client").authorization() + "\r\n" + header
                + "\r\nContent-Length: 1\r\nConnection: close\r\n\r\nx";
        try (Socket socket = new Socket(root.getHost(), root.getPort());
                OutputStream out = socket.getOutputStream();
                InputStream in = socket.getInputStream()) {
            out.write(request.getBytes(StandardCharsets.UTF_8));
            out.flush();
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static String received() throws IOException, InterruptedException {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(RoleUsersSetup.server().resolve("/management-suite/inbox"))
                                .build(),
                        BodyHandlers.ofString())
                .body();
    }
}
