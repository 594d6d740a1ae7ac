package io.reprise.broker.web.receive;

import static io.reprise.broker.web.receive.ReceivingClient.CONSUMERS;
import static io.reprise.broker.web.receive.ReceivingClient.assertProblem;
import static io.reprise.broker.web.receive.ReceivingClient.messages;
import static io.reprise.broker.web.receive.ReceivingClient.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.reprise.broker.model.delivery.BindRequest;
import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.endpoint.Prefetch;
import io.reprise.broker.model.endpoint.RedeliveryOverride;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.web.Answer;
import io.reprise.broker.web.HttpServer;
import io.reprise.broker.web.settings.AllowedTargets;
import io.reprise.broker.web.settings.WebSettings;
import jakarta.servlet.ServletException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How a consumer over HTTP is made, whose it is, and how it ends. */
@Timeout(60)
class ConsumerTest {
    @RegisterExtension
    final HttpServer server = new HttpServer(new WebSettings(10, 4, 3, 100, 10, AllowedTargets.NONE));

    @Test
    void bindsToAQueueWithItsSettingsIfNothingElseIsSaid() {
        Answer made = server.as("client").post("rest/v1/default/QUEUE/a%2Fb/consumers", "");

        assertThat(made.status()).as(made.text()).isEqualTo(201);
        assertThat(made.json().getBoolean("active")).isTrue();
        assertThat(made.json().getString("idleTimeout")).isEqualTo("PT1M");
        assertThat(made.header("Location"))
                .endsWith("/QUEUE/a%2Fb/consumers/" + made.json().getString("consumerId"));
        assertThat(server.vpn().consumption().binds())
                .containsExactly(new BindRequest(EndpointKind.QUEUE, "a/b", "client@127.0.0.1"));
    }

