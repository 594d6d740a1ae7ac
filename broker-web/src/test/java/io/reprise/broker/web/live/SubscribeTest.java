package io.reprise.broker.web.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.live.LiveEvent;
import io.reprise.broker.model.live.LiveMessageType;
import io.reprise.broker.model.live.LiveStart;
import io.reprise.broker.model.message.ReplicationGroupMsgId;
import io.reprise.broker.web.Answer;
import io.reprise.broker.web.FakeSubscription;
import io.reprise.broker.web.FakeVpn;
import io.reprise.broker.web.HttpServer;
import io.reprise.broker.web.live.EventSource.Event;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code GET /rest/subscribe} of spec 3.4. */
@Timeout(60)
class SubscribeTest {
    private static final String SUBSCRIBE = "rest/subscribe?subject=/a";

    @RegisterExtension
    final HttpServer server = new HttpServer(5);

    @Test
    void beginsWithTheSnapshotAndGoesOnLive() throws Exception {
        server.vpn().live().onSubscribe(subscription -> {
            subscription.give(LiveMessageType.SNAPSHOT, FakeSubscription.message("/a", "142", 3, 9), 0, 0);
            subscription.give(new LiveEvent.Begun(9));
        });

        try (EventSource events = EventSource.open(server.as("client"), SUBSCRIBE)) {
            Event snapshot = events.next();
            Event begun = events.next();
            subscription().giveUpdate("/a", 10);
            Event update = events.next();

            assertThat(events.response().statusCode()).isEqualTo(200);
            assertThat(events.response().headers().firstValue("Content-Type").orElse(""))
                    .startsWith("text/event-stream");
            assertThat(events.response().headers().firstValue("Cache-Control")).hasValue("no-store");
            assertThat(snapshot.name()).isEqualTo("SNAPSHOT");
            assertThat(snapshot.id()).isEmpty();
            assertThat(snapshot.data())
                    .isEqualTo(
                            ("{'subject':'/a','message_type':'SNAPSHOT','content':'142','closure':'c3','retained':true,"
                                            + "'compressed':false,'epoch':7,'seq':3,'qos':'GUARANTEED',"
                                            + "'head_epoch':7,'head_seq':9}")
                                    .replace('\'', '"'));
            assertThat(begun).isEqualTo(new Event("LIVE", id(9), "{}"));
            assertThat(update.name()).isEqualTo("UPDATE");
            assertThat(update.id()).isEqualTo(id(10));
            assertThat(update.data()).contains("\"content\":\"u10\"");
        }
    }

    @Test
    void asksForWhatTheAddressSays() throws Exception {
        String path = "rest/subscribe?subject=/a/*&subject=/b/%3E&history=5&conflate=250&vpn=default&token=t";
        try (EventSource events = EventSource.open(server.as("client"), path)) {
            assertThat(events.response().statusCode()).isEqualTo(200);
        }

        assertThat(subscription().request().filters()).hasToString("[/a/*, /b/>]");
        assertThat(subscription().request().start()).isEqualTo(new LiveStart.History(5));
        assertThat(subscription().request().conflation()).isEqualTo(Duration.ofMillis(250));
        assertThat(subscription().request().clientName()).startsWith("client@");
    }

    @ParameterizedTest
    @CsvSource({"true, DATA_SYNC", "false, DATA_RESYNC"})
    void recoversBehindTheLastEventAndSaysHowThatWent(boolean complete, String status) throws Exception {
        server.vpn().live().onSubscribe(subscription -> {
            subscription.give(LiveMessageType.RECOVERED, FakeSubscription.message("/a", "x", 8, 8), 0, 18);
            subscription.give(new LiveEvent.Recovered(complete));
            subscription.give(new LiveEvent.Begun(20));
        });

        try (EventSource events =
                EventSource.open(server.as("client"), SUBSCRIBE + "&history=3", "Last-Event-ID", id(17))) {
            Event recovered = events.next();
            Event begun = events.next();

            assertThat(recovered.name()).isEqualTo("RECOVERED");
            assertThat(recovered.id()).isEqualTo(id(18));
            assertThat(begun).isEqualTo(new Event(status, id(20), "{}"));
        }
        assertThat(subscription().request().start()).isEqualTo(new LiveStart.AfterMessage(17));
    }

    @Test
    void doesNotRecoverBehindAnEventOfAnotherOrigin() throws Exception {
        server.vpn().live().onSubscribe(subscription -> subscription.give(new LiveEvent.Begun(20)));
        String foreign = new ReplicationGroupMsgId(FakeVpn.ORIGIN + 1, 17).format();

        try (EventSource events = EventSource.open(server.as("client"), SUBSCRIBE, "Last-Event-ID", foreign)) {
            assertThat(events.next()).isEqualTo(new Event("DATA_RESYNC", id(20), "{}"));
        }
        assertThat(subscription().request().start()).isEqualTo(new LiveStart.Snapshot());
    }

