package io.reprise.broker.web.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.web.Answer;
import io.reprise.broker.web.HttpServer;
import java.net.http.HttpRequest.BodyPublishers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code token=} of spec 3: a bearer credential in the address, for those who can't set a header. */
class TokenTest {
    @RegisterExtension
    final HttpServer server = new HttpServer();

    @ParameterizedTest
    @CsvSource({
        "GET,  rest/consume?subject=/a&token=token-of-client,      200",
        "POST, rest/produce?subject=/a&token=token-of-client,      200",
        "POST, rest/produce?subject=/a&token=token-of-monitor,     403",
        "GET,  rest/consume?subject=/a&token=token-of-nobody,      401",
        "GET,  rest/consume?subject=/a&token=,                     401",
        "GET,  rest/subscribe?subject=/a&token=token-of-nobody,    401",
        "GET,  rest/ws?token=token-of-nobody,                      401",
        "GET,  rest/ws?token=token-of-client,                      426"
    })
    void isTakenAsABearerCredential(String method, String path, int status) {
        Answer answer = server.as("").call("", method, path, BodyPublishers.ofString("x"));

        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.text()).doesNotContain("token-of");
    }

    @Test
    void givesWayToAHeader() {
        assertThat(server.as("client")
                        .get("rest/consume?subject=/a&token=token-of-monitor")
                        .status())
                .isEqualTo(200);
        assertThat(server.as("monitor")
                        .get("rest/consume?subject=/a&token=token-of-client")
                        .status())
                .isEqualTo(403);
    }

    @Test
    void isNotRepeatedInARefusal() {
        Answer answer = server.as("client").get("rest/consume?subject=/a&token=secret-1&token=secret-2");

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.text()).contains("parameter token").doesNotContain("secret");
    }
}
