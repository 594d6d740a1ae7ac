package io.reprise.broker.web.messaging;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudevents.CloudEvent;
import io.cloudevents.core.builder.CloudEventBuilder;
import io.cloudevents.http.HttpMessageFactory;
import io.cloudevents.jackson.JsonFormat;
import io.reprise.broker.model.message.BodyKind;
import io.reprise.broker.model.message.Message;
import io.reprise.broker.model.publish.CommitOutcome;
import io.reprise.broker.web.Answer;
import io.reprise.broker.web.HttpServer;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** CloudEvents over HTTP, as the project's own SDK sends and reads them, and as it never would (spec 5.2). */
class CloudEventTest {
    private static final String TOPIC = "rest/v1/default/TOPIC/events";
    private static final String STRUCTURED = "application/cloudevents+json";
    private static final String[] LEGAL = {"ce-specversion", "1.0", "ce-id", "1", "ce-source", "/s", "ce-type", "t"};

    @RegisterExtension
    final HttpServer server = new HttpServer();

    static Stream<CloudEvent> events() {
        CloudEventBuilder least = CloudEventBuilder.v1()
                .withId("e-1")
                .withSource(URI.create("/least"))
                .withType("least");
        CloudEventBuilder most = CloudEventBuilder.v1()
                .withId("e-2")
                .withSource(URI.create("https://example.org/a?b=c#d"))
                .withType("org.example.most")
                .withSubject("a subject; 10 percent")
                .withTime(OffsetDateTime.parse("2026-11-30T10:00:00.123456Z"))
                .withDataSchema(URI.create("urn:schema:1"))
                .withExtension("traceparent", "00-abc-def-01")
                .withExtension("count", 7)
                .withExtension("urgent", true);
        return Stream.of(
                least.build(),
                most.build(),
                most.withData("application/json", "{\"a\":[1,\"ü\",null]}".getBytes(StandardCharsets.UTF_8))
                        .build(),
                most.withData("text/plain", "Grüße".getBytes(StandardCharsets.UTF_8))
                        .build(),
                most.withData("application/octet-stream", new byte[] {0, -1, 5}).build());
    }

    @ParameterizedTest
    @MethodSource("events")
    void isTheSameMessageInBothModesAndComesBackAsItWas(CloudEvent event) {
        Message binary = sentBinary(event);
        Message structured = sentStructured(event);

        assertThat(structured.properties()).isEqualTo(binary.properties());
        assertThat(structured.contentType()).isEqualTo(binary.contentType());
        assertThat(structured.bodyKind()).isEqualTo(binary.bodyKind());
        assertThat(structured.body()).isEqualTo(binary.body());
        assertThat(properties(event)).isEqualTo(binary.properties());
        assertThat(attributes(received(binary))).isEqualTo(attributes(event));
        assertThat(dataOf(received(binary))).isEqualTo(dataOf(event));
    }

    private static Map<String, String> properties(CloudEvent event) {
        Map<String, String> properties = new java.util.LinkedHashMap<>();
        attributes(event).forEach((name, value) -> {
            if (!name.equals("datacontenttype")) {
                properties.put("cloudEvents_" + name, value);
            }
        });
        return properties;
    }

    /** Attributes and extensions, as text. */
    private static Map<String, String> attributes(CloudEvent event) {
        Map<String, String> attributes = new java.util.TreeMap<>();
        event.getAttributeNames().forEach(name -> attributes.put(name, String.valueOf(event.getAttribute(name))));
        event.getExtensionNames().forEach(name -> attributes.put(name, String.valueOf(event.getExtension(name))));
        return attributes;
    }

    private static String dataOf(CloudEvent event) {
        return event.getData() == null
                ? "none"
                : Arrays.toString(event.getData().toBytes());
    }

    private Message sentBinary(CloudEvent event) {
        List<String> headers = new ArrayList<>();
        List<byte[]> bodies = new ArrayList<>();
        HttpMessageFactory.createWriter(
                        (name, value) -> headers.addAll(List.of(name, value)),
                        body -> bodies.add(body == null ? new byte[0] : body))
                .writeBinary(event);
        return sent(bodies.get(0), headers.toArray(new String[0]));
    }

