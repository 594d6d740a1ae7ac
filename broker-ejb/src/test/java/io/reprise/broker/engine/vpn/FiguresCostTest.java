package io.reprise.broker.engine.vpn;

import static io.reprise.broker.engine.vpn.TestVpn.filters;
import static io.reprise.broker.engine.vpn.TestVpn.message;
import static io.reprise.broker.engine.vpn.TestVpn.queue;
import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.engine.commit.CommitListener;
import io.reprise.broker.engine.metrics.EngineMetrics;
import io.reprise.broker.model.delivery.BindRequest;
import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.management.Alarms;
import io.reprise.broker.model.management.EndpointView;
import io.reprise.broker.model.publish.PendingOutcome;
import io.reprise.broker.model.publish.WorkUnit;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What it costs to be looked at (issue 6): prints what docs/benchmarks.md tells, and holds what must hold on any machine. */
class FiguresCostTest {
    private static final int ENDPOINTS = 10_000;
    private static final int PUBLISHES = 20_000;
    private static final int OBSERVATIONS = 5_000_000;

    private final TestVpn broker = TestVpn.start(
            settings -> settings.withPublishTimeout(Duration.ofMinutes(5)).withCheckpointInterval(Duration.ofHours(1)));
    private final EngineMetrics metrics = new EngineMetrics();
    private final AlarmWatch watch = new AlarmWatch(broker.life, new Alarms(), () -> "", broker.clock);

    @AfterEach
    void close() {
        broker.close();
    }

    private int scrape() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        metrics.write(out);
        return out.size();
    }

    /** The page of a list that shows most, from the beginning. */
    private int page() {
        List<EndpointView> views = broker.administration.endpoints(EndpointKind.QUEUE, "", 100);
        views.forEach(view -> {
            broker.administration.endpointStatistics(EndpointKind.QUEUE, view.name());
            broker.administration.replays().status(EndpointKind.QUEUE, view.name());
        });
        return views.size();
    }

    private static long medianMicros(Callable<?> call) throws Exception {
        List<Long> micros = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            long began = System.nanoTime();
            call.call();
            micros.add((System.nanoTime() - began) / 1_000);
        }
        micros.sort(null);
        return micros.get(micros.size() / 2);
    }

    private long publishesPerSecond() {
        long began = System.nanoTime();
        List<PendingOutcome> pending = new ArrayList<>();
        for (int i = 0; i < PUBLISHES; i++) {
            pending.add(broker.vpn.submit(WorkUnit.publishing(message("q" + i % ENDPOINTS, "m"))));
        }
        pending.forEach(outcome -> outcome.await().orThrow());
        return PUBLISHES * 1_000_000_000L / (System.nanoTime() - began);
    }

    @Test
    void tenThousandEndpointsAreLookedAtWithoutTheCommitter() throws Exception {
        metrics.readFrom(each -> each.accept("default", broker.administration.statistics()));
        for (int i = 0; i < ENDPOINTS; i++) {
            broker.administration.createEndpoint(EndpointKind.QUEUE, "q" + i, queue(), filters("q" + i));
            broker.vpn.bind(new BindRequest(EndpointKind.QUEUE, "q" + i, "client" + i % 500));
        }
        publishesPerSecond();
        long alone = publishesPerSecond();
        boolean[] over = {false};
        Future<Integer> looking = broker.inBackground(() -> {
            int looks = 0;
            while (!over[0]) {
                scrape();
                page();
                watch.runOnce();
                looks++;
            }
            return looks;
        });
        long lookedAt = publishesPerSecond();
        over[0] = true;
        int looks = looking.get(60, TimeUnit.SECONDS);
        System.out.println("scrape " + medianMicros(this::scrape) + " us, page of 100 " + medianMicros(this::page)
                + " us, alarms "
                + medianMicros(() -> {
                    watch.runOnce();
                    return 0;
                })
                + " us; publishes/s alone " + alone + ", while looked at without a pause " + lookedAt + " (" + looks
                + " looks)");

        broker.rows().goAway();
        PendingOutcome writing = broker.vpn.submit(WorkUnit.publishing(message("q1", "waits")));
        broker.awaitWriting();
        Future<Integer> all = broker.inBackground(() -> {
            watch.runOnce();
            return scrape() + page();
        });
        assertThat(all.get(30, TimeUnit.SECONDS)).isPositive();
        broker.rows().comeBack();
        writing.await().orThrow();
    }

    @Test
    void anObservationIsFewNanoseconds() {
        CommitListener listener = metrics.commitListener("default");
        long nanos = 0;
        for (int round = 0; round < 3; round++) {
            long began = System.nanoTime();
            for (int i = 0; i < OBSERVATIONS; i++) {
                listener.answered(i);
            }
            nanos = (System.nanoTime() - began) / OBSERVATIONS;
        }
        System.out.println("an observation of a latency: " + nanos + " ns");
        assertThat(nanos).isLessThan(5_000);
    }
}
