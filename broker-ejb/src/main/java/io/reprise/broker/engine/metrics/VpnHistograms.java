package io.reprise.broker.engine.metrics;

import io.prometheus.metrics.core.datapoints.DistributionDataPoint;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.Unit;
import io.reprise.broker.engine.commit.CommitListener;

/**
 * How entries, publishes and deliveries of each VPN are distributed. Observed by the committer and by sessions, some 50 ns each; read by
 * the scraping thread.
 */
final class VpnHistograms {
    private static final double NANOS = 1e9;
    private static final double MILLIS = 1e3;

    private final Histogram commitSeconds;
    private final Histogram commitOperations;
    private final Histogram commitMessages;
    private final Histogram commitBytes;
    private final Histogram publishSeconds;
    private final Histogram deliverySeconds;

    VpnHistograms(PrometheusRegistry registry) {
        commitSeconds = seconds("reprise_commit_duration_seconds", "How long the database took to write one log entry.")
                .classicUpperBounds(.0002, .0005, .001, .002, .005, .01, .02, .05, .1, .2, .5, 1, 5)
                .register(registry);
        commitOperations = of("reprise_commit_operations", "How many operations one log entry held.")
                .classicUpperBounds(1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 10000)
                .register(registry);
        commitMessages = of("reprise_commit_messages", "How many messages one log entry held.")
                .classicUpperBounds(0, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
                .register(registry);
        commitBytes = of("reprise_commit_size_bytes", "How large one log entry was.")
                .unit(Unit.BYTES)
                .classicUpperBounds(256, 1024, 4096, 16384, 65536, 262144, 1048576)
                .register(registry);
        publishSeconds = seconds(
                        "reprise_publish_duration_seconds",
                        "How long publishers of guaranteed messages waited until they were stored, or admitted where that is enough; one for each unit.")
                .classicUpperBounds(.0005, .001, .002, .005, .01, .02, .05, .1, .2, .5, 1, 2, 5, 10, 30)
                .register(registry);
        deliverySeconds = seconds(
                        "reprise_delivery_latency_seconds",
                        "How long after messages were taken in they were first presented to a consumer, whatever they waited for; copies of a replay apart.")
                .classicUpperBounds(.001, .002, .005, .01, .02, .05, .1, .2, .5, 1, 5, 10, 60, 600, 3600)
                .register(registry);
    }

    private static Histogram.Builder seconds(String name, String help) {
        return of(name, help).unit(Unit.SECONDS);
    }

    private static Histogram.Builder of(String name, String help) {
        return Histogram.builder().name(name).help(help).labelNames("vpn").classicOnly();
    }

    /** Observes one VPN. */
    CommitListener listener(String vpn) {
        return new Observations(
                commitSeconds.labelValues(vpn),
                commitOperations.labelValues(vpn),
                commitMessages.labelValues(vpn),
                commitBytes.labelValues(vpn),
                publishSeconds.labelValues(vpn),
                deliverySeconds.labelValues(vpn));
    }

    /** A VPN that is no more is not told of. */
    void forget(String vpn) {
        commitSeconds.remove(vpn);
        commitOperations.remove(vpn);
        commitMessages.remove(vpn);
        commitBytes.remove(vpn);
        publishSeconds.remove(vpn);
        deliverySeconds.remove(vpn);
    }

    private record Observations(
            DistributionDataPoint seconds,
            DistributionDataPoint operationCount,
            DistributionDataPoint messageCount,
            DistributionDataPoint sizeBytes,
            DistributionDataPoint publish,
            DistributionDataPoint delivery)
            implements CommitListener {
        @Override
        public void committed(long nanos, int operations, int messages, int bytes) {
            seconds.observe(nanos / NANOS);
            operationCount.observe(operations);
            messageCount.observe(messages);
            sizeBytes.observe(bytes);
        }

        @Override
        public void answered(long nanos) {
            publish.observe(nanos / NANOS);
        }

        @Override
        public void delivered(long millis) {
            delivery.observe(Math.max(0, millis) / MILLIS);
        }
    }
}