    private Message sentStructured(CloudEvent event) {
        return sent(new JsonFormat().serialize(event), "Content-Type", STRUCTURED);
    }

    private Message sent(byte[] body, String... headers) {
        server.vpn().published().clear();
        server.vpn().answerPublishesWith(new CommitOutcome.Stored(1, 1));
        Answer answer = server.as("client").call("POST", TOPIC, BodyPublishers.ofByteArray(body), headers);
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        assertThat(server.vpn().published()).hasSize(1);
        return server.vpn().published().get(0);
    }

    private CloudEvent received(Message message) {
        String consumers = "rest/v1/default/QUEUE/q/consumers";
        server.vpn().consumption().put(message);
        String id = server.as("client").json("POST", consumers, "{}").json().getString("consumerId");
        Answer answer = server.as("client").json("POST", consumers + "/" + id + "/messages", "{}");
        server.as("client").json("POST", consumers + "/" + id + "/settlements", "{'accept':['1']}");
        String json = answer.json()
                .getJsonArray("messages")
                .getJsonObject(0)
                .getJsonObject("cloudEvent")
                .toString();
        return new JsonFormat().deserialize(json.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void headersArePercentDecodedOnceAndMayBeQuoted() {
        Message message = sent(
                new byte[0],
                "ce-specversion",
                "1.0",
                "CE-ID",
                "100%25%20Gr%C3%BC%C3%9Fe%20%E2%82%AC",
                "ce-source",
                "/a%2520b",
                "ce-type",
                "\"a \\\"quoted\\\" type\"");

        assertThat(message.properties())
                .containsEntry("cloudEvents_id", "100% Grüße €")
                .containsEntry("cloudEvents_source", "/a%20b")
                .containsEntry("cloudEvents_type", "a \"quoted\" type");
    }

    @Test
    void goesTogetherWithTheHeadersOfAMessage() {
        String[] headers = Arrays.copyOf(LEGAL, LEGAL.length + 4);
        headers[8] = "Solace-Priority";
        headers[9] = "7";
        headers[10] = "Solace-User-Property-colour";
        headers[11] = "red";

        Message message = sent("x".getBytes(StandardCharsets.UTF_8), headers);

        assertThat(message.priority()).isEqualTo(7);
        assertThat(message.properties()).containsEntry("colour", "red").containsEntry("cloudEvents_id", "1");
        assertThat(message.bodyKind()).isEqualTo(BodyKind.BYTES);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            ce-specversion     | 0.3        | header ce-specversion: '0.3'; allowed: 1.0
            ce-id              | ``         | header ce-id: ''; allowed: text that is not empty
            ce-source          | a b        | header ce-source: 'a b'; allowed: a URI-reference
            ce-source          | ``         | header ce-source: ''
            ce-type            | ``         | header ce-type: ''
            ce-subject         | ``         | header ce-subject: ''
            ce-time            | yesterday  | header ce-time: 'yesterday'; allowed: a time as
            ce-time            | 2026-02-30T10:00:00Z | header ce-time
            ce-time            | 2026-11-30T10:00Z | header ce-time
            ce-dataschema      | schema     | header ce-dataschema: 'schema'; allowed: an absolute URI
            ce-my-own          | x          | header ce-my-own: 'x'; allowed: names of a–z and 0–9
            ce-data            | x          | header ce-data: 'x'; allowed: names of a–z and 0–9
            ce-datacontenttype | text/plain | header ce-datacontenttype: 'text/plain'; allowed: Content-Type
            ce-mine            | a%2        | header ce-mine: 'a%2'; allowed: UTF-8, percent-encoded
            ce-mine            | %FF        | header ce-mine: '%FF'; allowed: UTF-8, percent-encoded
            ce-mine            | a%0Ab      | allowed: text without control characters
            Solace-User-Property-cloudEvents_id | 5 | user property 'cloudEvents_id': beside a CloudEvent
            """)
    void refusesAHeaderThatIsNoneOfAnEventAndPublishesNothing(String name, String value, String detail) {
        List<String> headers = new ArrayList<>();
        for (int i = 0; i < LEGAL.length; i += 2) {
            if (!LEGAL[i].equals(name)) {
                headers.addAll(List.of(LEGAL[i], LEGAL[i + 1]));
            }
        }
        headers.addAll(List.of(name, value));

        assertRefused(
                server.as("client").post(TOPIC, "x", headers.toArray(new String[0])), "invalid-parameter", detail);
    }

    @ParameterizedTest
    @CsvSource({"ce-id", "ce-source", "ce-type", "ce-specversion"})
    void namesTheAttributeThatIsMissing(String missing) {
        List<String> headers = new ArrayList<>();
        for (int i = 0; i < LEGAL.length; i += 2) {
            if (!LEGAL[i].equals(missing)) {
                headers.addAll(List.of(LEGAL[i], LEGAL[i + 1]));
            }
        }

        assertRefused(
                server.as("client").post(TOPIC, "x", headers.toArray(new String[0])),
                "missing-parameter",
                "header " + missing + " is missing");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {'specversion':'1.0','id':'1','source':'/s'}  | missing-parameter | attribute type is missing
            {'specversion':'1.0','id':7,'source':'/s','type':'t','id':'8'} | parse-error | id
            {EVENT,'Mine':'x'}            | invalid-parameter | attribute Mine: 'x'; allowed: names of a–z and 0–9
            {EVENT,'mine':{'a':1}}        | invalid-parameter | attribute mine: {"a":1}; allowed: text, true, false, a whole number
            {EVENT,'mine':1.5}            | invalid-parameter | attribute mine: 1.5
            {EVENT,'mine':3000000000}     | invalid-parameter | attribute mine: 3000000000
            {EVENT,'time':'now'}          | invalid-parameter | attribute time: 'now'
            {EVENT,'data':1,'data_base64':'AA=='} | invalid-parameter | data and data_base64: both; allowed: one of the two
            {EVENT,'data_base64':'?'}     | invalid-parameter | data_base64
            {EVENT,'data_base64':5}       | invalid-parameter | data_base64: 5; allowed: Base64 as text
            {EVENT,'datacontenttype':'text/plain','data':{'a':1}} | invalid-parameter | data: {"a":1}; allowed: text where datacontenttype is text/plain
            {EVENT,'datacontenttype':'text'} | invalid-parameter | attribute datacontenttype: 'text'; allowed: a media type
            {EVENT,'datacontenttype':5}   | invalid-parameter | attribute datacontenttype: 5
            []                            | parse-error       | it does not begin with {
            {EVENT                        | parse-error       | JSON
            """)
    void refusesAStructuredEventThatIsNoneAndPublishesNothing(String json, String code, String detail) {
        String body = json.replace("EVENT", "'specversion':'1.0','id':'1','source':'/s','type':'t'")
                .replace('\'', '"');

        assertRefused(server.as("client").post(TOPIC, body, "Content-Type", STRUCTURED), code, detail);
    }

    @Test
    void aStructuredEventsHeadersMayRepeatWhatIsInItAndNothingElse() {
        String event = "{\"specversion\":\"1.0\",\"id\":\"1\",\"source\":\"/s\",\"type\":\"t\",\"mine\":null}";

        sent(event.getBytes(StandardCharsets.UTF_8), "Content-Type", STRUCTURED + "; charset=UTF-8", "ce-id", "1");
        server.vpn().published().clear();
        Answer other = server.as("client").post(TOPIC, event, "Content-Type", STRUCTURED, "ce-id", "2");
        Answer more = server.as("client").post(TOPIC, event, "Content-Type", STRUCTURED, "ce-mine", "2");

        assertRefused(other, "invalid-parameter", "header ce-id: '2'; allowed: what the event itself has: '1'");
        assertRefused(more, "invalid-parameter", "what the event itself has: nothing");
    }

    private void assertRefused(Answer answer, String code, String detail) {
        assertThat(answer.status()).as(answer.text()).isEqualTo(400);
        assertThat(answer.json().getString("code")).as(answer.text()).isEqualTo(code);
        assertThat(answer.json().getString("detail")).contains(detail);
        assertThat(server.vpn().published()).isEmpty();
    }
}
