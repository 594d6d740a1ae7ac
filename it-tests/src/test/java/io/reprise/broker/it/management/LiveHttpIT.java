package io.reprise.broker.it.management;

import static io.reprise.broker.it.management.Api.as;
import static io.reprise.broker.it.management.Api.createQueue;
import static io.reprise.broker.it.management.Api.depth;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.reprise.broker.it.suite.LiveStream;
import io.reprise.broker.it.suite.LiveStream.Event;
import jakarta.json.JsonObject;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.WebSocketHandshakeException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jboss.arquillian.container.test.api.RunAsClient;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Spec 3.3 and 3.4 against a running broker: snapshots, history, live streams, recovery. Each test has a subject of its own. */
@RunAsClient
@Timeout(120)
class LiveHttpIT extends ManagementSuite {

    @Test
    void keepsTheNewestRetainedMessageAsTheSnapshot() {
        List<String> afterwards = new ArrayList<>();
        for (String published : List.of("140 false", "150 false", "141 true", "144 false", "142 true")) {
            String[] parts = published.split(" ");
            produce("/it/table", parts[0], "retained=" + parts[1]);
            afterwards.add(consume("/it/table", "").toString());
        }

        assertThat(afterwards).containsExactly("[]", "[]", "[SNAPSHOT 141]", "[SNAPSHOT 141]", "[SNAPSHOT 142]");
    }

    @Test
    void givesTheSnapshotItsOwnPlaceAndTheHeadOfTheSubject() {
        produce("/it/head", "1", "retained=true&closure=c");
        produce("/it/head", "2", "retained=false");

        JsonObject snapshot = as("client")
                .get("rest/consume?subject=/it/head")
                .json()
                .getJsonArray("messages")
                .getJsonObject(0);

        assertThat(snapshot.getString("closure")).isEqualTo("c");
        assertThat(snapshot.getBoolean("retained")).isTrue();
        assertThat(snapshot.getInt("seq")).isEqualTo(1);
        assertThat(snapshot.getInt("head_seq")).isEqualTo(2);
        assertThat(snapshot.getString("qos")).isEqualTo("GUARANTEED");
    }

    @Test
    void streamsTheSnapshotThenWhatIsPublishedLive() throws Exception {
        produce("/it/live/a", "141", "");
        produce("/it/live/b", "7", "");

        try (LiveStream events = stream("subject=/it/live/*")) {
            List<String> snapshots = events.next(2);
            Event begun = events.next();
            produce("/it/live/a", "142", "");
            produce("/it/elsewhere", "no", "");
            produce("/it/live/b", "8", "retained=false");

            assertThat(snapshots).containsExactlyInAnyOrder("SNAPSHOT 141", "SNAPSHOT 7");
            assertThat(begun.name()).isEqualTo("LIVE");
            assertThat(begun.id()).startsWith("rmid1:");
            Event first = events.next();
            assertThat(first.json().getString("subject")).isEqualTo("/it/live/a");
            assertThat(first.json().getInt("seq")).isEqualTo(2);
            assertThat(first.id()).startsWith("rmid1:").isGreaterThan(begun.id());
            assertThat(List.of(first.toString(), events.next().toString())).containsExactly("UPDATE 142", "UPDATE 8");
        }
    }

    @Test
    void servesTheNewestOfTheHistory() throws Exception {
        for (int i = 1; i <= 5; i++) {
            produce("/it/history", String.valueOf(i), "retained=false");
        }

        assertThat(consume("/it/history", "&history=3"))
                .containsExactly("HISTORICAL 3", "HISTORICAL 4", "HISTORICAL 5");
        assertThat(consume("/it/history", "&history=100")).hasSize(5);
        assertThat(consume("/it/history", "&history=0")).isEmpty();
        try (LiveStream events = stream("subject=/it/history&history=2")) {
            assertThat(events.next(3)).containsExactly("HISTORICAL 4", "HISTORICAL 5", "LIVE");
            produce("/it/history", "6", "retained=false");
            assertThat(events.next(1)).containsExactly("UPDATE 6");
        }
    }

