package io.reprise.broker.web.error;

import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.publish.CommitOutcome;
import io.reprise.broker.web.Answer;
import io.reprise.broker.web.HttpServer;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Every error of the catalogue as HTTP answers it, whoever below refuses with it; those that requests alone can provoke are provoked
 * on a real server (ErrorsOverHttpIT).
 */
class CatalogueOverHttpTest {
    private static final String TEXT = "what failed: its value; allowed: others";

    @RegisterExtension
    final HttpServer server = new HttpServer();

    @ParameterizedTest
    @EnumSource(ErrorCode.class)
    void isASempErrorOnThePathsOfManagement(ErrorCode code) {
        server.as("admin").json("PUT", "SEMP/v2/config/msgVpns/default/queues/q", "{}");
        server.vpn().beforeEachChange(endpoint -> {
            throw new BrokerException(code, TEXT);
        });

        Answer answer = server.as("admin").json("POST", "SEMP/v2/config/msgVpns/default/queues", "{'queueName':'r'}");

        assertThat(answer.status()).isEqualTo(code.sempHttpStatus());
        assertThat(answer.sempError()).isEqualTo(code.semp().code() + " " + code.semp());
        assertThat(answer.sempDescription()).isEqualTo(TEXT);
        assertRetryAfter(answer, code, code.sempHttpStatus());
    }

    @ParameterizedTest
    @EnumSource(ErrorCode.class)
    void isAProblemDocumentElsewhere(ErrorCode code) {
        server.vpn().answerPublishesWith(new CommitOutcome.Rejected(code, TEXT));

        Answer answer = server.as("client").post("rest/v1/default/TOPIC/a", "x");

        assertThat(answer.status()).isEqualTo(code.httpStatus());
        assertThat(answer.header("Content-Type")).startsWith("application/problem+json");
        assertThat(answer.json().getString("type")).isEqualTo("urn:reprise:error:" + code.slug());
        assertThat(answer.json().getString("title")).isEqualTo(code.text());
        assertThat(answer.json().getString("detail")).isEqualTo(TEXT);
        assertThat(answer.json().getInt("status")).isEqualTo(code.httpStatus());
        assertThat(answer.json().getBoolean("retryable")).isEqualTo(code.retryable());
        assertRetryAfter(answer, code, code.httpStatus());
    }

    private static void assertRetryAfter(Answer answer, ErrorCode code, int status) {
        assertThat(answer.header("Retry-After").isEmpty()).isEqualTo(!(code.retryable() && status == 503));
    }
}
