package io.reprise.broker.web.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.live.LiveEvent;
import io.reprise.broker.model.live.LiveMessageType;
import io.reprise.broker.model.live.LiveStart;
import io.reprise.broker.model.live.SubjectPosition;
import io.reprise.broker.model.message.BodyKind;
import io.reprise.broker.model.message.DeliveryMode;
import io.reprise.broker.model.message.Message;
import io.reprise.broker.model.message.ReplicationGroupMsgId;
import io.reprise.broker.model.publish.CommitOutcome;
import io.reprise.broker.web.Answer;
import io.reprise.broker.web.FakeSubscription;
import io.reprise.broker.web.FakeVpn;
import io.reprise.broker.web.HttpServer;
import jakarta.json.JsonObject;
import java.net.http.WebSocketHandshakeException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code /rest/ws} of spec 3.4. */
@Timeout(60)
class SocketTest {
    @RegisterExtension
    final HttpServer server = new HttpServer(2);

    @Test
    void streamsManySubjectsOverOneConnection() throws Exception {
        try (SocketClient client = SocketClient.open(server.as("client"), "")) {
            client.send("{'type':'subscribe','id':1,'subject':'/a'}");
            String subscribedA = client.nextText();
            client.send("{'type':'subscribe','subject':'/b/*','history':2,'conflate':100}");
            String subscribedB = client.nextText();
            subscription(0).give(LiveMessageType.SNAPSHOT, FakeSubscription.message("/a", "142", 3, 9), 0, 0);
            String snapshot = client.nextText();
            subscription(0).give(new LiveEvent.Begun(9));
            String begun = client.nextText();
            subscription(1).giveUpdate("/b/x", 10);
            String update = client.nextText();

            assertThat(subscribedA).isEqualTo(json("{'type':'status','id':1,'subject':'/a','status':'SUBSCRIBED'}"));
            assertThat(subscribedB).isEqualTo(json("{'type':'status','subject':'/b/*','status':'SUBSCRIBED'}"));
            assertThat(snapshot)
                    .isEqualTo(json(
                            "{'type':'message','subscription':'/a','subject':'/a','message_type':'SNAPSHOT','content':'142',"
                                    + "'closure':'c3','retained':true,'compressed':false,'epoch':7,'seq':3,'qos':'GUARANTEED',"
                                    + "'head_epoch':7,'head_seq':9}"));
            assertThat(begun)
                    .isEqualTo(
                            json("{'type':'status','subscription':'/a','status':'LIVE','position':'" + id(9) + "'}"));
            assertThat(update)
                    .startsWith(json("{'type':'message','subscription':'/b/*','position':'" + id(10)
                            + "','subject':'/b/x','message_type':'UPDATE','content':'u10'"));
            assertThat(subscription(0).request().start()).isEqualTo(new LiveStart.Snapshot());
            assertThat(subscription(1).request().start()).isEqualTo(new LiveStart.History(2));
            assertThat(subscription(1).request().conflation()).isEqualTo(Duration.ofMillis(100));
        }
    }

    @Test
    void recoversBehindAPosition() throws Exception {
        server.vpn().live().onSubscribe(subscription -> {
            subscription.give(new LiveEvent.Recovered(true));
            subscription.give(new LiveEvent.Begun(20));
        });
        try (SocketClient client = SocketClient.open(server.as("client"), "")) {
            client.send("{'type':'subscribe','subject':'/a','position':'" + id(17) + "'}");
            assertThat(statusOf(client, "/a")).isEqualTo("DATA_SYNC");
            client.send("{'type':'subscribe','subject':'/b','epoch':7,'seq':3}");
            assertThat(statusOf(client, "/b")).isEqualTo("DATA_SYNC");
            assertThat(subscription(0).request().start()).isEqualTo(new LiveStart.AfterMessage(17));
            assertThat(subscription(1).request().start())
                    .isEqualTo(new LiveStart.AfterPosition(new SubjectPosition(7, 3)));
        }
    }

    @Test
    void doesNotRecoverBehindAPositionOfAnotherOrigin() throws Exception {
        server.vpn().live().onSubscribe(subscription -> subscription.give(new LiveEvent.Begun(20)));
        String foreign = new ReplicationGroupMsgId(FakeVpn.ORIGIN + 1, 17).format();
        try (SocketClient client = SocketClient.open(server.as("client"), "")) {
            client.send("{'type':'subscribe','subject':'/a','position':'" + foreign + "'}");

            assertThat(statusOf(client, "/a")).isEqualTo("DATA_RESYNC");
            assertThat(subscription(0).request().start()).isEqualTo(new LiveStart.Snapshot());
        }
    }

    /** The status of a subscription that comes after the answer to the frame, in whatever order the two come. */
    private static String statusOf(SocketClient client, String subject) throws InterruptedException {
        JsonObject frame = client.next();
        while (!subject.equals(frame.getString("subscription", ""))) {
            frame = client.next();
        }
        return frame.getString("status");
    }