    @Test
    void recoversWhatABrowserMissed() throws Exception {
        String last;
        try (LiveStream events = stream("subject=/it/missed/*")) {
            events.next();
            produce("/it/missed/a", "1", "");
            last = events.next().id();
        }
        produce("/it/missed/a", "2", "");
        produce("/it/missed/b", "3", "");
        produce("/it/missed/a", "4", "");

        try (LiveStream events = stream("subject=/it/missed/*", "Last-Event-ID", last)) {
            assertThat(events.next(4)).containsExactly("RECOVERED 2", "RECOVERED 3", "RECOVERED 4", "DATA_SYNC");
            produce("/it/missed/b", "5", "");
            Event live = events.next();
            assertThat(live).hasToString("UPDATE 5");
            last = live.id();
        }
        try (LiveStream events = stream("subject=/it/missed/*", "Last-Event-ID", last)) {
            assertThat(events.next(1)).containsExactly("DATA_SYNC");
        }
    }

    @Test
    void givesSnapshotsToOneWhoComesWithAPositionOfAnotherOrigin() throws Exception {
        produce("/it/foreign", "1", "");

        try (LiveStream events =
                stream("subject=/it/foreign", "Last-Event-ID", "rmid1:00000-00000000000-00000000-00000001")) {
            assertThat(events.next(2)).containsExactly("SNAPSHOT 1", "DATA_RESYNC");
        }
    }

    @Test
    void recoversBehindAPlaceOfTheSubject() {
        produce("/it/place", "1", "");
        JsonObject first = as("client")
                .get("rest/consume?subject=/it/place")
                .json()
                .getJsonArray("messages")
                .getJsonObject(0);
        long epoch = first.getJsonNumber("epoch").longValue();
        produce("/it/place", "2", "");
        produce("/it/place", "3", "retained=false");

        Answer missed = as("client").get("rest/consume?subject=/it/place&epoch=" + epoch + "&seq=1");
        Answer nothing = as("client").get("rest/consume?subject=/it/place&epoch=" + epoch + "&seq=3");
        Answer other = as("client").get("rest/consume?subject=/it/place&epoch=" + (epoch + 1) + "&seq=1");

        assertThat(contents(missed)).containsExactly("RECOVERED 2", "RECOVERED 3");
        assertThat(missed.json().getString("status")).isEqualTo("DATA_SYNC");
        assertThat(contents(nothing)).isEmpty();
        assertThat(nothing.json().getString("status")).isEqualTo("DATA_SYNC");
        assertThat(contents(other)).containsExactly("SNAPSHOT 2");
        assertThat(other.json().getString("status")).isEqualTo("DATA_RESYNC");
    }

    @Test
    void deletesASnapshot() {
        produce("/it/deleted", "1", "");

        Answer first = as("client").delete("rest/snapshot?subject=/it/deleted");
        Answer again = as("client").delete("rest/snapshot?subject=/it/deleted");

        assertThat(first.text()).isEqualTo("{\"subject\":\"/it/deleted\",\"deleted\":true}");
        assertThat(again.json().getBoolean("deleted")).isFalse();
        assertThat(consume("/it/deleted", "")).isEmpty();
    }

    @Test
    void publishesAndSubscribesOverOneWebSocket() throws Exception {
        produce("/it/ws/a", "1", "");
        try (LiveSocket socket = LiveSocket.as("client")) {
            socket.send("{'type':'subscribe','subject':'/it/ws/*'}");
            List<String> beginning = List.of(socket.next(), socket.next(), socket.next());
            socket.send("{'type':'subscribe','subject':'/it/ws-other'}");
            List<String> second = List.of(socket.next(), socket.next());
            socket.send("{'type':'publish','subject':'/it/ws/b','content':'2'}");
            List<String> published = List.of(socket.next(), socket.next());
            socket.send("{'type':'unsubscribe','subject':'/it/ws/*'}");
            String unsubscribed = socket.next();
            produce("/it/ws/a", "3", "");
            produce("/it/ws-other", "4", "");

            assertThat(beginning)
                    .containsExactlyInAnyOrder(
                            "SUBSCRIBED /it/ws/*", "SNAPSHOT 1 of /it/ws/a for /it/ws/*", "LIVE /it/ws/*");
            assertThat(second).containsExactlyInAnyOrder("SUBSCRIBED /it/ws-other", "LIVE /it/ws-other");
            assertThat(published).containsExactlyInAnyOrder("OK /it/ws/b", "UPDATE 2 of /it/ws/b for /it/ws/*");
            assertThat(unsubscribed).isEqualTo("UNSUBSCRIBED /it/ws/*");
            assertThat(socket.next()).isEqualTo("UPDATE 4 of /it/ws-other for /it/ws-other");
        }
    }

