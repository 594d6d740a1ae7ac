package io.reprise.broker.web.error;

import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.web.Answer;
import io.reprise.broker.web.HttpServer;
import java.net.http.HttpRequest.BodyPublishers;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Headers that the HTTP layer itself can't read are the caller's fault, not the broker's. */
class MalformedHeadersTest {
    @RegisterExtension
    final HttpServer server = new HttpServer();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "application/json; q=\"",
                "application/json;\"",
                "a",
                "/",
                "a/b/c",
                ";",
                "application/json; =",
                "a/b;c",
                "\""
            })
    void areRefusedAsContentType(String value) {
        for (String path :
                new String[] {"SEMP/v2/config/msgVpns", "rest/v1/default/TOPIC/a", "rest/produce?subject=/a", "metrics"
                }) {
            for (String verb : new String[] {"GET", "POST"}) {
                Answer answer =
                        server.as("admin").call(verb, path, BodyPublishers.ofString("{}"), "Content-Type", value);

                assertThat(answer.status()).as(verb + path + answer.text()).isNotEqualTo(500);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "application/json; q=\"",
                "application/json;q=x",
                "a",
                "/",
                "a/b/c",
                ";",
                "a/b;q=2",
                "\"",
                ",",
                "*/*;q=\""
            })
    void areRefusedAsAccept(String value) {
        for (String name : new String[] {
            "Accept",
            "Accept-Language",
            "Accept-Charset",
            "Accept-Encoding",
            "If-Match",
            "If-None-Match",
            "If-Modified-Since",
            "Cookie"
        }) {
            Answer answer = server.as("admin").get("SEMP/v2/config/msgVpns/default", name, value);

            assertThat(answer.status()).as(name + answer.text()).isNotEqualTo(500);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"*/*", "application/*", "*/json", "text/*;q=0.1"})
    void areRefusedAsContentTypeOfAChange(String value) {
        Answer answer = server.as("admin")
                .call("PATCH", "SEMP/v2/config/msgVpns/other", BodyPublishers.ofString("{}"), "Content-Type", value);

        assertThat(answer.status()).as(answer.text()).isNotEqualTo(500);
    }
}
