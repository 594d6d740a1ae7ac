package io.reprise.broker.web.messaging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.reprise.broker.model.message.Message;
import io.reprise.broker.web.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests as bytes: whole ones in odd frames, ones that break off, and headers that say two things (spec 5.2). */
@Timeout(60)
class RawRequestsTest {
    private static final String TOPIC = "rest/v1/default/TOPIC/a";
    private static final String EVENT =
            "{\"specversion\":\"1.0\",\"id\":\"1\",\"source\":\"/s\",\"type\":\"t\",\"data\":1}";

    @RegisterExtension
    final HttpServer server = new HttpServer();

    private Socket sent(String path, String rest) throws IOException {
        URI root = server.as("client").root();
        Socket socket = new Socket(root.getHost(), root.getPort());
        socket.getOutputStream()
                .write(("POST /reprise/" + path + " HTTP/1.1\r\nHost: localhost\r\nAuthorization: "
                                + server.as("client").authorization() + "\r\n" + rest)
                        .getBytes(StandardCharsets.UTF_8));
        socket.getOutputStream().flush();
        return socket;
    }

    /** The answer up to the end of the connection, which the request asks for. */
    private String answer(String path, String headers, String body) throws IOException {
        try (Socket socket = sent(path, headers + "Connection: close\r\n\r\n" + body);
                InputStream in = socket.getInputStream()) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private List<Message> published() {
        return server.vpn().published();
    }

    /** Whatever the server does about it, another request is served, and then it has been dealt with. */
    private void assertNothingHappened() {
        assertThat(server.as("client").post(TOPIC, "the next").status()).isEqualTo(200);
        assertThat(published().stream().map(message -> new String(message.body(), StandardCharsets.UTF_8)))
                .containsExactly("the next");
        assertThat(server.vpn().live().published()).isEmpty();
        assertThat(server.vpn().consumption().events()).isEmpty();
        assertThat(server.vpn().consumption().binds()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Content-Type: text/plain\r\nContent-Length: 10\r\n\r\nhalf",
                "Content-Type: application/json\r\nContent-Length: 10\r\n\r\n{}",
                "Content-Length: 10\r\n\r\n",
                "Content-Type: text/plain\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n",
                "Content-Type: text/plain\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nha",
                "Content-Type: text/plain\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n0\r\n",
                "Content-Type: text/plain\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nhalf\r\n0\r\n\r\n",
                "Content-Type: application/cloudevents+json\r\nContent-Length: 200\r\n\r\n" + EVENT,
                "Solace-Delivery-Mode: Direct\r\nContent-Length: 10\r\n\r\nhalf",
                "Content-Type: text/plain\r\nContent-Le",
            })
    void whatBreaksOffIsNoMessage(String rest) throws IOException {
        try (Socket socket = sent(TOPIC, rest)) {
            socket.shutdownOutput();
            socket.getInputStream().readAllBytes(); // the server has dealt with it
        }
        try (Socket socket = sent(TOPIC, rest)) {
            socket.setSoLinger(true, 0);
        }

        assertNothingHappened();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "consumers",
                "consumers/none/messages",
            })
    void whatBreaksOffMakesNoConsumer(String path) throws IOException {
        try (Socket socket = sent(
                "rest/v1/default/QUEUE/q/" + path, "Content-Type: application/json\r\nContent-Length: 20\r\n\r\n{}")) {
            socket.shutdownOutput();
            socket.getInputStream().readAllBytes();
        }

        assertNothingHappened();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            Content-Length: 5                                        | hello
            Transfer-Encoding: chunked                               | 5~hello~0~~
            Transfer-Encoding: Chunked                               | 2~he~3~llo~0~~
            Transfer-Encoding: chunked                               | 5;x=y~hello~0~Trailer: x~~
            Expect: 100-continue~Content-Length: 5                   | hello
            content-length: 5~CONTENT-ENCODING: identity             | hello
            """)
    void takesAWholeBodyHoweverItIsFramed(String headers, String body) throws IOException {
        String answer = answer(
                TOPIC,
                "Content-Type: text/plain\r\n" + headers.replace("~", "\r\n") + "\r\n",
                body.replace("~", "\r\n"));

        assertThat(answer).contains("HTTP/1.1 200 OK");
        assertThat(published()).hasSize(1);
        assertThat(published().get(0).body()).isEqualTo("hello".getBytes(StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            Content-Type: text/plain~Content-Type: application/json
            Content-Type: application/cloudevents+json~Content-Type: text/plain
            Content-Type: text/plain~Content-Type: application/cloudevents+json
            Content-Encoding: identity~Content-Encoding: gzip
            Content-Encoding: identity, gzip
            Solace-Priority: 1~Solace-Priority: 1
            solace-priority: 1~Solace-Priority: 2
            Reprise-Publisher-Id: a~Reprise-Publisher-Id: b~Reprise-Publisher-Sequence: 1
            Solace-User-Property-a: 1~Solace-User-Property-a: 2
            ce-specversion: 1.0~ce-id: 1~ce-ID: 2~ce-source: /s~ce-type: t
            Solace-User-Property-: x
            Transfer-Encoding: gzip, chunked
            """)
    void refusesHeadersThatSayTwoThings(String headers) throws IOException {
        String answer =
                answer(TOPIC, headers.replace("~", "\r\n") + "\r\nContent-Length: " + EVENT.length() + "\r\n", EVENT);

        assertThat(answer).contains("HTTP/1.1 400");
        assertNothingHappened();
    }

    @Test
    void whoSendsABodyByDropsHoldsNobodyUp() throws IOException {
        try (Socket slow = sent(TOPIC, "Content-Type: text/plain\r\nContent-Length: 5\r\n\r\nhe")) {
            assertThat(server.as("client").post(TOPIC, "quick").status()).isEqualTo(200);

            slow.getOutputStream().write("llo".getBytes(StandardCharsets.UTF_8));

            await().until(() -> published().size() == 2);
        }
    }
}
