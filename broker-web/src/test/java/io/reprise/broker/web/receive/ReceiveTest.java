package io.reprise.broker.web.receive;

import static io.reprise.broker.web.receive.ReceivingClient.assertProblem;
import static io.reprise.broker.web.receive.ReceivingClient.messages;
import static io.reprise.broker.web.receive.ReceivingClient.only;
import static io.reprise.broker.web.receive.ReceivingClient.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.message.BodyKind;
import io.reprise.broker.model.message.DeliveryMode;
import io.reprise.broker.model.message.Message;
import io.reprise.broker.model.message.MessageBuilder;
import io.reprise.broker.model.message.PublisherStamp;
import io.reprise.broker.model.message.TypedValues;
import io.reprise.broker.model.message.WireWriter;
import io.reprise.broker.model.topic.TopicName;
import io.reprise.broker.web.Answer;
import io.reprise.broker.web.HttpServer;
import io.reprise.broker.web.settings.AllowedTargets;
import io.reprise.broker.web.settings.WebSettings;
import jakarta.json.Json;
import jakarta.json.JsonObject;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringReader;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a receive is answered, and when. */
@Timeout(60)
class ReceiveTest {
    @RegisterExtension
    final HttpServer server = new HttpServer(new WebSettings(10, 10, 10, 4, 1, AllowedTargets.NONE));

    @Test
    void givesWhatIsThereInOrderUpToItsMaximum() {
        ReceivingClient client = client();
        put(server, "a", "b", "c");

        Answer two = client.receive("{'max':2}");
        Answer rest = client.receive("{'max':10}");

        assertThat(messages(two)).containsExactly("1=a", "2=b");
        assertThat(messages(rest)).containsExactly("3=c");
        assertThat(two.header("Cache-Control")).isEqualTo("no-store");
    }

    @Test
    void givesOneIfNothingIsSaid() {
        ReceivingClient client = client();
        put(server, "a", "b");

        Answer one = server.as("client").post(client.path() + "/messages", "");

        assertThat(messages(one)).containsExactly("1=a");
    }

    @Test
    void answersAtOnceWithoutMessagesIfItDoesNotWait() {
        assertThat(messages(client().receive("{'wait':'PT0S'}"))).isEmpty();
    }

    @Test
    void waitsAsLongAsItSaysAndIsAnsweredWithoutMessages() {
        ReceivingClient client = client();
        CompletableFuture<Answer> answer = client.waitFor("{'wait':'PT30S'}");

        server.pass(Duration.ofSeconds(29));
        boolean early = answer.isDone();
        server.pass(Duration.ofSeconds(1));

        assertThat(early).isFalse();
        assertThat(messages(answer.join())).isEmpty();
    }

    @Test
    void isAnsweredWhenAMessageArrivesDuringTheWait() {
        CompletableFuture<Answer> answer = client().waitFor("{}");

        put(server, "late");

        assertThat(messages(answer.join())).containsExactly("1=late");
    }

    @Test
    void aNewReceiveTakesThePlaceOfOneThatWaits() {
        ReceivingClient client = client();
        CompletableFuture<Answer> first = client.waitFor("{}");
        CompletableFuture<Answer> second = client.receiveBeside("{}");
        Answer overtaken = first.join();
        await().until(() -> server.vpn().consumption().waiting() == 1);

        put(server, "a");

        assertThat(messages(overtaken)).isEmpty();
        assertThat(messages(second.join())).containsExactly("1=a");
    }

    @Test
    void tellsEverythingThatIsKnownOfAMessage() {
        MessageBuilder message = Message.to(TopicName.of("a/b"))
                .deliveryMode(DeliveryMode.NON_PERSISTENT)
                .priority(7)
                .ttlMillis(60_000)
                .dmqEligible(false)
                .messageId("ID:1")
                .senderTimestampMillis(17)
                .correlationId("c-1")
                .replyTo(TopicName.queueTopic("answers"))
                .type("order")
                .contentType("text/plain")
                .publisher(new PublisherStamp("p", 8))
                .text("Grüße");
        message.property("flag", true).property("small", (byte) 1).property("big", 5_000_000_000L);
        message.property("real", 1.5f).property("text", "x").property("nan", Double.NaN);
        server.vpn().consumption().put(message.build());

        JsonObject json = only(client().receive("{}"));

        assertThat(json).isEqualTo(parsed("""
                {"token":"1","msgId":1,"replicationGroupMsgId":"rmid1:00000-00000000001-00000000-00000001",
                 "deliveryCount":1,"redelivered":false,"spooledTimeMillis":5000,"destination":"/TOPIC/a/b",
                 "deliveryMode":"Non-Persistent","priority":7,"dmqEligible":false,"retained":false,"timestampMillis":17,
                 "timeToLiveMillis":60000,"messageId":"ID:1","correlationId":"c-1","replyTo":"/QUEUE/answers",
                 "type":"order","contentType":"text/plain","publisherId":"p","publisherSequence":8,
                 "properties":{"flag":true,"small":1,"big":5000000000,"real":1.5,"text":"x","nan":"NaN"},
                 "bodyKind":"text","body":"Grüße"}
                """));
    }

