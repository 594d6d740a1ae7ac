package io.reprise.broker.engine.metrics;

import io.prometheus.metrics.core.datapoints.DistributionDataPoint;
import io.prometheus.metrics.core.metrics.CounterWithCallback;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.Unit;
import io.reprise.broker.engine.commit.CommitListener;
import io.reprise.broker.model.live.LiveStatistics;
import io.reprise.broker.model.management.AlarmCode;
import io.reprise.broker.model.management.Alarms;
import io.reprise.broker.model.management.EventCode;
import io.reprise.broker.model.management.Events;
import io.reprise.broker.model.management.VpnStatistics;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Collection;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/**
 * The engine's metrics, one registry a broker, in base units, labelled by VPN and never by topic [spec 5.6]. The committer
 * observes, the scraping thread reads.
 */
public final class EngineMetrics {
    private final PrometheusRegistry registry = new PrometheusRegistry();
    private final Histogram commitSeconds = Histogram.builder()
            .name("reprise_commit_duration_seconds")
            .help("How long the database took to write one log entry.")
            .unit(Unit.SECONDS)
            .labelNames("vpn")
            .classicUpperBounds(.0002, .0005, .001, .002, .005, .01, .02, .05, .1, .2, .5, 1, 5)
            .register(registry);
    private final Histogram commitOperations = Histogram.builder()
            .name("reprise_commit_operations")
            .help("How many operations one log entry held.")
            .labelNames("vpn")
            .classicUpperBounds(1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 10000)
            .register(registry);
    private final Histogram commitMessages = Histogram.builder()
            .name("reprise_commit_messages")
            .help("How many messages one log entry held.")
            .labelNames("vpn")
            .classicUpperBounds(0, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
            .register(registry);
    private final Histogram commitBytes = Histogram.builder()
            .name("reprise_commit_size_bytes")
            .help("How large one log entry was.")
            .unit(Unit.BYTES)
            .labelNames("vpn")
            .classicUpperBounds(256, 1024, 4096, 16384, 65536, 262144, 1048576)
            .register(registry);

    /** Where a figure of each VPN comes from, when somebody scrapes. */
    public interface Source<T> {
        void forEach(BiConsumer<String, T> each);
    }

    /** Registers what is read from the VPNs' statistics at each scrape. */
    public void readFrom(Source<VpnStatistics> source) {
        counter(source, "reprise_messages_published_total", "Messages stored.", VpnStatistics::publishedMsgs);
        counter(
                source,
                "reprise_messages_rejected_total",
                "Messages refused to their publishers.",
                VpnStatistics::rejectedMsgs);
        counter(
                source,
                "reprise_messages_duplicate_total",
                "Messages sent again, acknowledged and dropped.",
                VpnStatistics::duplicateMsgs);
        counter(
                source,
                "reprise_messages_unrouted_total",
                "Messages accepted that no endpoint attracts.",
                VpnStatistics::unroutedMsgs);
        counter(
                source,
                "reprise_messages_lost_total",
                "Non-persistent messages admitted whose log entry was then not stored, or perhaps not.",
                VpnStatistics::lostMsgs);
        counter(source, "reprise_commits_total", "Log entries written.", VpnStatistics::commits);
        gauge(
                source,
                "reprise_spooled_messages",
                "References to messages on all endpoints.",
                VpnStatistics::spooledMsgCount);
        gauge(source, "reprise_spooled_bytes", "What they use of their quotas, bytes.", VpnStatistics::spooledBytes);
        gauge(
                source,
                "reprise_spool_quota_bytes",
                "The VPN's quota for them, bytes; 0 is unlimited.",
                VpnStatistics::maxSpooledBytes);
        deliveryFrom(source);
        replaysFrom(source);
        gauge(source, "reprise_log_entries", "Log entries stored.", VpnStatistics::logEntries);
        gauge(
                source,
                "reprise_prepared_branches",
                "Transaction branches prepared and undecided.",
                VpnStatistics::preparedBranches);
        gauge(source, "reprise_checkpoint_lag_entries", "Log entries a recovery would fold.", EngineMetrics::lag);
        gauge(source, "reprise_vpn_active", "1 if the VPN is served by this broker.", EngineMetrics::active);
    }

    private void replaysFrom(Source<VpnStatistics> source) {
        gauge(source, "reprise_replays_running", "Endpoints whose replay is under way.", VpnStatistics::runningReplays);
        counter(source, "reprise_replays_started_total", "Replays begun.", VpnStatistics::startedReplays);
        counter(
                source,
                "reprise_replays_completed_total",
                "Replays all of whose messages were acknowledged.",
                VpnStatistics::completedReplays);
        counter(
                source,
                "reprise_replays_failed_total",
                "Replays that failed or were cancelled.",
                VpnStatistics::failedReplays);
        counter(
                source,
                "reprise_messages_replayed_total",
                "Messages put on endpoints once more.",
                VpnStatistics::replayedMsgs);
        counter(
                source,
                "reprise_acknowledgements_void_total",
                "Acknowledgements without effect, as a replay had taken their messages off the endpoint.",
                VpnStatistics::voidAcks);
    }

    /** Registers what is read from the VPNs' replay logs at each scrape. */
    public void replayLogsFrom(Source<ReplayLogFigures> source) {
        ReplayLogFigures.register(this, source);
    }

    /** Registers what is read from the VPNs' live sides at each scrape. */
    public void liveFrom(Source<LiveStatistics> source) {
        LiveFigures.register(this, source);
    }

    private void deliveryFrom(Source<VpnStatistics> source) {
        gauge(
                source,
                "reprise_buffered_messages",
                "Messages sent ahead to sessions and not presented.",
                VpnStatistics::bufferedMsgCount);
        gauge(
                source,
                "reprise_unacknowledged_messages",
                "Messages presented and not settled.",
                VpnStatistics::inFlightMsgCount);
        gauge(
                source,
                "reprise_in_doubt_messages",
                "Messages acknowledged in prepared branches.",
                VpnStatistics::inDoubtMsgCount);
        gauge(source, "reprise_delayed_messages", "Messages waiting for their time.", VpnStatistics::delayedMsgCount);
        gauge(
                source,
                "reprise_held_messages",
                "Messages damaged, or dead with nowhere to go.",
                VpnStatistics::heldMsgCount);
        counter(
                source,
                "reprise_messages_redelivered_total",
                "Messages presented again.",
                VpnStatistics::redeliveredMsgs);
        counter(
                source,
                "reprise_messages_expired_total",
                "Messages that died by their time to live.",
                VpnStatistics::expiredMsgs);
        counter(
                source,
                "reprise_messages_redelivery_exceeded_total",
                "Messages that died as they were delivered as often as they may be.",
                VpnStatistics::maxRedeliveryExceededMsgs);
        counter(
                source,
                "reprise_messages_overflowed_total",
                "Messages that died as the oldest where there was no room.",
                VpnStatistics::overflowedMsgs);
        counter(
                source,
                "reprise_messages_retried_total",
                "Dead messages sent back to where they died.",
                VpnStatistics::retriedMsgs);
    }

    /**
     * Registers how many alarms of each kind hold, and how often each event happened.
     *
     * @param vpns the names of all; asked at each scrape, as {@code alarms} and {@code events}
     */
    public void alarmsAndEvents(Supplier<? extends Collection<String>> vpns, Alarms alarms, Events events) {
        GaugeWithCallback.builder()
                .name("reprise_alarms")
                .help("How many alarms of this name hold; docs/events.md.")
                .labelNames("vpn", "alarm")
                .callback(callback -> {
                    for (String vpn : vpns.get()) {
                        for (AlarmCode code : AlarmCode.values()) {
                            callback.call(alarms.holding(code, vpn), vpn, code.slug());
                        }
                    }
                })
                .register(registry);
        CounterWithCallback.builder()
                .name("reprise_events_total")
                .help("How often the event of this name happened; docs/events.md.")
                .labelNames("vpn", "event")
                .callback(callback -> {
                    for (String vpn : vpns.get()) {
                        for (EventCode code : EventCode.values()) {
                            callback.call(events.count(code, vpn), vpn, code.slug());
                        }
                    }
                })
                .register(registry);
    }

    /**
     * Registers the alarm that a jump of this machine's clock is refused [LOG.md L20].
     *
     * @param refused asked at each scrape
     */
    public void clockRefused(Source<Boolean> refused) {
        GaugeWithCallback.builder()
                .name("reprise_clock_refused")
                .help("1 while a jump of this machine's clock, which the database's denies, is refused.")
                .labelNames("vpn")
                .callback(callback -> refused.forEach((vpn, holds) -> callback.call(holds ? 1 : 0, vpn)))
                .register(registry);
    }

    /**
     * Registers how much waits for the committer.
     *
     * @param operations asked at each scrape
     */
    public void waitingOperations(Source<Integer> operations) {
        GaugeWithCallback.builder()
                .name("reprise_waiting_operations")
                .help("Publishes, settlements and changes that wait for the committer.")
                .labelNames("vpn")
                .callback(callback -> operations.forEach((vpn, count) -> callback.call(count, vpn)))
                .register(registry);
    }

    private static double lag(VpnStatistics statistics) {
        return statistics.tailFromCommitNo() == 0
                ? statistics.lastCommitNo()
                : statistics.lastCommitNo() + 1 - statistics.tailFromCommitNo();
    }

    private static double active(VpnStatistics statistics) {
        return "ACTIVE".equals(statistics.state()) ? 1 : 0;
    }

    <T> void counter(Source<T> source, String name, String help, ToDoubleFunction<T> value) {
        CounterWithCallback.builder()
                .name(name)
                .help(help)
                .labelNames("vpn")
                .callback(
                        callback -> source.forEach((vpn, figures) -> callback.call(value.applyAsDouble(figures), vpn)))
                .register(registry);
    }

    <T> void gauge(Source<T> source, String name, String help, ToDoubleFunction<T> value) {
        GaugeWithCallback.builder()
                .name(name)
                .help(help)
                .labelNames("vpn")
                .callback(
                        callback -> source.forEach((vpn, figures) -> callback.call(value.applyAsDouble(figures), vpn)))
                .register(registry);
    }

    /** Observes the commits of one VPN. */
    public CommitListener commitListener(String vpn) {
        DistributionDataPoint seconds = commitSeconds.labelValues(vpn);
        DistributionDataPoint operationCount = commitOperations.labelValues(vpn);
        DistributionDataPoint messageCount = commitMessages.labelValues(vpn);
        DistributionDataPoint sizeBytes = commitBytes.labelValues(vpn);
        return (nanos, operations, messages, bytes) -> {
            seconds.observe(nanos / 1e9);
            operationCount.observe(operations);
            messageCount.observe(messages);
            sizeBytes.observe(bytes);
        };
    }

    /** A VPN that is no more is not told of. */
    public void forget(String vpn) {
        commitSeconds.remove(vpn);
        commitOperations.remove(vpn);
        commitMessages.remove(vpn);
        commitBytes.remove(vpn);
    }

    /** Writes everything as Prometheus text. */
    public void write(OutputStream out) throws IOException {
        new PrometheusTextFormatWriter(true).write(out, registry.scrape());
    }
}
