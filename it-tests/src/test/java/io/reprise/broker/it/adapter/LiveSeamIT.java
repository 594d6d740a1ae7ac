package io.reprise.broker.it.adapter;

import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.it.adapter.probe.SeamBean;
import io.reprise.broker.it.adapter.probe.SeamLog;
import io.reprise.broker.it.adapter.probe.SeamServlet;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.jboss.as.controller.client.helpers.Operations;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The snapshot seam with beans that are stopped and started while a publisher runs at full speed [spec 3.1, 3.4]. */
@ExtendWith(RunningBroker.Extension.class)
class LiveSeamIT {
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final int BEANS = 10;
    private static final int MESSAGES = 4_000;

    private final RunningBroker broker;
    private final List<ProbeApplication> beans;

    LiveSeamIT(RunningBroker broker) {
        this.broker = broker;
        this.beans = IntStream.range(0, BEANS)
                .mapToObj(i -> broker.application("seam" + i))
                .toList();
    }

    @BeforeEach
    void deploy() {
        beans.forEach(bean -> bean.deploy(SeamBean.class, SeamLog.class, SeamServlet.class));
    }

    @AfterEach
    void undeploy() {
        beans.forEach(ProbeApplication::undeploy);
    }

    private void delivery(String operation, int bean) {
        List<String> path =
                List.of("deployment", "seam" + bean + ".war", "subsystem", "ejb3", "message-driven-bean", "SeamBean");
        broker.management()
                .call(Operations.createOperation(operation, Operations.createAddress(path.toArray(String[]::new))));
    }

    /** One line of the report. */
    private record Stream(String subject, long last, long snapshots, long recovered, String faults) {
        static Stream of(String line) {
            String[] words = line.split(" ", 6);
            return new Stream(
                    words[0], Long.parseLong(words[1]), Long.parseLong(words[2]), Long.parseLong(words[3]), words[5]);
        }

        boolean isGuaranteed() {
            return subject.endsWith("guaranteed");
        }
    }

    private List<Stream> streams() {
        return beans.stream()
                .flatMap(bean -> Arrays.stream(bean.get("seam").split("\n", -1)))
                .filter(line -> !line.isEmpty())
                .map(Stream::of)
                .toList();
    }

    @Test
    void beansThatComeAndGoMissNothingAndGetNothingTwiceOrOlder() throws Exception {
        Random random = new Random(7);
        CompletableFuture<?> publishing =
                CompletableFuture.runAsync(() -> beans.get(0).call("POST", "seam?count=" + MESSAGES));
        int comings = 0;
        while (!publishing.isDone()) {
            int bean = random.nextInt(BEANS);
            delivery("stop-delivery", bean);
            delivery("start-delivery", bean);
            comings++;
        }
        publishing.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);

        // Of the direct subject a bean may have missed the last while it was stopped.
        Awaitility.await("every bean to have the last guaranteed one")
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(50))
                .untilAsserted(() -> assertThat(streams().stream().filter(Stream::isGuaranteed))
                        .hasSize(BEANS)
                        .allMatch(stream -> stream.last() == MESSAGES));
        assertThat(streams()).allMatch(stream -> stream.faults().equals("[]"));
        assertThat(comings).isGreaterThan(BEANS);
        assertThat(streams().stream()
                        .filter(Stream::isGuaranteed)
                        .mapToLong(Stream::recovered)
                        .sum())
                .as("who returned got what it had missed")
                .isPositive();
    }
}