    @Test
    void promotesADirectMessageAndGivesItToLiveSubscribers() throws Exception {
        createQueue("it-direct");
        Api.subscribe("it-direct", "/it/direct");
        try (LiveStream events = stream("subject=/it/direct")) {
            events.next();
            produce("/it/direct", "1", "qos=standard");
            Answer sent = as("client")
                    .post(
                            "rest/v1/default/TOPIC//it/direct",
                            "2",
                            "Content-Type",
                            "text/plain",
                            "Solace-Delivery-Mode",
                            "Direct");
            Event first = events.next();
            Event second = events.next();

            assertThat(sent.text()).isEqualTo("{\"direct\":true}");
            assertThat(first.toString() + first.json().getString("qos")).isEqualTo("UPDATE 1STANDARD");
            assertThat(second).hasToString("UPDATE 2");
            assertThat(consume("/it/direct", "")).containsExactly("SNAPSHOT 1");
            await().until(() -> depth("it-direct") == 2);
        }
    }

    @Test
    void givesDemotedCopiesOfWhatIsSentToATopic() throws Exception {
        try (LiveStream events = stream("subject=/it/demoted/%3E")) {
            events.next();
            as("client").post("rest/v1/default/TOPIC//it/demoted/x", "1", "Content-Type", "text/plain");

            Event update = events.next();

            assertThat(update).hasToString("UPDATE 1");
            assertThat(update.json().getString("qos")).isEqualTo("GUARANTEED");
            assertThat(update.json().getInt("seq")).isEqualTo(1);
        }
    }

    @Test
    void givesBytesInBase64() {
        as("client")
                .call(
                        "POST",
                        "rest/produce?subject=/it/bytes",
                        BodyPublishers.ofByteArray(new byte[] {1, -1}),
                        "Content-Type",
                        "application/octet-stream");

        assertThat(as("client").get("rest/consume?subject=/it/bytes").text())
                .contains("\"content\":\"Af8=\",\"encoding\":\"base64\"");
    }

    @Test
    void leavesFiftyReadersAloneAndEndsTheOneThatDoesNotRead() throws Exception {
        int count = 450;
        String padding = "x".repeat(20_000);
        int endedBefore = figure("slowSubscribersEnded");
        List<LiveStream> readers = new ArrayList<>();
        try (Socket stalled = subscribeAndNeverRead("/it/stalled")) {
            for (int i = 0; i < 50; i++) {
                readers.add(stream("subject=/it/stalled"));
            }
            for (int i = 0; i < count; i++) {
                produce("/it/stalled", padding, "retained=false");
            }

            for (LiveStream reader : readers) {
                assertThat(seqs(reader, count))
                        .isEqualTo(IntStream.rangeClosed(1, count).boxed().toList());
                assertThat(reader.isEnded()).isFalse();
            }
            await().until(() -> figure("slowSubscribersEnded") == endedBefore + 1);
            assertThat(stalled.isConnected()).isTrue();
        } finally {
            readers.forEach(LiveStream::close);
        }
    }

    private static List<Integer> seqs(LiveStream reader, int count) throws InterruptedException {
        List<Integer> seqs = new ArrayList<>();
        reader.next();
        while (seqs.size() < count) {
            seqs.add(reader.next().json().getInt("seq"));
        }
        return seqs;
    }

    private static int figure(String name) {
        return as("monitor").get("SEMP/v2/monitor/msgVpns/default").data().getInt(name);
    }

