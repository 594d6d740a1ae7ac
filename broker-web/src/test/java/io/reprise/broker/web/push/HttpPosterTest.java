package io.reprise.broker.web.push;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is broken off leaves nothing behind. */
@Timeout(120)
class HttpPosterTest {
    /** So many that whichever of the two threads of a request is the first, the connection is closed. */
    private static final int POSTS = 1_000;

    @Test
    void aRequestThatIsBrokenOffKeepsNoConnection() throws IOException {
        Semaphore received = new Semaphore(0);
        RawTarget.Manner silence = (nth, out) -> {
            received.release();
            return true;
        };
        try (RawTarget silent = new RawTarget(silence);
                HttpPoster poster = new HttpPoster(Thread::new)) {
            for (int nth = 1; nth <= POSTS; nth++) {
                CompletableFuture<PostOutcome> outcome = new CompletableFuture<>();
                Runnable breaker = poster.post(
                        new PostRequest(
                                false,
                                "localhost",
                                InetAddress.getLoopbackAddress(),
                                silent.port(),
                                "/",
                                List.of(),
                                new byte[] {1}),
                        outcome::complete);
                received.acquireUninterruptibly();

                breaker.run();

                assertThat(outcome.join()).isInstanceOf(PostOutcome.Failed.class);
            }
            PushStage.eventually(() -> silent.openConnections() == 0);
            assertThat(silent.connections()).isEqualTo(POSTS);
        }
    }
}
