package io.reprise.broker.web.receive;

import static io.reprise.broker.web.receive.ReceivingClient.assertProblem;
import static io.reprise.broker.web.receive.ReceivingClient.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.reprise.broker.web.Answer;
import io.reprise.broker.web.HttpServer;
import jakarta.servlet.ServletException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A settlement that is under way while its consumer ends: whoever is told that a message is accepted does not see it again. */
@Timeout(60)
class LateSettlementTest {
    @RegisterExtension
    final HttpServer server = new HttpServer();

    private ReceivingClient client = new ReceivingClient(server, "", "");
    private CountDownLatch commitsGo = new CountDownLatch(0);
    private CompletableFuture<Answer> settling = new CompletableFuture<>();

    @BeforeEach
    void beginToSettle() {
        client = ReceivingClient.of(server, "client", "{}");
        put(server, "a", "b");
        client.receive("{'max':2}");
        commitsGo = server.vpn().holdCommits();
        settling = CompletableFuture.supplyAsync(() -> client.settle("{'accept':['1']}"));
        await().until(() -> server.vpn().committing() == 1);
    }

    @Test
    void isDoneBeforeTheConsumerThatIsDeletedGivesItsMessagesBack() {
        Answer deleted = client.delete();

        assertThat(deleted.status()).isEqualTo(204);
        assertAcceptedAndTheOtherReturned();
        assertProblem(client.settle("{'accept':['2']}"), 404, "not-found");
    }

    @Test
    void isACallSoThatTheConsumerDoesNotTimeOutBeforeItIsDone() {
        server.pass(Duration.ofMinutes(10));
        assertThat(server.vpn().consumption().events()).isEmpty();
        commitsGo.countDown();
        settling.join();
        assertThat(client.unsettled().status()).as("it is still there").isEqualTo(200);

        server.pass(Duration.ofMinutes(1));

        await().until(() -> server.vpn().consumption().events().contains("failed 2"));
        assertThat(server.vpn().consumption().events()).containsExactly("accepted 1", "closed", "failed 2");
    }

    @Test
    void isDoneBeforeTheApplicationThatStopsGivesMessagesBack() throws ServletException {
        CompletableFuture<Void> stopped = CompletableFuture.runAsync(() -> {
            try {
                server.undeploy();
            } catch (ServletException failure) {
                throw new IllegalStateException(failure);
            }
        });

        assertAcceptedAndTheOtherReturned();
        stopped.join();
    }

    private void assertAcceptedAndTheOtherReturned() {
        commitsGo.countDown();
        Answer answer = settling.join();
        await().until(() -> server.vpn().consumption().events().contains("failed 2"));

        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        assertThat(answer.json().getJsonObject("settlements").getString("1")).isEqualTo("accepted");
        assertThat(server.vpn().consumption().events()).isEqualTo(List.of("accepted 1", "closed", "failed 2"));
    }
}