    private static Socket subscribeAndNeverRead(String subject) throws IOException {
        URI root = Api.root();
        Socket socket = new Socket();
        socket.setReceiveBufferSize(4_096);
        socket.connect(new InetSocketAddress(root.getHost(), root.getPort()));
        OutputStream out = socket.getOutputStream();
        out.write(("GET " + root.getPath() + "rest/subscribe?subject=" + subject + " HTTP/1.1\r\nHost: "
                        + root.getAuthority() + "\r\nAuthorization: "
                        + as("client").authorization() + "\r\n\r\n")
                .getBytes(StandardCharsets.UTF_8));
        out.flush();
        return socket;
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            POST   | rest/produce?subject=it                       | client  | 400 invalid-topic
            POST   | rest/produce?subject=/it/x/                   | client  | 400 invalid-topic
            POST   | rest/produce?subject=/it//x                   | client  | 400 invalid-topic
            POST   | rest/produce?subject=/it/x&ttl=1              | client  | 400 invalid-parameter
            POST   | rest/produce?subject=/it/x&vpn=none           | client  | 404 not-found
            POST   | rest/produce?subject=/it/x                    | monitor | 403 access-denied
            GET    | rest/consume?subject=/it/x&history=-1         | client  | 400 invalid-parameter
            GET    | rest/consume?subject=/it/x&history=x          | client  | 400 invalid-parameter
            GET    | rest/consume?subject=/it/x&epoch=1            | client  | 400 missing-parameter
            GET    | rest/consume?subject=/it/x                    | monitor | 403 access-denied
            GET    | rest/subscribe?subject=it                     | client  | 400 invalid-topic
            GET    | rest/subscribe?subject=/it/x&conflate=-1      | client  | 400 invalid-parameter
            GET    | rest/subscribe?subject=/it/x                  | monitor | 403 access-denied
            GET    | rest/subscribe                                | client  | 400 missing-parameter
            DELETE | rest/snapshot?subject=it                      | client  | 400 invalid-topic
            DELETE | rest/snapshot?subject=/it/x                   | monitor | 403 access-denied
            GET    | rest/ws                                       | client  | 426 invalid-parameter
            GET    | rest/ws                                       | monitor | 403 access-denied
            """)
    void refusesWithTheRightStatus(String method, String path, String user, String problem) {
        Answer answer = as(user).call(method, path, BodyPublishers.ofString("x"));

        assertThat(answer.status() + " " + answer.json().getString("code"))
                .as(answer.text())
                .isEqualTo(problem);
    }

    @Test
    void refusesEmptyAndOversizeContentAndTooManySubjects() {
        String most = IntStream.rangeClosed(0, 100)
                .mapToObj(i -> "subject=/it/s/" + i)
                .collect(Collectors.joining("&"));

        Answer empty = as("client").post("rest/produce?subject=/it/none", "");
        Answer large = as("client")
                .call(
                        "POST",
                        "rest/produce?subject=/it/none",
                        BodyPublishers.ofByteArray(new byte[30_000_001]),
                        "Content-Type",
                        "image/png");
        Answer many = as("client").get("rest/subscribe?" + most);

        assertThat(empty.status()).isEqualTo(400);
        assertThat(large.status() + large.json().getString("status")).isEqualTo("413MESSAGE_SIZE_LIMIT_EXCEEDED");
        assertThat(many.status()).isEqualTo(400);
        assertThat(many.text()).contains("101 times");
        assertThat(consume("/it/none", "")).isEmpty();
    }

    @Test
    void refusesAHandshakeOfOneWithoutTheRole() {
        Throwable refusal = catchThrowable(() -> LiveSocket.as("monitor"));

        assertThat(refusal).hasCauseInstanceOf(WebSocketHandshakeException.class);
    }

    private static LiveStream stream(String query, String... headers) {
        URI address = URI.create(Api.root() + "rest/subscribe?" + query);
        return LiveStream.open(address, as("client").authorization(), headers);
    }

    private static void produce(String subject, String content, String parameters) {
        Answer answer = as("client")
                .post("rest/produce?subject=" + subject + "" + (parameters.isEmpty() ? "" : "&" + parameters), content);
        if (answer.status() != 200 || !answer.json().getString("status").equals("OK")) {
            throw new IllegalStateException(answer.status() + " " + answer.text());
        }
    }

    /** Texts such as {@code SNAPSHOT 142}. */
    private static List<String> consume(String subject, String parameters) {
        return contents(as("client").get("rest/consume?subject=" + subject + parameters));
    }

    private static List<String> contents(Answer answer) {
        return answer.json().getJsonArray("messages").getValuesAs(JsonObject.class).stream()
                .map(message -> message.getString("message_type") + " " + message.getString("content"))
                .toList();
    }
}