    @Test
    void takesOptionsNamedLikeTheEndpointsAttributes() {
        Answer made = server.as("client").json("POST", "rest/v1/default/TOPIC_ENDPOINT/t/consumers", """
                        {'clientName':'billing','selector':'colour IS NULL','prefetch':'none','maxRedelivery':4,
                         'redeliveryDelayEnabled':true,'redeliveryDelayInitialInterval':100,
                         'redeliveryDelayMaxInterval':2000,'redeliveryDelayMultiplier':150,'idleTimeout':'PT30S'}
                        """);

        assertThat(made.status()).as(made.text()).isEqualTo(201);
        assertThat(server.vpn().consumption().binds())
                .containsExactly(new BindRequest(
                        EndpointKind.TOPIC_ENDPOINT,
                        "t",
                        "billing",
                        "colour IS NULL",
                        Prefetch.NONE,
                        new RedeliveryOverride(
                                Optional.of(4),
                                Optional.of(true),
                                Optional.of(100L),
                                Optional.of(2000L),
                                Optional.of(150))));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {'prefetch':-1}               | prefetch: '-1'; allowed: none, 0–1000000
            {'maxRedelivery':257}         | maxRedelivery: '257'; allowed: 0–256
            {'idleTimeout':'PT0.5S'}      | idleTimeout: 'PT0.5S'; allowed: PT1S–PT1H
            {'selector':''}               | selector: ''
            {'ackMode':'auto'}            | ackMode: auto
            """)
    void refusesOptionsThatAreNone(String options, String detail) {
        Answer answer = server.as("client").json("POST", CONSUMERS, options);

        assertProblem(answer, 400, "invalid-parameter");
        assertThat(answer.json().getString("detail")).contains(detail);
        assertThat(server.vpn().consumption().binds()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(
            value = ErrorCode.class,
            names = {
                "NOT_FOUND",
                "EGRESS_DISABLED",
                "MAX_BIND_COUNT_REACHED",
                "ACCESS_DENIED",
                "VPN_STARTING",
                "INVALID_SELECTOR"
            })
    void passesOnWhyItCanNotBind(ErrorCode code) {
        server.vpn().consumption().refuseBinds(new BrokerException(code, "queue 'q': no"));

        Answer answer = server.as("client").json("POST", CONSUMERS, "{}");

        assertProblem(answer, code.httpStatus(), code.slug());
        assertThat(answer.header("Retry-After")).isEqualTo(code.httpStatus() == 503 ? "1" : "");
    }

    @Test
    void refusesMoreThanAUserAndMoreThanTheServerMayHave() {
        List<ReceivingClient> clients = List.of(client(), client(), client());
        Answer fourthOfUser = server.as("client").json("POST", CONSUMERS, "{}");
        ReceivingClient.of(server, "admin", "{}");
        Answer fifth = server.as("admin").json("POST", CONSUMERS, "{}");
        clients.get(0).delete();
        Answer again = server.as("client").json("POST", CONSUMERS, "{}");

        assertProblem(fourthOfUser, 503, "too-many-consumers");
        assertThat(fourthOfUser.json().getString("detail")).contains("reprise.web.maxConsumersPerUser");
        assertProblem(fifth, 503, "too-many-consumers");
        assertThat(fifth.json().getString("detail")).contains("4 (reprise.web.maxConsumers)");
        assertThat(again.status()).isEqualTo(201);
    }

    @Test
    void belongsToWhoMadeItAndToItsEndpoint() {
        ReceivingClient client = client();
        put(server, "a");
        ReceivingClient stolen = new ReceivingClient(server, "admin", client.path());
        ReceivingClient elsewhere =
                new ReceivingClient(server, "client", client.path().replace("/q/", "/other/"));

        for (ReceivingClient wrong : List.of(stolen, elsewhere)) {
            assertProblem(wrong.receive("{}"), 404, "not-found");
            assertProblem(wrong.unsettled(), 404, "not-found");
            assertProblem(wrong.settle("{'accept':['1']}"), 404, "not-found");
            assertProblem(wrong.delete(), 404, "not-found");
        }
        assertThat(messages(client.receive("{}"))).containsExactly("1=a");
    }

    @ParameterizedTest
    @ValueSource(strings = {"monitor", "operator", "guest"})
    void isForClientsAndAdministrators(String user) {
        assertThat(server.as(user).json("POST", CONSUMERS, "{}").status()).isEqualTo(403);
        assertThat(server.as(user).json("POST", CONSUMERS + "/x/messages", "{}").status())
                .isEqualTo(403);
    }

    @Test
    void endsWhenItWasNotCalledForItsIdleTimeoutAndCountsWhatItsClientHad() {
        ReceivingClient client = client();
        put(server, "a", "b");
        client.receive("{}");

        server.pass(Duration.ofSeconds(60));
        await().until(() -> server.vpn().consumption().events().contains("failed 1"));

        assertThat(server.vpn().consumption().events()).containsExactly("closed", "failed 1");
        assertProblem(client.settle("{'accept':['1']}"), 404, "not-found");
        assertProblem(client.receive("{}"), 404, "not-found");
    }

    @Test
    void livesAsLongAsItIsCalledOrWaits() {
        ReceivingClient client = client();
        put(server, "a");
        client.receive("{}");
        server.pass(Duration.ofSeconds(59));
        client.unsettled();
        server.pass(Duration.ofSeconds(59));
        client.settle("{'accept':['1']}");
        server.pass(Duration.ofSeconds(59));
        CompletableFuture<Answer> waiting = client.waitFor("{'wait':'PT5M'}");
        server.pass(Duration.ofSeconds(299));

        put(server, "b");

        assertThat(messages(waiting.join())).containsExactly("2=b");
    }

    @Test
    void endsAtItsDeletionWhateverWaits() {
        ReceivingClient client = client();
        CompletableFuture<Answer> waiting = client.waitFor("{}");

        Answer deleted = client.delete();

        assertThat(deleted.status()).isEqualTo(204);
        assertProblem(waiting.join(), 404, "not-found");
        assertProblem(client.delete(), 404, "not-found");
        assertThat(server.vpn().consumption().events()).containsExactly("closed");
    }

    @Test
    void endsWithTheApplication() throws ServletException {
        ReceivingClient client = client();
        put(server, "a");
        client.receive("{}");

        server.undeploy();

        assertThat(server.vpn().consumption().events()).containsExactly("closed", "failed 1");
    }

    @Test
    void anIdIsNotToBeGuessed() {
        String one = client().path();
        String two = client().path();

        assertThat(one.substring(one.lastIndexOf('/') + 1))
                .hasSize(24)
                .isNotEqualTo(two.substring(two.lastIndexOf('/') + 1));
    }

    @Test
    void refusesParametersAndAMissingVpn() {
        ReceivingClient client = client();

        assertProblem(server.as("client").json("POST", CONSUMERS + "?x=1", "{}"), 400, "invalid-parameter");
        assertProblem(server.as("client").get(client.path() + "/messages?x=1"), 400, "invalid-parameter");
        assertProblem(server.as("client").delete(client.path() + "?x=1"), 400, "invalid-parameter");
        assertProblem(server.as("client").json("POST", "rest/v1/none/QUEUE/q/consumers", "{}"), 404, "not-found");
        assertProblem(server.as("client").get(CONSUMERS), 405, "not-allowed");
    }

    private ReceivingClient client() {
        return ReceivingClient.of(server, "client", "{}");
    }
}
