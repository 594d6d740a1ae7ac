package io.reprise.broker.it.management;

import static io.reprise.broker.it.management.Api.as;
import static io.reprise.broker.it.management.Api.depth;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.reprise.broker.it.suite.RepriseServerSetup;
import io.reprise.broker.it.suite.SharedDatabase;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.jboss.arquillian.container.test.api.RunAsClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What callers are told while the database is gone, and that the broker recovers by itself. */
@RunAsClient
class HttpOutageIT extends ManagementSuite {
    private static final Duration LONG = Duration.ofSeconds(90);

    @AfterEach
    void startDatabase() {
        if (!SharedDatabase.server().isRunning()) {
            SharedDatabase.server().start();
        }
    }

    @Test
    void answersTemporaryErrorsWhileTheDatabaseIsGoneAndThenWorksAgain() {
        Api.createQueue("outage");
        as("client").post("rest/v1/default/QUEUE/outage", "before");

        SharedDatabase.server().kill();
        List<CompletableFuture<Answer>> during = IntStream.range(0, 4)
                .mapToObj(i -> CompletableFuture.supplyAsync(
                        () -> as("client").post("rest/v1/default/QUEUE/outage", "during")))
                .toList();
        await("readiness to say so")
                .atMost(LONG)
                .until(() -> as("monitor").get("health/ready").status() == 503);
        Answer live = Api.with("").get("health/live");
        Answer change = as("admin").json("PUT", Api.QUEUES + "/impossible", "{}");
        SharedDatabase.server().start();
        RepriseServerSetup.client().awaitReady(LONG);
        List<Answer> answers = during.stream().map(CompletableFuture::join).toList();
        Answer after = as("client").post("rest/v1/default/QUEUE/outage", "after");

        assertThat(live.status()).isEqualTo(200);
        assertThat(change.status()).as(change.text()).isIn(503, 504);
        assertThat(change.sempError()).contains("NOT_ALLOWED");
        assertThat(answers)
                .allSatisfy(
                        answer -> assertThat(answer.status()).as(answer.text()).isIn(200, 503, 504));
        assertThat(after.status()).as(after.text()).isEqualTo(200);
        long stored = answers.stream().filter(answer -> answer.status() == 200).count();
        long unknown = answers.stream().filter(answer -> answer.status() == 504).count();
        assertThat(depth("outage")).isBetween(2 + stored, 2 + stored + unknown);
    }
}
