package io.reprise.broker.web.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.live.LiveEvent;
import io.reprise.broker.model.live.LiveMessage;
import io.reprise.broker.model.live.LiveMessageType;
import io.reprise.broker.model.live.LiveStart;
import io.reprise.broker.model.live.SubjectPosition;
import io.reprise.broker.model.message.DeliveryMode;
import io.reprise.broker.model.message.Message;
import io.reprise.broker.model.topic.TopicName;
import io.reprise.broker.web.Answer;
import io.reprise.broker.web.FakeSubscription;
import io.reprise.broker.web.HttpServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code GET /rest/consume} of spec 3.3. */
class ConsumeTest {
    private static final String CONSUME = "rest/consume?subject=/a";

    @RegisterExtension
    final HttpServer server = new HttpServer();

    @Test
    void givesTheSnapshotWithItsOwnPositionAndTheSubjectsHead() {
        server.vpn().live().putSnapshot(FakeSubscription.message("/a", "142", 3, 9));

        Answer answer = server.as("client").get(CONSUME);

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.header("Cache-Control")).isEqualTo("no-store");
        assertThat(answer.text())
                .isEqualTo(("{'subject':'/a','messages':[{'message_type':'SNAPSHOT','content':'142','closure':'c3',"
                                + "'retained':true,'compressed':false,'epoch':7,'seq':3,'qos':'GUARANTEED',"
                                + "'head_epoch':7,'head_seq':9}]}")
                        .replace('\'', '"'));
    }

    @ParameterizedTest
    @CsvSource({"rest/consume?subject=/none", "rest/consume?subject=/none&history=0", "rest/consume?subject=/w/*"})
    void givesAnEmptyListWhereThereIsNoSnapshot(String path) {
        Answer answer = server.as("client").get(path);

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.json().getJsonArray("messages")).isEmpty();
        assertThat(server.vpn().live().subscriptions()).isEmpty();
    }

    @Test
    void givesBinaryContentInBase64AndSaysSo() {
        Message direct = Message.to(TopicName.of("/a"))
                .deliveryMode(DeliveryMode.DIRECT)
                .contentType("image/png")
                .bytes(new byte[] {1, -1})
                .build();
        server.vpn()
                .live()
                .putSnapshot(
                        new LiveMessage(direct, false, SubjectPosition.NONE, SubjectPosition.NONE, 1_700_000_000_000L));

        Answer answer = server.as("client").get(CONSUME);

        assertThat(answer.text())
                .contains("\"content\":\"Af8=\",\"encoding\":\"base64\",\"content_type\":\"image/png\"")
                .contains("\"closure\":\"1700000000000\"", "\"retained\":false", "\"qos\":\"STANDARD\"")
                .doesNotContain("head_seq");
    }

    @Test
    void givesTheNewestOfTheHistory() {
        server.vpn().live().onSubscribe(subscription -> {
            subscription.give(LiveMessageType.HISTORICAL, FakeSubscription.message("/a", "1", 1, 2), 0, 0);
            subscription.give(LiveMessageType.HISTORICAL, FakeSubscription.message("/a", "2", 2, 2), 0, 0);
            subscription.give(new LiveEvent.Begun(17));
            subscription.giveUpdate("/a", 3);
        });

        Answer answer = server.as("client").get(CONSUME + "&history=2");

        assertThat(answer.json().getJsonArray("messages"))
                .extracting(message -> message.asJsonObject().getString("message_type")
                        + message.asJsonObject().getString("content"))
                .containsExactly("HISTORICAL1", "HISTORICAL2");
        assertThat(answer.json().containsKey("status")).isFalse();
        FakeSubscription subscription = server.vpn().live().subscriptions().get(0);
        assertThat(subscription.request().start()).isEqualTo(new LiveStart.History(2));
        assertThat(subscription.isClosed()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"true, DATA_SYNC", "false, DATA_RESYNC"})
    void givesWhatCameAfterAPositionAndSaysWhetherThatIsAll(boolean complete, String status) {
        server.vpn().live().onSubscribe(subscription -> {
            subscription.give(LiveMessageType.RECOVERED, FakeSubscription.message("/a", "3", 3, 3), 0, 3);
            subscription.give(new LiveEvent.Recovered(complete));
            subscription.give(new LiveEvent.Begun(17));
        });

        Answer answer = server.as("client").get(CONSUME + "&epoch=7&seq=2");

        assertThat(answer.json().getJsonArray("messages")).hasSize(1);
        assertThat(answer.json().getString("status")).isEqualTo(status);
        assertThat(server.vpn().live().requests().get(0).start())
                .isEqualTo(new LiveStart.AfterPosition(new SubjectPosition(7, 2)));
    }

    @Test
    void waitsForABeginningThatComesLater() throws Exception {
        server.vpn()
                .live()
                .onSubscribe(subscription -> new Thread(() -> {
                            subscription.giveUpdate("/a", 3);
                            subscription.give(new LiveEvent.Begun(17));
                        })
                        .start());

        Answer answer = server.as("client").get(CONSUME + "&history=5");

        assertThat(answer.json().getJsonArray("messages")).hasSize(1);
    }

    @Test
    void answers503WhenTheVpnGoesDownMeanwhile() {
        server.vpn().live().onSubscribe(subscription -> subscription.end("the VPN went down"));

        Answer answer = server.as("client").get(CONSUME + "&history=5");

        assertThat(answer.status()).isEqualTo(503);
        assertThat(answer.json().getString("detail")).contains("the VPN went down");
        assertThat(server.vpn().live().subscriptions().get(0).isClosed()).isTrue();
    }

    @Test
    void answers503WhileTheVpnIsNotServed() {
        server.vpn().live().refuseWith(ErrorCode.VPN_DOWN);

        assertThat(server.as("client").get(CONSUME).status()).isEqualTo(503);
        assertThat(server.as("client").get(CONSUME + "&history=1").status()).isEqualTo(503);
    }

    @Test
    void refusesAnAnswerThatIsTooLarge() {
        byte[] large = new byte[SubjectContent.MAX_BYTES / 2 + 1];
        Message message = Message.to(TopicName.of("/a")).bytes(large).build();
        LiveMessage live = new LiveMessage(message, true, SubjectPosition.NONE, SubjectPosition.NONE, 1);
        server.vpn().live().onSubscribe(subscription -> {
            subscription.give(LiveMessageType.HISTORICAL, live, 0, 0);
            subscription.give(LiveMessageType.HISTORICAL, live, 0, 0);
        });

        Answer answer = server.as("client").get(CONSUME + "&history=2");

        assertThat(answer.status()).isEqualTo(413);
        assertThat(answer.json().getString("detail")).contains("/rest/subscribe");
        assertThat(server.vpn().live().subscriptions().get(0).isClosed()).isTrue();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            rest/consume                                     | 400 missing-parameter
            rest/consume?subject=a                           | 400 invalid-topic
            rest/consume?subject=/a/                         | 400 invalid-topic
            rest/consume?subject=/a/*&history=1              | 400 invalid-topic
            rest/consume?subject=/a/%3E&epoch=1&seq=1        | 400 invalid-topic
            rest/consume?subject=/a&history=-1               | 400 invalid-parameter
            rest/consume?subject=/a&history=many             | 400 invalid-parameter
            rest/consume?subject=/a&history=2147483648       | 400 invalid-parameter
            rest/consume?subject=/a&epoch=1                  | 400 missing-parameter
            rest/consume?subject=/a&seq=1                    | 400 missing-parameter
            rest/consume?subject=/a&epoch=-1&seq=1           | 400 invalid-parameter
            rest/consume?subject=/a&epoch=1&seq=1&history=1  | 400 invalid-parameter
            rest/consume?subject=/a&limit=1                  | 400 invalid-parameter
            rest/consume?subject=/a&vpn=none                 | 404 not-found
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
    void isForClientsAndAdmins() {
        assertThat(server.as("admin").get(CONSUME).status()).isEqualTo(200);
        assertThat(server.as("monitor").get(CONSUME).status()).isEqualTo(403);
        assertThat(server.as("guest").get(CONSUME).status()).isEqualTo(403);
    }
}
