package io.reprise.broker.web.push;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Targets that answer what no target should, and what becomes of the message: never lost, never presented uncounted (spec 5.2). */
class OddAnswersTest extends PushStage {
    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n";

    /** No answer has to be larger than this. */
    private static final long FAR_TOO_MUCH_BYTES = 200_000_000;

    private static boolean say(OutputStream out, String text, boolean keep) throws IOException {
        out.write(text.getBytes(US_ASCII));
        return keep;
    }

    /** Answers the first request so, and every other properly. */
    private static RawTarget.Manner firstly(String answer, boolean keep) {
        return (nth, out) -> nth == 1 ? say(out, answer, keep) : say(out, OK, true);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "HTTP/1.1 20",
                "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nha",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n",
                "HTTP/1.1 100 Continue\r\n\r\n",
                "HELLO\r\n\r\n",
            })
    void whatIsNoWholeAnswerIsOneFailedAttempt(String answer) throws IOException {
        isOneFailedAttempt(firstly(answer, false));
    }

    /** Neither repeated at once nor with other credentials, whatever it asks for. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 999 What\r\nContent-Length: 0\r\n\r\n",
                "HTTP/1.1 429 Slow down\r\nRetry-After: 0\r\nContent-Length: 0\r\n\r\n",
                "HTTP/1.1 503 Busy\r\nRetry-After: 0\r\nContent-Length: 0\r\n\r\n",
                "HTTP/1.1 401 Who\r\nWWW-Authenticate: Basic realm=\"x\"\r\nContent-Length: 0\r\n\r\n",
                "HTTP/1.1 407 Who\r\nProxy-Authenticate: Basic realm=\"x\"\r\nContent-Length: 0\r\n\r\n",
                "HTTP/1.1 304 No\r\n\r\n",
            })
    void anotherStatusIsOneFailedAttempt(String answer) throws IOException {
        isOneFailedAttempt(firstly(answer, true));
    }

    private void isOneFailedAttempt(RawTarget.Manner manner) throws IOException {
        try (RawTarget target = new RawTarget(manner)) {
            queue.put(text("an order"));
            configure(target.port(), Map.of());

            start("127.0.0.1");

            eventually(() -> queue.events().contains("accepted 1"));
            assertThat(queue.events()).containsExactly("failed 1", "accepted 1");
            assertThat(target.requests()).containsExactly("an order 1", "an order 2");
            assertThat(figures(CONSUMER).failedMsgs()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 200 OK\r\n\r\nup to the end of the connection",
                "HTTP/1.0 200 OK\r\n\r\n",
                "HTTP/1.1 200", // its status is whole
                "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n",
                "HTTP/1.1 202 Accepted\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 4\r\n\r\nnone",
            })
    void whatIsAWhole2xxIsAcknowledged(String answer) throws IOException {
        try (RawTarget target = new RawTarget(firstly(answer, false))) {
            queue.put(text("an order"));
            configure(target.port(), Map.of());

            start("127.0.0.1");

            eventually(() -> !settled().isEmpty());
            assertThat(settled()).containsExactly("accepted 1");
        }
    }

    /** A target's answer to one request must not be taken for one to the next. */
    @Test
    void ofTwoAnswersToOneRequestTheSecondCountsForNothing() throws IOException {
        try (RawTarget target = new RawTarget((nth, out) ->
                nth == 1 ? say(out, OK + OK, true) : say(out, "HTTP/1.1 500 No\r\nContent-Length: 0\r\n\r\n", true))) {
            configure(target.port(), Map.of());
            start("127.0.0.1");
            queue.put(text("one"));
            eventually(() -> settled().contains("accepted 1"));

            queue.put(text("two"));

            eventually(() -> settled().size() >= 2);
            assertThat(settled()).doesNotContain("accepted 2");
        }
    }

    @Test
    void connectionsThatTheTargetClosesAfterEachAnswerLoseNoMessageAndPresentNoneTwiceUncounted() throws IOException {
        try (RawTarget target = new RawTarget((nth, out) -> say(out, OK, false))) {
            IntStream.rangeClosed(1, 50).forEach(n -> queue.put(text("m" + n)));
            configure(target.port(), Map.of());

            start("127.0.0.1");

            eventually(() ->
                    IntStream.rangeClosed(1, 50).allMatch(n -> queue.events().contains("accepted " + n)));
            assertThat(target.requests()).as("body and count").doesNotHaveDuplicates();
            assertThat(target.requests().size() + failures()).isGreaterThanOrEqualTo(50);
        }
    }

    private long failures() {
        return figures(CONSUMER).failedMsgs();
    }

    @Test
    void headersWithoutEndAreBrokenOffBeforeTheyFillTheMemory() throws IOException {
        brokenOff("HTTP/1.1 200 OK\r\n", "X-More: and more\r\n", 30);
    }

    @Test
    void aHeaderWithoutEndIsBrokenOffBeforeItFillsTheMemory() throws IOException {
        brokenOff("HTTP/1.1 200 OK\r\nX-More: ", "and more ", 30);
    }

    @Test
    void aBodyWithoutEndIsBrokenOffInTime() throws IOException {
        brokenOff("HTTP/1.1 200 OK\r\n\r\n", "and more ", 1);
    }

    @Test
    void interimAnswersWithoutEndAreBrokenOffInTime() throws IOException {
        brokenOff("", "HTTP/1.1 102 Processing\r\n\r\n", 1);
    }

    private void brokenOff(String beginning, String more, long patienceSeconds) throws IOException {
        String many = more.repeat(1 + 8_000 / more.length());
        AtomicLong said = new AtomicLong();
        CountDownLatch ended = new CountDownLatch(1);
        RawTarget.Manner endless = (nth, out) -> {
            if (nth > 1) {
                return say(out, OK, true);
            }
            try {
                say(out, beginning, true);
                while (patienceSeconds < 30 || said.get() < FAR_TOO_MUCH_BYTES) {
                    say(out, many, true);
                    said.addAndGet(many.length());
                }
                return false;
            } finally {
                ended.countDown();
            }
        };
        try (RawTarget target = new RawTarget(endless)) {
            queue.put(text("an order"));
            configure(target.port(), Map.of("maxPostWaitTime", patienceSeconds));

            start("127.0.0.1");

            eventually(() -> queue.events().contains("accepted 1"));
            assertThat(queue.events()).startsWith("failed 1").endsWith("accepted 1");
            eventually(() -> ended.getCount() == 0); // its connection was broken off
            if (patienceSeconds == 30) {
                assertThat(said.get()).isLessThan(FAR_TOO_MUCH_BYTES / 10);
            }
        }
    }

    /** More than the operating system keeps for who does not read. */
    @Test
    void aTargetThatDoesNotReadIsBrokenOffInTime() throws IOException {
        try (java.net.ServerSocket deaf = new java.net.ServerSocket(0, 50, java.net.InetAddress.getLoopbackAddress())) {
            queue.put(text("x".repeat(29_000_000)));
            configure(deaf.getLocalPort(), Map.of("maxPostWaitTime", 1L));

            start("127.0.0.1");

            eventually(() -> !settled().isEmpty());
            assertThat(settled().get(0)).isEqualTo("failed 1");
        }
    }
}
