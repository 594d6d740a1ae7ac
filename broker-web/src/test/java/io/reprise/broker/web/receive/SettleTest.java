package io.reprise.broker.web.receive;

import static io.reprise.broker.web.receive.ReceivingClient.assertProblem;
import static io.reprise.broker.web.receive.ReceivingClient.messages;
import static io.reprise.broker.web.receive.ReceivingClient.only;
import static io.reprise.broker.web.receive.ReceivingClient.put;
import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.publish.CommitOutcome;
import io.reprise.broker.web.Answer;
import io.reprise.broker.web.HttpServer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of messages that were received. */
@Timeout(60)
class SettleTest {
    @RegisterExtension
    final HttpServer server = new HttpServer();

    private ReceivingClient client = new ReceivingClient(server, "", "");

    @BeforeEach
    void receiveThree() {
        client = ReceivingClient.of(server, "client", "{}");
        put(server, "a", "b", "c");
        client.receive("{'max':3}");
    }

    @Test
    void acceptsReleasesFailsAndRejectsInOneRequest() {
        put(server, "d");
        client.receive("{}");

        Answer answer = client.settle("{'reject':['3'],'accept':['1'],'fail':['4'],'release':['2']}");

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.json().getJsonObject("settlements").toString())
                .isEqualTo("{\"1\":\"accepted\",\"2\":\"released\",\"4\":\"failed\",\"3\":\"rejected\"}");
        assertThat(server.vpn().consumption().events())
                .containsExactly("accepted 1", "returned 2", "failed 4", "died 3");
    }

    @Test
    void whatIsRejectedAndHasNowhereToGoHasFailed() {
        server.vpn().consumption().keepWhatDies();

        assertThat(outcome(client.settle("{'reject':['1']}"), "1")).isEqualTo("failed");
    }

    @ParameterizedTest
    @ValueSource(strings = {"fail", "reject"})
    void anAttemptThatCouldNotBeCountedIsReleased(String how) {
        server.vpn().consumption().refuseSettling(new CommitOutcome.Rejected(ErrorCode.VPN_DOWN, "stopping"));

        assertThat(outcome(client.settle("{'" + how + "':['1']}"), "1")).isEqualTo("released");
    }

    @Test
    void doesNotWaitForEachOfManyThatCanNotBeCounted() {
        server.vpn().consumption().refuseSettling(new CommitOutcome.Rejected(ErrorCode.VPN_DOWN, "stopping"));
        Answer answer = client.settle("{'fail':['1','2'],'reject':['3']}");
        server.vpn().consumption().refuseSettling(null);
        Answer again = client.settle("{'fail':['1','2','3']}");

        assertProblem(answer, 504, "outcome-unknown");
        assertThat(again.json().getJsonObject("settlements").toString())
                .isEqualTo("{\"1\":\"released\",\"2\":\"unknown\",\"3\":\"unknown\"}");
    }

    @Test
    void tellsThatItIsNotKnownWhetherAnAttemptWasCounted() {
        server.vpn().consumption().refuseSettling(new CommitOutcome.Unknown("lost the database"));

        Answer answer = client.settle("{'fail':['1']}");

        assertProblem(answer, 504, "outcome-unknown");
        assertThat(answer.json().getString("detail")).contains("lost the database");
        assertThat(outcome(client.settle("{'fail':['1']}"), "1")).isEqualTo("unknown");
    }

    @Test
    void aReleasedMessageComesAgainUncountedAndAFailedOneCounted() {
        client.settle("{'fail':['3'],'release':['2']}");

        Answer again = client.receive("{'max':3}");

        assertThat(messages(again)).containsExactly("4=b", "5=c");
        assertThat(again.json().getJsonArray("messages").getJsonObject(0).getInt("deliveryCount"))
                .isEqualTo(1);
        assertThat(again.json().getJsonArray("messages").getJsonObject(1).getInt("deliveryCount"))
                .isEqualTo(2);
    }

    @Test
    void answersASecondSettlementAsTheFirstUntilTheNextReceive() {
        client.settle("{'accept':['1']}");

        Answer again = client.settle("{'release':['1']}");
        client.receive("{'wait':'PT0S'}");
        Answer later = client.settle("{'accept':['1']}");

        assertThat(outcome(again, "1")).isEqualTo("accepted");
        assertThat(outcome(later, "1")).isEqualTo("gone");
        assertThat(server.vpn().consumption().events()).containsExactly("accepted 1");
    }

    @Test
    void tellsThatATokenIsNoneOfItsConsumer() {
        ReceivingClient other = ReceivingClient.of(server, "client", "{}");

        assertThat(outcome(other.settle("{'accept':['1']}"), "1")).isEqualTo("gone");
        assertThat(outcome(client.settle("{'accept':['99']}"), "99")).isEqualTo("gone");
        assertThat(server.vpn().consumption().events()).isEmpty();
    }

    @Test
    void ofTwoThatRaceForATokenOneHasIt() {
        for (int round = 1; round <= 3; round++) {
            String token = Integer.toString(round);
            List<Answer> answers = IntStream.range(0, 8)
                    .mapToObj(i -> CompletableFuture.supplyAsync(() -> client.settle(
                            i % 2 == 0 ? "{'accept':['" + token + "']}" : "{'reject':['" + token + "']}")))
                    .toList()
                    .stream()
                    .map(CompletableFuture::join)
                    .toList();

            List<String> outcomes = answers.stream()
                    .map(answer -> outcome(answer, token))
                    .filter(outcome -> !outcome.equals("busy"))
                    .distinct()
                    .toList();
            assertThat(outcomes).hasSize(1).isSubsetOf("accepted", "rejected");
        }
        assertThat(server.vpn().consumption().events()).hasSize(3);
    }

    @Test
    void doesNothingAtAllIfTheAcknowledgementIsRefused() {
        server.vpn().answerPublishesWith(new CommitOutcome.Rejected(ErrorCode.BACK_PRESSURE, "busy"));
        Answer refused = client.settle("{'accept':['1'],'release':['2'],'reject':['3']}");
        server.vpn().answerPublishesWith(new CommitOutcome.Stored(0, 0));
        Answer again = client.settle("{'accept':['1'],'release':['2'],'reject':['3']}");

        assertProblem(refused, 503, "back-pressure");
        assertThat(refused.header("Retry-After")).isEqualTo("1");
        assertThat(again.status()).isEqualTo(200);
        assertThat(server.vpn().consumption().events()).containsExactly("accepted 1", "returned 2", "died 3");
    }

    @Test
    void tellsThatItIsNotKnownWhetherTheAcknowledgementWasStored() {
        server.vpn().answerPublishesWith(new CommitOutcome.Unknown("lost the database"));
        Answer unknown = client.settle("{'accept':['1'],'reject':['3']}");
        Answer again = client.settle("{'accept':['1'],'reject':['3']}");

        assertProblem(unknown, 504, "outcome-unknown");
        assertThat(outcome(again, "1")).isEqualTo("unknown");
        assertThat(outcome(again, "3")).isEqualTo("rejected");
    }

    @Test
    void settlesWhatItHasAfterTheBrokerEndedIt() {
        server.vpn().consumption().end("queue 'q' was deleted");

        assertThat(outcome(client.settle("{'accept':['2']}"), "2")).isEqualTo("accepted");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {}                                | missing-parameter | tokens are missing
            {'accept':[]}                     | missing-parameter | tokens are missing
            {'accept':'1'}                    | invalid-parameter | a list of texts
            {'accept':['1'],'reject':['1']}   | invalid-parameter | '1' twice
            {'accept':['1','1']}              | invalid-parameter | '1' twice
            {'accept':['1'],'keep':['2']}     | invalid-parameter | keep
            """)
    void refusesAnOrderThatIsNoneAndSettlesNothing(String order, String code, String detail) {
        Answer answer = client.settle(order);

        assertProblem(answer, 400, code);
        assertThat(answer.json().getString("detail")).contains(detail);
        assertThat(server.vpn().consumption().events()).isEmpty();
    }

    @Test
    void namesTheDeliveryByItsTokenOnly() {
        client.settle("{'fail':['1','2','3']}");

        assertThat(only(client.receive("{}")).getString("token")).isEqualTo("4");
    }

    private static String outcome(Answer answer, String token) {
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        return answer.json().getJsonObject("settlements").getString(token);
    }
}
