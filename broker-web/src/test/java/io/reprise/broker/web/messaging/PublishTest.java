package io.reprise.broker.web.messaging;

import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.error.ErrorKind;
import io.reprise.broker.model.message.BodyKind;
import io.reprise.broker.model.message.DeliveryMode;
import io.reprise.broker.model.message.Message;
import io.reprise.broker.model.message.PublisherStamp;
import io.reprise.broker.model.publish.CommitOutcome;
import io.reprise.broker.model.topic.TopicName;
import io.reprise.broker.web.Answer;
import io.reprise.broker.web.HttpServer;
import io.reprise.broker.web.request.PayloadType;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class PublishTest {
    private static final String TOPIC = "rest/v1/default/TOPIC/";

    @RegisterExtension
    final HttpServer server = new HttpServer();

    @Test
    void sendsTextToATopicAndAnswersWithItsId() {
        server.vpn().answerPublishesWith(new CommitOutcome.Stored(4711, 1));

        Answer answer = server.as("client").post(TOPIC + "a/b", "Grüße", "Content-Type", "text/plain");

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.text()).isEqualTo("{\"msgId\":4711}");
        Message message = published();
        assertThat(message.topic()).isEqualTo(TopicName.of("a/b"));
        assertThat(message.bodyKind()).isEqualTo(BodyKind.TEXT);
        assertThat(new String(message.body(), StandardCharsets.UTF_8)).isEqualTo("Grüße");
        assertThat(message.deliveryMode()).isEqualTo(DeliveryMode.PERSISTENT);
        assertThat(message.priority()).isEqualTo(Message.DEFAULT_PRIORITY);
        assertThat(message.senderTimestampMillis()).isEqualTo(HttpServer.NOW.toEpochMilli());
        assertThat(message.messageId()).startsWith("ID:").hasSizeGreaterThan(20);
        assertThat(message.publisher()).isNull();
    }

    @Test
    void sendsToAQueueByItsNetworkTopic() {
        server.as("client").post("rest/v1/default/QUEUE/a%2Fb%20c", "x");

        assertThat(published().topic()).isEqualTo(TopicName.queueTopic("a/b c"));
    }

    @ParameterizedTest
    @CsvSource({
        "a/b, a/b",
        "a//b, a//b",
        "/a/b, /a/b",
        "a/b/, a/b/",
        "a%2Fb, a/b",
        "a+b%20c, a+b c",
        "a;b=c/d, a;b=c/d",
        "%C3%BC/%23%3E, ü/#>",
        "x/TOPIC/y, x/TOPIC/y",
        "100%25, 100%",
    })
    void takesTheTopicAsThePathSpellsIt(String path, String topic) {
        Answer answer = server.as("client").post(TOPIC + path, "x");

        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        assertThat(published().topic().text()).isEqualTo(topic);
    }

    @Test
    void readsWhatTheHeadersSay() {
        Answer answer = server.as("client")
                .post(
                        TOPIC + "a",
                        "{}",
                        "Content-Type",
                        "application/json",
                        "Solace-Delivery-Mode",
                        "Non-Persistent",
                        "Solace-Time-To-Live-In-ms",
                        "5000",
                        "Solace-Priority",
                        "200",
                        "Solace-DMQ-Eligible",
                        "false",
                        "Solace-Correlation-ID",
                        "c-1",
                        "Solace-Message-ID",
                        "m-1",
                        "Solace-Timestamp",
                        "17",
                        "Solace-Reply-To-Destination",
                        "/QUEUE/answers",
                        "Solace-Eliding-Eligible",
                        "false",
                        "Reprise-Publisher-Id",
                        "p",
                        "Reprise-Publisher-Sequence",
                        "8");

        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        Message message = published();
        assertThat(message.deliveryMode()).isEqualTo(DeliveryMode.NON_PERSISTENT);
        assertThat(message.ttlMillis()).isEqualTo(5000);
        assertThat(message.priority()).isEqualTo(9);
        assertThat(message.dmqEligible()).isFalse();
        assertThat(message.correlationId()).isEqualTo("c-1");
        assertThat(message.messageId()).isEqualTo("m-1");
        assertThat(message.senderTimestampMillis()).isEqualTo(17);
        assertThat(message.replyTo()).isEqualTo(TopicName.queueTopic("answers"));
        assertThat(message.publisher()).isEqualTo(new PublisherStamp("p", 8));
        assertThat(message.contentType()).isEqualTo("application/json");
        assertThat(message.bodyKind()).isEqualTo(BodyKind.TEXT);
    }

    @Test
    void readsTypedUserProperties() {
        Answer answer = server.as("client")
                .post(
                        TOPIC + "a",
                        "x",
                        "Solace-User-Property-plain",
                        "1; 2",
                        "Solace-User-Property-text",
                        "7; type=string",
                        "Solace-User-Property-flag",
                        "true;type=bool",
                        "Solace-User-Property-small",
                        "-128; type=int8",
                        "Solace-User-Property-short",
                        "300; type=int16",
                        "Solace-User-Property-int",
                        "70000; type=int32",
                        "Solace-User-Property-long",
                        "5000000000; type=int64",
                        "Solace-User-Property-u8",
                        "255; type=uint8",
                        "Solace-User-Property-u16",
                        "65535; type=uint16",
                        "Solace-User-Property-u32",
                        "4294967295; type=uint32",
                        "Solace-User-Property-f",
                        "1.5; type=float",
                        "Solace-User-Property-d",
                        "2.25; type=double",
                        "Solace-User-Property-c",
                        "x; type=wchar",
                        "Solace-User-Property-JMSXGroupID",
                        "g");

        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        assertThat(published().properties())
                .containsExactlyInAnyOrderEntriesOf(Map.ofEntries(
                        Map.entry("plain", "1; 2"),
                        Map.entry("text", "7"),
                        Map.entry("flag", true),
                        Map.entry("small", (byte) -128),
                        Map.entry("short", (short) 300),
                        Map.entry("int", 70000),
                        Map.entry("long", 5_000_000_000L),
                        Map.entry("u8", (short) 255),
                        Map.entry("u16", 65535),
                        Map.entry("u32", 4294967295L),
                        Map.entry("f", 1.5f),
                        Map.entry("d", 2.25),
                        Map.entry("c", "x"),
                        Map.entry("JMSXGroupID", "g")));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            Solace-Delivery-Mode          | Fast                   | invalid-parameter | 'Fast'
            Solace-Delivery-Mode          | Fast                   | invalid-parameter | Persistent, Non-Persistent
            Solace-Time-To-Live-In-ms     | -1                     | invalid-parameter | Solace-Time-To-Live-In-ms
            Solace-Time-To-Live-In-ms     | soon                   | invalid-parameter | 'soon'
            Solace-Priority               | 256                    | invalid-parameter | 0–255
            Solace-DMQ-Eligible           | maybe                  | invalid-parameter | true, false
            Solace-Reply-To-Destination   | answers                | invalid-parameter | /TOPIC/ and a topic
            Solace-Reply-Wait-Time-In-ms  | 5                      | not-supported     | Solace-Reply-Wait-Time-In-ms
            Solace-Client-Name            | me                     | not-supported     | Solace-Client-Name
            Solace-Eliding-Eligible       | true                   | not-supported     | Solace-Eliding-Eligible
            Solace-Colour                 | red                    | invalid-parameter | Solace-Colour: unknown
            Reprise-Colour                | red                    | invalid-parameter | Reprise-Colour: unknown
            Reprise-Publisher-Id          | p                      | missing-parameter | Reprise-Publisher-Sequence
            Reprise-Publisher-Sequence    | 5                      | missing-parameter | Reprise-Publisher-Id
            Solace-User-Property-JMSFoo   | x                      | invalid-parameter | reserved by Jakarta Messaging
            Solace-User-Property-n        | 5; type=colour         | invalid-parameter | type 'colour'
            Solace-User-Property-n        | 500; type=int8         | invalid-parameter | '500'; allowed: -128–127
            Solace-User-Property-n        | -1; type=uint8         | invalid-parameter | 0–255
            Solace-User-Property-n        | yes; type=bool         | invalid-parameter | true, false
            Solace-User-Property-n        | x; type=null           | not-supported     | of type null
            Content-Type                  | application/cloudevents-batch+json | not-supported | one at a time
            Content-Type                  | application/cloudevents+xml  | not-supported | cloudevents+json
            Content-Type                  | application/cloudevents+json; charset=latin1 | not-supported | in UTF-8
            Content-Type                  | text                   | invalid-parameter | malformed request
            Content-Type                  | text/plain;charset=zzz | invalid-parameter | charset
            Content-Encoding              | gzip                   | not-supported     | Content-Encoding: gzip
            """)
    void refusesAHeaderByNameAndPublishesNothing(String name, String value, String code, String text) {
        Answer answer = server.as("client").post(TOPIC + "a", "x", name, value);

        assertProblem(answer, 400, code);
        assertThat(answer.json().getString("detail")).contains(text);
        assertThat(server.vpn().published()).isEmpty();
    }

    @Test
    void handsADirectMessageOverAndStoresNothing() {
        Answer answer = server.as("client").post(TOPIC + "a", "x", "Solace-Delivery-Mode", "Direct");

        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        assertThat(answer.text()).isEqualTo("{\"direct\":true}");
        assertThat(server.vpn().published()).isEmpty();
        assertThat(server.vpn().live().published())
                .extracting(Message::deliveryMode)
                .containsExactly(DeliveryMode.DIRECT);
    }

    @Test
    void refusesAPublisherSequenceOfADirectMessage() {
        Answer answer = server.as("client")
                .post(
                        TOPIC + "a",
                        "x",
                        "Solace-Delivery-Mode",
                        "Direct",
                        "Reprise-Publisher-Id",
                        "p",
                        "Reprise-Publisher-Sequence",
                        "1");

        assertProblem(answer, 400, "invalid-parameter");
        assertThat(server.vpn().live().published()).isEmpty();
    }

    @Test
    void reportsEverythingWrongTogether() {
        Answer answer = server.as("client")
                .post(TOPIC + "x".repeat(251) + "?ttl=5", "x", "Solace-Priority", "no", "Solace-Delivery-Mode", "Fast");

        assertProblem(answer, 400, "invalid-parameter");
        assertThat(answer.json().getString("detail"))
                .contains("parameter ttl")
                .contains("251 characters")
                .contains("Solace-Priority")
                .contains("Fast");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            text/plain                         | TEXT  | text/plain
            text/csv; charset=UTF-8            | TEXT  | text/csv; charset=UTF-8
            text/plain; charset=ISO-8859-1     | TEXT  | text/plain;charset=UTF-8
            application/json                   | TEXT  | application/json
            application/vnd.quake+xml          | TEXT  | application/vnd.quake+xml
            application/octet-stream           | BYTES | application/octet-stream
            image/png                          | BYTES | image/png
            """)
    void takesTextOrBytesByContentType(String contentType, BodyKind kind, String kept) {
        Charset sent = contentType.contains("8859") ? StandardCharsets.ISO_8859_1 : StandardCharsets.UTF_8;

        Answer answer = server.as("client")
                .call("POST", TOPIC + "a", BodyPublishers.ofByteArray("ü".getBytes(sent)), "Content-Type", contentType);

        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        assertThat(published().bodyKind()).isEqualTo(kind);
        assertThat(published().body()).isEqualTo("ü".getBytes(StandardCharsets.UTF_8));
        assertThat(published().contentType()).isEqualTo(kept);
    }

    @Test
    void sendsAMessageWithoutABody() {
        Answer answer = server.as("client").post(TOPIC + "a", "");

        assertThat(answer.status()).isEqualTo(200);
        assertThat(published().bodyKind()).isEqualTo(BodyKind.NONE);
        assertThat(published().contentType()).isNull();
    }

    @Test
    void refusesTextThatIsNotInItsCharset() {
        Answer answer = server.as("client")
                .call(
                        "POST",
                        TOPIC + "a",
                        BodyPublishers.ofByteArray(new byte[] {(byte) 0xFF}),
                        "Content-Type",
                        "text/plain");

        assertProblem(answer, 400, "invalid-parameter");
        assertThat(server.vpn().published()).isEmpty();
    }

    @Test
    void refusesABodyLargerThanAnyEndpointTakes() {
        byte[] body = new byte[PayloadType.MAX_BYTES + 1];

        Answer declared = server.as("client").call("POST", TOPIC + "a", BodyPublishers.ofByteArray(body));
        Answer chunked = server.as("client")
                .call("POST", TOPIC + "a", BodyPublishers.ofInputStream(() -> new java.io.ByteArrayInputStream(body)));

        assertProblem(declared, 413, "message-too-big");
        assertProblem(chunked, 413, "message-too-big");
        assertThat(server.vpn().published()).isEmpty();
    }

    @Test
    void takesABodyOfTheLargestSize() {
        byte[] body = new byte[PayloadType.MAX_BYTES];
        Arrays.fill(body, (byte) 'x');

        Answer answer = server.as("client").call("POST", TOPIC + "a", BodyPublishers.ofByteArray(body));

        assertThat(answer.status()).isEqualTo(200);
        assertThat(published().body()).hasSize(PayloadType.MAX_BYTES);
    }

    static Stream<ErrorCode> nacks() {
        return Arrays.stream(ErrorCode.values()).filter(code -> code.kind() == ErrorKind.NACK);
    }

    @ParameterizedTest
    @MethodSource("nacks")
    void answersANackWithItsStatusAndReason(ErrorCode code) {
        server.vpn().answerPublishesWith(new CommitOutcome.Rejected(code, "queue 'q': full"));

        Answer answer = server.as("client").post(TOPIC + "a", "x");

        assertProblem(answer, code.httpStatus(), code.slug());
        assertThat(answer.json().getString("type")).isEqualTo("urn:reprise:error:" + code.slug());
        assertThat(answer.json().getString("title")).isEqualTo(code.text());
        assertThat(answer.json().getString("detail")).isEqualTo("queue 'q': full");
        assertThat(answer.header("Retry-After")).isEqualTo(code.httpStatus() == 503 ? "1" : "");
    }

    @Test
    void answers504WhenTheOutcomeIsUnknown() {
        server.vpn().answerPublishesWith(new CommitOutcome.Unknown("lost the database"));

        Answer answer = server.as("client").post(TOPIC + "a", "x");

        assertProblem(answer, 504, "outcome-unknown");
    }

    @Test
    void acknowledgesADuplicateWithoutAnId() {
        server.vpn().answerPublishesWith(new CommitOutcome.Stored(0, 0));

        Answer answer = server.as("client")
                .post(TOPIC + "a", "x", "Reprise-Publisher-Id", "p", "Reprise-Publisher-Sequence", "1");

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.text()).isEqualTo("{\"duplicate\":true}");
    }

    @Test
    void refusesAMissingVpnAnEmptyTopicAndAnotherMethod() {
        Answer vpn = server.as("client").post("rest/v1/none/TOPIC/a", "x");
        Answer empty = server.as("client").post("rest/v1/default/TOPIC/", "x");
        Answer get = server.as("client").get(TOPIC + "a");

        assertProblem(vpn, 404, "not-found");
        assertThat(empty.status()).isIn(400, 404);
        assertProblem(get, 405, "not-allowed");
    }

    @Test
    void answers503WhileThereIsNoBroker() {
        server.takeBrokerAway();

        Answer answer = server.as("client").post(TOPIC + "a", "x");

        assertProblem(answer, 503, "vpn-down");
        assertThat(answer.header("Retry-After")).isEqualTo("1");
    }

    private Message published() {
        assertThat(server.vpn().published()).hasSize(1);
        return server.vpn().published().get(0);
    }

    private static void assertProblem(Answer answer, int status, String code) {
        assertThat(answer.status()).as(answer.text()).isEqualTo(status);
        assertThat(answer.header("Content-Type")).isEqualTo("application/problem+json");
        assertThat(answer.json().getInt("status")).isEqualTo(status);
        assertThat(answer.json().getString("code")).isEqualTo(code);
    }
}
