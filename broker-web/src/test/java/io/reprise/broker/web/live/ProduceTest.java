package io.reprise.broker.web.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.message.BodyKind;
import io.reprise.broker.model.message.DeliveryMode;
import io.reprise.broker.model.message.Message;
import io.reprise.broker.model.publish.CommitOutcome;
import io.reprise.broker.web.Answer;
import io.reprise.broker.web.FakeSubscription;
import io.reprise.broker.web.HttpServer;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code POST /rest/produce} and {@code DELETE /rest/snapshot} of spec 3.3. */
class ProduceTest {
    private static final String PRODUCE = "rest/produce?subject=/Stocks/NYSE/IBM";

    @RegisterExtension
    final HttpServer server = new HttpServer();

    @Test
    void storesRetainedTextByDefault() {
        Answer answer = server.as("client").post(PRODUCE, "142 €");

        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        assertThat(answer.text())
                .isEqualTo("{\"subject\":\"/Stocks/NYSE/IBM\",\"closure\":\"" + HttpServer.NOW.toEpochMilli()
                        + "\",\"status\":\"OK\"}");
        Message message = stored();
        assertThat(message.topic().text()).isEqualTo("/Stocks/NYSE/IBM");
        assertThat(message.deliveryMode()).isEqualTo(DeliveryMode.PERSISTENT);
        assertThat(message.retained()).isTrue();
        assertThat(message.closure()).isEqualTo(String.valueOf(HttpServer.NOW.toEpochMilli()));
        assertThat(message.bodyKind()).isEqualTo(BodyKind.TEXT);
        assertThat(new String(message.body(), StandardCharsets.UTF_8)).isEqualTo("142 €");
    }

    @Test
    void takesWhatTheParametersSay() {
        Answer answer = server.as("client")
                .post(PRODUCE + "&closure=c%201&retained=false&qos=guaranteed&vpn=default&token=t", "142");

        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        assertThat(answer.json().getString("closure")).isEqualTo("c 1");
        assertThat(stored().retained()).isFalse();
        assertThat(stored().closure()).isEqualTo("c 1");
    }

    @Test
    void publishesInAnotherVpn() {
        server.as("client").post(PRODUCE + "&vpn=other", "142");

        assertThat(server.broker().fakeVpn("other").published()).hasSize(1);
        assertThat(server.vpn().published()).isEmpty();
    }

    @Test
    void handsAStandardMessageOverWithoutStoringIt() {
        Answer answer = server.as("client").post(PRODUCE + "&qos=standard", "142");

        assertThat(answer.json().getString("status")).isEqualTo("OK");
        assertThat(server.vpn().published()).isEmpty();
        assertThat(server.vpn().live().published()).hasSize(1);
        Message message = server.vpn().live().published().get(0);
        assertThat(message.deliveryMode()).isEqualTo(DeliveryMode.DIRECT);
        assertThat(message.retained()).isTrue();
    }

    @Test
    void takesTheContentTypesOfFormsForTextAndOthersForWhatTheyAre() {
        server.as("client").post(PRODUCE, "a=b", "Content-Type", "application/x-www-form-urlencoded");
        server.as("client").post(PRODUCE, "{}", "Content-Type", "application/json");
        server.as("client")
                .call(
                        "POST",
                        PRODUCE,
                        BodyPublishers.ofByteArray(new byte[] {1, -1}),
                        "Content-Type",
                        "application/octet-stream");

        assertThat(server.vpn().published())
                .extracting(Message::bodyKind)
                .containsExactly(BodyKind.TEXT, BodyKind.TEXT, BodyKind.BYTES);
        assertThat(server.vpn().published().get(0).contentType()).isNull();
        assertThat(server.vpn().published().get(1).contentType()).isEqualTo("application/json");
    }

    @ParameterizedTest
    @CsvSource({
        "QUEUE_QUOTA_EXCEEDED, 503, FAILED, 1",
        "NOT_STORED,           503, FAILED, 1",
        "VPN_DOWN,             503, FAILED, 1",
        "INGRESS_DISABLED,     503, FAILED, ''",
        "ACCESS_DENIED,        403, DENY,   ''",
        "MESSAGE_TOO_BIG,      413, MESSAGE_SIZE_LIMIT_EXCEEDED, ''"
    })
    void saysWhyAMessageIsNowhere(ErrorCode code, int httpStatus, String status, String retryAfter) {
        server.vpn().answerPublishesWith(new CommitOutcome.Rejected(code, "queue 'q': no"));

        Answer answer = server.as("client").post(PRODUCE + "&closure=1", "142");

        assertThat(answer.status()).isEqualTo(httpStatus);
        assertThat(answer.header("Content-Type")).startsWith("application/json");
        assertThat(answer.header("Retry-After")).isEqualTo(retryAfter);
        assertThat(answer.text())
                .isEqualTo("{\"subject\":\"/Stocks/NYSE/IBM\",\"closure\":\"1\",\"status\":\"" + status
                        + "\",\"code\":\"" + code.slug() + "\",\"detail\":\"queue 'q': no\"}");
    }