    @Test
    void takesASecondSubscribeToASubjectForNothing() throws Exception {
        try (SocketClient client = SocketClient.open(server.as("client"), "")) {
            client.send("{'type':'subscribe','subject':'/a'}");
            client.send("{'type':'subscribe','subject':'/a'}");

            assertThat(client.next().getString("status")).isEqualTo("SUBSCRIBED");
            assertThat(client.next().getString("status")).isEqualTo("SUBSCRIBED");
            assertThat(server.vpn().live().subscriptions()).hasSize(1);
        }
    }

    @Test
    void unsubscribesAndMaySubscribeAgain() throws Exception {
        try (SocketClient client = SocketClient.open(server.as("client"), "")) {
            client.send("{'type':'subscribe','subject':'/a'}");
            client.next();
            client.send("{'type':'unsubscribe','id':'x','subject':'/a'}");

            assertThat(client.nextText())
                    .isEqualTo(json("{'type':'status','id':'x','subject':'/a','status':'UNSUBSCRIBED'}"));
            assertThat(subscription(0).isClosed()).isTrue();
            client.send("{'type':'subscribe','subject':'/a'}");
            client.next();
            assertThat(server.vpn().live().subscriptions()).hasSize(2);
        }
    }

    @Test
    void publishesStoredAndDirect() throws Exception {
        try (SocketClient client = SocketClient.open(server.as("client"), "")) {
            client.send("{'type':'publish','id':7,'subject':'/a','content':'142 €'}");
            String stored = client.nextText();
            client.send("{'type':'publish','subject':'/a','content':'Af8=','encoding':'base64','closure':'c',"
                    + "'retained':true,'qos':'standard'}");
            String direct = client.nextText();

            assertThat(stored)
                    .isEqualTo(json("{'type':'status','id':7,'subject':'/a','closure':'" + HttpServer.NOW.toEpochMilli()
                            + "','status':'OK'}"));
            assertThat(direct).isEqualTo(json("{'type':'status','subject':'/a','closure':'c','status':'OK'}"));
            Message first = server.vpn().published().get(0);
            assertThat(first.deliveryMode()).isEqualTo(DeliveryMode.PERSISTENT);
            assertThat(first.retained()).isFalse();
            assertThat(first.bodyKind()).isEqualTo(BodyKind.TEXT);
            Message second = server.vpn().live().published().get(0);
            assertThat(second.deliveryMode()).isEqualTo(DeliveryMode.DIRECT);
            assertThat(second.retained()).isTrue();
            assertThat(second.body()).containsExactly(1, -1);
        }
    }

    @Test
    void saysWhyAMessageIsNowhere() throws Exception {
        server.vpn().answerPublishesWith(new CommitOutcome.Rejected(ErrorCode.MESSAGE_TOO_BIG, "queue 'q': no"));
        try (SocketClient client = SocketClient.open(server.as("client"), "")) {
            client.send("{'type':'publish','id':7,'subject':'/a','content':'142','closure':'c'}");

            assertThat(client.nextText())
                    .isEqualTo(json("{'type':'status','id':7,'subject':'/a','closure':'c',"
                                    + "'status':'MESSAGE_SIZE_LIMIT_EXCEEDED','code':'message-too-big',"
                                    + "'detail':'queue *q*: no'}")
                            .replace('*', '\''));
        }
    }

    @ParameterizedTest
    @CsvSource(quoteCharacter = '~', delimiter = '|', textBlock = """
            hello                                                       | parse-error
            []                                                          | parse-error
            {'id':1}                                                    | missing-parameter
            {'type':'ping'}                                             | invalid-parameter
            {'type':'subscribe'}                                        | missing-parameter
            {'type':'subscribe','subject':'a'}                          | invalid-topic
            {'type':'subscribe','subject':['/a']}                       | invalid-parameter
            {'type':'subscribe','subject':'/a','since':1}               | invalid-parameter
            {'type':'subscribe','subject':'/a','history':-1}            | invalid-parameter
            {'type':'subscribe','subject':'/a','history':1,'position':'x'} | invalid-parameter
            {'type':'subscribe','subject':'/a','epoch':1}               | missing-parameter
            {'type':'unsubscribe'}                                      | missing-parameter
            {'type':'publish','subject':'/a'}                           | missing-parameter
            {'type':'publish','subject':'/a','content':''}              | invalid-parameter
            {'type':'publish','subject':'/a','content':'x','encoding':'hex'} | invalid-parameter
            {'type':'publish','subject':'/a','content':'!','encoding':'base64'} | invalid-parameter
            {'type':'publish','subject':'/a/','content':'x'}            | invalid-topic
            """)
    void refusesAFrameAndStaysOpen(String frame, String code) throws Exception {
        try (SocketClient client = SocketClient.open(server.as("client"), "")) {
            client.send(frame);
            JsonObject refusal = client.next();
            client.send("{'type':'subscribe','subject':'/b'}");

            assertThat(refusal.getString("status")).isEqualTo("REFUSED");
            assertThat(refusal.getString("code")).as(refusal.toString()).isEqualTo(code);
            assertThat(client.next().getString("status")).isEqualTo("SUBSCRIBED");
            assertThat(server.vpn().published()).isEmpty();
        }
    }