    @Test
    void showsBodiesOfEveryKind() {
        Map<String, Object> map = new LinkedHashMap<>(Map.of("n", 1));
        WireWriter mapBytes = new WireWriter(64);
        TypedValues.writeMap(mapBytes, map);
        WireWriter streamBytes = new WireWriter(64);
        TypedValues.writeList(streamBytes, Arrays.asList("x", null, 2L, 'c', new byte[] {1}));

        assertThat(body(BodyKind.NONE, new byte[0])).isEqualTo(parsed("{\"bodyKind\":\"none\"}"));
        assertThat(body(BodyKind.BYTES, new byte[] {-1}))
                .isEqualTo(parsed("{\"bodyKind\":\"bytes\",\"body\":\"/w==\",\"encoding\":\"base64\"}"));
        assertThat(body(BodyKind.OBJECT, new byte[] {-1}))
                .isEqualTo(parsed("{\"bodyKind\":\"object\",\"body\":\"/w==\",\"encoding\":\"base64\"}"));
        assertThat(body(BodyKind.MAP, mapBytes.toByteArray()))
                .isEqualTo(parsed("{\"bodyKind\":\"map\",\"body\":{\"n\":1}}"));
        assertThat(body(BodyKind.STREAM, streamBytes.toByteArray()))
                .isEqualTo(parsed("{\"bodyKind\":\"stream\",\"body\":[\"x\",null,2,\"c\",\"AQ==\"]}"));
        assertThat(body(BodyKind.MAP, new byte[] {5}))
                .isEqualTo(parsed("{\"bodyKind\":\"map\",\"body\":\"BQ==\",\"encoding\":\"base64\"}"));
    }

    private JsonObject body(BodyKind kind, byte[] bytes) {
        ReceivingClient client = client();
        server.vpn()
                .consumption()
                .put(Message.to(TopicName.of("t")).body(kind, bytes).build());
        JsonObject json = only(client.receive("{}"));
        client.settle("{'accept':['1']}");
        client.delete();
        var only = Json.createObjectBuilder();
        for (String name : List.of("bodyKind", "body", "encoding")) {
            if (json.containsKey(name)) {
                only.add(name, json.get(name));
            }
        }
        return only.build();
    }

    @Test
    void givesAnEventInStructuredModeInsteadOfABody() {
        MessageBuilder event =
                Message.to(TopicName.of("t")).contentType("application/json").text("{\"a\": [1, 2]}");
        event.property("cloudEvents_specversion", "1.0").property("cloudEvents_id", "e-1");
        event.property("cloudEvents_source", "/s")
                .property("cloudEvents_type", "t")
                .property("mine", 1);
        server.vpn().consumption().put(event.build());

        JsonObject json = only(client().receive("{}"));

        assertThat(json.getJsonObject("cloudEvent")).isEqualTo(parsed("""
                {"specversion":"1.0","id":"e-1","source":"/s","type":"t","datacontenttype":"application/json",
                 "data":{"a":[1,2]}}
                """));
        assertThat(json.getJsonObject("properties")).isEqualTo(parsed("{\"mine\":1}"));
        assertThat(json).doesNotContainKeys("body", "bodyKind");
    }

    @Test
    void givesNoMoreThanMayBeUnsettledAndThenRefusesUntilSomeAreSettled() {
        ReceivingClient client = client();
        put(server, "a", "b", "c", "d", "e");

        Answer four = client.receive("{'max':10}");
        Answer refused = client.receive("{}");
        client.settle("{'accept':['1']}");
        Answer next = client.receive("{'max':10}");

        assertThat(messages(four)).containsExactly("1=a", "2=b", "3=c", "4=d");
        assertProblem(refused, 409, "not-allowed");
        assertThat(refused.json().getString("detail"))
                .contains("4 unsettled messages")
                .contains("reprise.web.maxUnsettledMessages");
        assertThat(messages(next)).containsExactly("5=e");
    }