    @Test
    void doesNotInviteToRepeatWhatMayBeStored() {
        server.vpn().answerPublishesWith(new CommitOutcome.Unknown("lost the database"));

        Answer answer = server.as("client").post(PRODUCE, "142");

        assertThat(answer.status()).isEqualTo(503);
        assertThat(answer.json().getString("code")).isEqualTo("outcome-unknown");
        assertThat(answer.header("Retry-After")).isEmpty();
    }

    @Test
    void refusesContentAboveTheLargestSize() {
        Answer answer = server.as("client")
                .call("POST", PRODUCE, BodyPublishers.ofByteArray(new byte[30_000_001]), "Content-Type", "image/png");

        assertThat(answer.status()).isEqualTo(413);
        assertThat(answer.json().getString("status")).isEqualTo("MESSAGE_SIZE_LIMIT_EXCEEDED");
    }

    @ParameterizedTest
    @ValueSource(strings = {"guest", "monitor", "operator"})
    void deniesUsersWithoutTheRole(String user) {
        Answer answer = server.as(user).post(PRODUCE + "&closure=1", "142");

        assertThat(answer.status()).isEqualTo(403);
        assertThat(answer.json().getString("status")).isEqualTo("DENY");
        assertThat(answer.json().getString("closure")).isEqualTo("1");
        assertThat(server.vpn().published()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            rest/produce                                | missing-parameter
            rest/produce?subject=                       | invalid-topic
            rest/produce?subject=Stocks                 | invalid-topic
            rest/produce?subject=/                      | invalid-topic
            rest/produce?subject=/a//b                  | invalid-topic
            rest/produce?subject=/a/                    | invalid-topic
            rest/produce?subject=%23P2P/QUE/q           | invalid-topic
            rest/produce?subject=/a%00                  | invalid-topic
            rest/produce?subject=/a&subject=/b          | invalid-parameter
            rest/produce?subject=/a&retained=yes        | invalid-parameter
            rest/produce?subject=/a&qos=exactly-once    | invalid-parameter
            rest/produce?subject=/a&ttl=1               | invalid-parameter
            rest/produce?subject=/a&vpn=none            | not-found
            """)
    void refusesWhatIsNoRequest(String path, String code) {
        Answer answer = server.as("client").post(path, "142");

        assertThat(answer.status()).as(answer.text()).isEqualTo(code.equals("not-found") ? 404 : 400);
        assertThat(answer.header("Content-Type")).isEqualTo("application/problem+json");
        assertThat(answer.json().getString("code")).isEqualTo(code);
        assertThat(server.vpn().published()).isEmpty();
    }

    @Test
    void refusesEmptyContent() {
        Answer answer = server.as("client").post(PRODUCE, "");

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.json().getString("code")).isEqualTo("invalid-parameter");
        assertThat(answer.json().getString("detail")).contains("content", "empty");
        assertThat(server.vpn().published()).isEmpty();
    }

    @Test
    void deletesASnapshot() {
        server.vpn().live().putSnapshot(FakeSubscription.message("/a", "1", 1, 1));

        Answer first = server.as("client").delete("rest/snapshot?subject=/a");
        Answer again = server.as("client").delete("rest/snapshot?subject=/a");

        assertThat(first.status()).isEqualTo(200);
        assertThat(first.text()).isEqualTo("{\"subject\":\"/a\",\"deleted\":true}");
        assertThat(again.text()).isEqualTo("{\"subject\":\"/a\",\"deleted\":false}");
    }

    @Test
    void deletesNoSnapshotForOthersOrOfABadSubject() {
        server.vpn().live().putSnapshot(FakeSubscription.message("/a", "1", 1, 1));

        assertThat(server.as("monitor").delete("rest/snapshot?subject=/a").status())
                .isEqualTo(403);
        assertThat(server.as("client").delete("rest/snapshot?subject=a").status())
                .isEqualTo(400);
        assertThat(server.as("client")
                        .delete("rest/snapshot?subject=/a&force=1")
                        .status())
                .isEqualTo(400);
        assertThat(server.as("client").delete("rest/snapshot?subject=/a").json().getBoolean("deleted"))
                .isTrue();
    }

    private Message stored() {
        assertThat(server.vpn().published()).hasSize(1);
        return server.vpn().published().get(0);
    }
}