    @Test
    void refusesMoreSubjectsThanAConnectionMayHave() throws Exception {
        try (SocketClient client = SocketClient.open(server.as("client"), "")) {
            for (int i = 0; i < 100; i++) {
                client.send("{'type':'subscribe','subject':'/s/" + i + "'}");
                assertThat(client.next().getString("status")).isEqualTo("SUBSCRIBED");
            }
            client.send("{'type':'subscribe','subject':'/one/more'}");
            JsonObject refusal = client.next();

            assertThat(refusal.getString("subject")).isEqualTo("/one/more");
            assertThat(refusal.getString("detail")).contains("100 already", "at most 100");
        }
    }

    /** Often, as what it got before may be under way just then. */
    @RepeatedTest(30)
    void closesSoThatTheClientRecoversWhenTheBrokerEndsOneSubscription() throws Exception {
        try (SocketClient client = SocketClient.open(server.as("client"), "")) {
            client.send("{'type':'subscribe','subject':'/a'}");
            client.next();
            client.send("{'type':'subscribe','subject':'/b'}");
            client.next();
            subscription(0).giveUpdate("/a", 1);
            subscription(0).end("did not keep up");

            assertThat(client.next().getString("content")).isEqualTo("u1");
            assertThat(client.closeCode()).isEqualTo(1013);
            await().until(() -> subscription(0).isClosed() && subscription(1).isClosed());
        }
    }

    @Test
    void showsThatItLivesEachTimeItIsTime() throws Exception {
        try (SocketClient client = SocketClient.open(server.as("client"), "")) {
            client.send("{'type':'subscribe','subject':'/a'}");
            client.next();
            server.tick();

            assertThat(client.nextOfAny()).isEqualTo(json("{'type':'status','status':'ALIVE'}"));
        }
    }

    @Test
    void unsubscribesWhenTheClientIsGone() throws Exception {
        try (SocketClient client = SocketClient.open(server.as("client"), "")) {
            client.send("{'type':'subscribe','subject':'/a'}");
            client.next();
        }

        await().until(() -> subscription(0).isClosed());
    }

    @Test
    void keepsOrderThroughThousandsOfFrames() throws Exception {
        int count = 3_000;
        try (SocketClient client = SocketClient.open(server.as("client"), "")) {
            client.send("{'type':'subscribe','subject':'/a'}");
            client.next();
            Thread giver = new Thread(() -> IntStream.rangeClosed(1, count)
                    .forEach(seq -> subscription(0).giveUpdate("/a", seq)));
            giver.start();

            List<Integer> seqs = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                seqs.add(client.next().getInt("seq"));
            }

            assertThat(seqs).isEqualTo(IntStream.rangeClosed(1, count).boxed().toList());
        }
    }

    @Test
    void refusesMoreConnectionsThanThereMayBe() throws Exception {
        try (SocketClient first = SocketClient.open(server.as("client"), "");
                SocketClient second = SocketClient.open(server.as("client"), "")) {
            first.send("{'type':'subscribe','subject':'/a'}");
            second.send("{'type':'subscribe','subject':'/a'}");
            first.next();
            second.next();

            assertThat(handshakeStatus("client", "")).isEqualTo(503);
            assertThat(server.as("client").get("rest/subscribe?subject=/a").status())
                    .isEqualTo(503);
        }
    }

    @ParameterizedTest
    @CsvSource({"guest, '', 403", "monitor, '', 403", "client, ?vpn=none, 404", "client, ?subject=/a, 400"})
    void refusesAHandshakeWithItsStatus(String user, String query, int status) {
        assertThat(handshakeStatus(user, query)).isEqualTo(status);
    }

    @Test
    void answersARequestThatIsNoHandshake() {
        Answer answer = server.as("client").get("rest/ws");

        assertThat(answer.status()).isEqualTo(426);
        assertThat(answer.header("Content-Type")).isEqualTo("application/problem+json");
    }

    @Test
    void usesTheVpnOfTheAddress() throws Exception {
        try (SocketClient client = SocketClient.open(server.as("client"), "?vpn=other")) {
            client.send("{'type':'subscribe','subject':'/a'}");
            client.next();

            assertThat(server.broker().fakeVpn("other").live().subscriptions()).hasSize(1);
            assertThat(server.vpn().live().subscriptions()).isEmpty();
        }
    }

    private int handshakeStatus(String user, String query) {
        Throwable refusal = catchThrowable(() -> SocketClient.open(server.as(user), query));
        assertThat(refusal).hasCauseInstanceOf(WebSocketHandshakeException.class);
        WebSocketHandshakeException handshake =
                (WebSocketHandshakeException) Objects.requireNonNull(refusal.getCause());
        return handshake.getResponse().statusCode();
    }

    private FakeSubscription subscription(int index) {
        return server.vpn().live().subscriptions().get(index);
    }

    private static String json(String text) {
        return text.replace('\'', '"');
    }

    private static String id(long msgId) {
        return new ReplicationGroupMsgId(FakeVpn.ORIGIN, msgId).format();
    }
}