    @Test
    void saysHowManyDirectMessagesWereLost() throws Exception {
        server.vpn()
                .live()
                .onSubscribe(subscription ->
                        subscription.give(LiveMessageType.UPDATE, FakeSubscription.message("/a", "x", 8, 8), 4, 0));

        try (EventSource events = EventSource.open(server.as("client"), SUBSCRIBE)) {
            assertThat(events.next().data()).contains("\"discarded_before\":4");
        }
    }

    @Test
    void keepsOrderThroughThousandsOfEventsLargeAndSmall() throws Exception {
        int count = 5_000;
        try (EventSource events = EventSource.open(server.as("client"), SUBSCRIBE)) {
            FakeSubscription subscription = subscription();
            Thread giver = new Thread(() -> IntStream.rangeClosed(1, count)
                    .forEach(seq -> subscription.give(
                            LiveMessageType.UPDATE,
                            FakeSubscription.message("/a", "x".repeat(seq % 100 == 0 ? 50_000 : 10), seq, seq),
                            0,
                            seq)));
            giver.start();

            List<String> ids = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                ids.add(events.next().id());
            }

            assertThat(ids)
                    .isEqualTo(IntStream.rangeClosed(1, count)
                            .mapToObj(SubscribeTest::id)
                            .toList());
        }
    }

    @Test
    void endsWhenTheBrokerEndsTheSubscriptionAfterWhatCameBefore() throws Exception {
        try (EventSource events = EventSource.open(server.as("client"), SUBSCRIBE)) {
            subscription().giveUpdate("/a", 1);
            subscription().end("the VPN went down");

            assertThat(events.next().name()).isEqualTo("UPDATE");
            assertThat(events.nextOrEnd()).isNull();
        }
        assertThat(subscription().isClosed()).isTrue();
    }

    @Test
    void showsThatItLivesAtTheBeginningAndEachTimeItIsTime() throws Exception {
        try (EventSource events = EventSource.open(server.as("client"), SUBSCRIBE)) {
            events.awaitComment();
            server.tick();
            events.awaitComment();
            subscription().giveUpdate("/a", 1);

            assertThat(events.next().id()).isEqualTo(id(1));
        }
    }

    @Test
    void unsubscribesWhenTheClientIsGone() throws Exception {
        EventSource.open(server.as("client"), SUBSCRIBE).close();
        FakeSubscription subscription = subscription();

        await().until(() -> {
            subscription.giveUpdate("/a", 1);
            return subscription.isClosed();
        });
    }

    @Test
    void endsWhenTheApplicationStops() throws Exception {
        try (EventSource events = EventSource.open(server.as("client"), SUBSCRIBE)) {
            server.undeploy();

            assertThat(events.nextOrEnd()).isNull();
        }
        assertThat(subscription().isClosed()).isTrue();
    }

    @Test
    void leavesOthersAloneWhenOneDoesNotReadAndPollsNoMoreThanItTakes() throws Exception {
        try (Socket stalled = openAndNeverRead(SUBSCRIBE);
                EventSource other = EventSource.open(server.as("client"), SUBSCRIBE)) {
            await().until(() -> server.vpn().live().subscriptions().size() == 2);
            FakeSubscription first = server.vpn().live().subscriptions().get(0);
            FakeSubscription second = server.vpn().live().subscriptions().get(1);
            boolean firstIsStalled = first.request().clientName().startsWith("admin");
            FakeSubscription ofStalled = firstIsStalled ? first : second;
            FakeSubscription ofOther = firstIsStalled ? second : first;
            String large = "x".repeat(100_000);
            for (int seq = 1; seq <= 200; seq++) {
                ofStalled.give(LiveMessageType.UPDATE, FakeSubscription.message("/a", large, seq, seq), 0, seq);
            }
            await().during(Duration.ofMillis(200)).until(() -> ofStalled.unread() > 100);

            ofOther.giveUpdate("/a", 1);
            assertThat(other.next().id()).isEqualTo(id(1));

            ofStalled.end("did not keep up");
            await().until(ofStalled::isClosed);
            ofOther.giveUpdate("/a", 2);
            assertThat(other.next().id()).isEqualTo(id(2));
        }
    }

    /** The receive buffer of a socket and the server's send buffer are small beside what the test gives. */
    private Socket openAndNeverRead(String path) throws Exception {
        URI root = server.as("admin").root();
        Socket socket = new Socket();
        socket.setReceiveBufferSize(4_096);
        socket.connect(new java.net.InetSocketAddress(root.getHost(), root.getPort()));
        OutputStream out = socket.getOutputStream();
        out.write(("GET " + root.getPath() + path + " HTTP/1.1\r\nHost: x\r\nAuthorization: "
                        + server.as("admin").authorization() + "\r\n\r\n")
                .getBytes(StandardCharsets.UTF_8));
        out.flush();
        return socket;
    }

    @Test
    void refusesMoreConnectionsThanThereMayBeAndTakesThemAgainWhenOthersHaveGone() throws Exception {
        List<EventSource> open = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            open.add(EventSource.open(server.as("client"), SUBSCRIBE));
        }

        Answer refused = server.as("client").get(SUBSCRIBE);

        assertThat(refused.status()).isEqualTo(503);
        assertThat(refused.header("Content-Type")).isEqualTo("application/problem+json");
        assertThat(refused.header("Retry-After")).isEqualTo("1");
        assertThat(refused.json().getString("code")).isEqualTo("too-many-connections");
        assertThat(refused.json().getString("detail")).contains("5 (reprise.web.maxConnections)");
        for (EventSource events : open) {
            events.close();
        }
        server.vpn().live().subscriptions().forEach(subscription -> subscription.end("test"));
        try (EventSource events = EventSource.open(server.as("client"), SUBSCRIBE)) {
            assertThat(events.response().statusCode()).isEqualTo(200);
        }
    }

    @Test
    void answers503WhileTheVpnIsNotServedAndKeepsNoPlaceForIt() {
        server.vpn().live().refuseWith(ErrorCode.VPN_DOWN);

        for (int i = 0; i < 6; i++) {
            Answer answer = server.as("client").get(SUBSCRIBE);
            assertThat(answer.status()).isEqualTo(503);
            assertThat(answer.json().getString("code")).isEqualTo("vpn-down");
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            rest/subscribe                             | 400 missing-parameter
            rest/subscribe?subject=a                   | 400 invalid-topic
            rest/subscribe?subject=/a/                 | 400 invalid-topic
            rest/subscribe?subject=/a&subject=b        | 400 invalid-topic
            rest/subscribe?subject=/a&history=-1       | 400 invalid-parameter
            rest/subscribe?subject=/a&history=1&history=2 | 400 invalid-parameter
            rest/subscribe?subject=/a&conflate=1.5     | 400 invalid-parameter
            rest/subscribe?subject=/a&conflate=3600001 | 400 invalid-parameter
            rest/subscribe?subject=/a&epoch=1          | 400 invalid-parameter
            rest/subscribe?subject=/a&vpn=none         | 404 not-found
            """)
    void refusesWhatIsNoRequest(String path, String problem) {
        Answer answer = server.as("client").get(path);

        assertThat(answer.status() + " " + answer.json().getString("code"))
                .as(answer.text())
                .isEqualTo(problem);
        assertThat(answer.header("Content-Type")).isEqualTo("application/problem+json");
        assertThat(server.vpn().live().subscriptions()).isEmpty();
    }

    @Test
    void refusesMoreSubjectsThanARequestMayHaveAndSaysHowMany() throws Exception {
        String most = IntStream.range(0, 100).mapToObj(i -> "subject=/s/" + i).collect(Collectors.joining("&"));

        Answer refused = server.as("client").get("rest/subscribe?" + most + "&subject=/one/more");

        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.json().getString("detail")).contains("101 times", "1–100");
        try (EventSource events = EventSource.open(server.as("client"), "rest/subscribe?" + most)) {
            assertThat(events.response().statusCode()).isEqualTo(200);
        }
    }

    @Test
    void refusesALastEventIdThatIsNone() {
        Answer answer = server.as("client").get(SUBSCRIBE, "Last-Event-ID", "17");

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.json().getString("detail")).contains("'17'");
    }

    @Test
    void isForClientsAndAdminsAndGetOnly() throws Exception {
        try (EventSource events = EventSource.open(server.as("admin"), SUBSCRIBE)) {
            assertThat(events.response().statusCode()).isEqualTo(200);
        }
        assertThat(server.as("monitor").get(SUBSCRIBE).status()).isEqualTo(403);
        assertThat(server.as("guest").get(SUBSCRIBE).json().getString("code")).isEqualTo("access-denied");
        assertThat(server.as("client").post(SUBSCRIBE, "x").status()).isEqualTo(405);
    }

    private FakeSubscription subscription() {
        return server.vpn().live().subscriptions().get(0);
    }

    private static String id(long msgId) {
        return new ReplicationGroupMsgId(FakeVpn.ORIGIN, msgId).format();
    }
}