    @Test
    void givesNoMoreThanMayBeUnsettledInBytesButOneMessageWhateverItsSize() {
        ReceivingClient client = client();
        put(server, "x".repeat(1_500_000), "b");

        Answer one = client.receive("{'max':10}");
        Answer refused = client.receive("{}");

        assertThat(one.json().getJsonArray("messages")).hasSize(1);
        assertProblem(refused, 409, "not-allowed");
    }

    @Test
    void tellsThatTheBrokerEndedItsConsumerDuringTheWaitAndAfter() {
        ReceivingClient client = client();
        CompletableFuture<Answer> waiting = client.waitFor("{}");

        server.vpn().consumption().end("queue 'q' was deleted");

        assertProblem(waiting.join(), 410, "consumer-ended");
        assertThat(waiting.join().json().getString("detail")).contains("queue 'q' was deleted");
        assertProblem(client.receive("{}"), 410, "consumer-ended");
    }

    @Test
    void passesOnWhyTheMessagesCanNotBeRead() {
        ReceivingClient client = client();
        put(server, "a");
        server.vpn().consumption().failReads(new BrokerException(ErrorCode.DATABASE_UNAVAILABLE, "it is away"));

        Answer answer = client.receive("{}");

        assertProblem(answer, 503, "database-unavailable");
        assertThat(answer.header("Retry-After")).isEqualTo("1");
    }

    @Test
    void showsAgainWhatItsClientHasNotSettledForAnAnswerThatWasLost() {
        ReceivingClient client = client();
        put(server, "a", "b");
        client.receive("{'max':2}");
        client.settle("{'accept':['1']}");

        assertThat(messages(client.unsettled())).containsExactly("2=b");
        assertThat(only(client.unsettled()).getInt("deliveryCount")).isEqualTo(1);
    }

    @Test
    void aMessageThatCouldNotBeWrittenReturnsUncounted() throws IOException {
        ReceivingClient client = client();
        try (Socket socket = receiveRaw(client)) {
            await().until(() -> server.vpn().consumption().waiting() == 1);
            socket.setSoLinger(true, 0); // closes with a reset, as a machine does that has lost the connection
        }

        put(server, "a");

        await().until(() -> server.vpn().consumption().events().contains("returned 1"));
        assertThat(messages(client.unsettled())).isEmpty();
        assertThat(only(client.receive("{}")).getInt("deliveryCount")).isEqualTo(1);
    }

    /** The test's executor has two threads. */
    @Test
    void whoDoesNotReadAnAnswerHoldsNoThread() throws IOException {
        List<Socket> silent = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            put(server, "x".repeat(20_000_000));
            ReceivingClient client = client();
            silent.add(receiveRaw(client));
            await().until(() ->
                    !client.unsettled().json().getJsonArray("messages").isEmpty());
        }
        put(server, "a");

        assertThat(messages(client().receive("{}"))).containsExactly("1=a");
        for (Socket socket : silent) {
            socket.close();
        }
        await("what was not read to return")
                .until(() -> server.vpn()
                        .consumption()
                        .events()
                        .containsAll(List.of("returned 1", "returned 2", "returned 3")));
    }

    /** Asks for one message and reads nothing. */
    private Socket receiveRaw(ReceivingClient client) throws IOException {
        URI root = server.as("client").root();
        Socket socket = new Socket(root.getHost(), root.getPort());
        OutputStream out = socket.getOutputStream();
        out.write(("POST /reprise/" + client.path() + "/messages HTTP/1.1\r\nHost: localhost\r\nAuthorization: "
                        + server.as("client").authorization() + "\r\nContent-Length: 0\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII));
        out.flush();
        return socket;
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {'max':0}          | max: '0'; allowed: a whole number, 1–1000
            {'max':1001}       | max: '1001'
            {'wait':'PT5M1S'}  | wait: 'PT5M1S'; allowed: PT0S–PT5M
            {'wait':'-PT1S'}   | wait: '-PT1S'
            {'wait':20}        | wait: '20'
            {'wait':'soon'}    | wait: 'soon'
            {'colour':'red'}   | colour: red; allowed: the attributes max, wait
            """)
    void refusesWhatItDoesNotKnowAndTakesNothing(String order, String detail) {
        ReceivingClient client = client();
        put(server, "a");

        Answer answer = client.receive(order);

        assertProblem(answer, 400, "invalid-parameter");
        assertThat(answer.json().getString("detail")).contains(detail);
        assertThat(messages(client.receive("{}"))).containsExactly("1=a");
    }

    private ReceivingClient client() {
        return ReceivingClient.of(server, "client", "{}");
    }

    private static JsonObject parsed(String json) {
        return Json.createReader(new StringReader(json)).readObject();
    }
}
