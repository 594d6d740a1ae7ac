package io.reprise.broker.engine.metrics;

import io.prometheus.metrics.core.metrics.CounterWithCallback;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.reprise.broker.engine.commit.CommitListener;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.live.LiveStatistics;
import io.reprise.broker.model.management.AlarmCode;
import io.reprise.broker.model.management.Alarms;
import io.reprise.broker.model.management.EventCode;
import io.reprise.broker.model.management.Events;
import io.reprise.broker.model.management.PushStatistics;
import io.reprise.broker.model.management.VpnStatistics;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/**
 * The engine's metrics, one registry a broker, in base units, labelled by VPN and never by topic [spec 5.6]. The committer
 * observes, the scraping thread reads.
 */
public final class EngineMetrics {
    private final PrometheusRegistry registry = new PrometheusRegistry();
    private final VpnHistograms histograms = new VpnHistograms(registry);
    private final List<OneLook<?>> looks = new CopyOnWriteArrayList<>();
    private final Object scraping = new Object();

    /** Where a figure of each VPN comes from, when somebody scrapes. */
    public interface Source<T> {
        void forEach(BiConsumer<String, T> each);
    }

    private <T> Source<T> once(Source<T> source) {
        OneLook<T> look = new OneLook<>(source);
        looks.add(look);
        return look;
    }

    /** Registers what is read from the VPNs' statistics at each scrape. */
    public void readFrom(Source<VpnStatistics> source) {
        ServedFigures.register(this, once(source));
    }

    /** Registers how many messages were refused to their publishers, by reason; asked at each scrape. */
    public void rejectionsFrom(Source<Map<ErrorCode, Long>> source) {
        CounterWithCallback.builder()
                .name("reprise_messages_rejected_by_reason_total")
                .help(
                        "Messages refused to their publishers, by reason: a name of docs/errors.md. Only those that occurred.")
                .labelNames("vpn", "reason")
                .callback(callback -> source.forEach((vpn, rejections) ->
                        rejections.forEach((reason, count) -> callback.call(count, vpn, reason.slug()))))
                .register(registry);
    }

    /** Registers how much InnoDB has still to purge; asked at each scrape. */
    public void databaseHistory(LongSupplier length) {
        GaugeWithCallback.builder()
                .name("reprise_database_history_records")
                .help("Undo log records that InnoDB has still to purge (its history list length), as last looked at.")
                .callback(callback -> callback.call(length.getAsLong()))
                .register(registry);
    }

    /** Registers what is read from the VPNs' replay logs at each scrape. */
    public void replayLogsFrom(Source<ReplayLogFigures> source) {
        ReplayLogFigures.register(this, once(source));
    }

    /** Registers what is read from the VPNs' live sides at each scrape. */
    public void liveFrom(Source<LiveStatistics> source) {
        LiveFigures.register(this, once(source));
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

    /** Registers what REST delivery points do; asked at each scrape. */
    public void pushesFrom(Source<List<PushStatistics>> source) {
        CounterWithCallback.builder()
                .name("reprise_pushed_messages_total")
                .help("Messages of REST delivery points, by outcome: acknowledged, failed, unreached (not sent).")
                .labelNames("vpn", "outcome")
                .callback(callback -> source.forEach((vpn, points) -> {
                    callback.call(sum(points, PushStatistics::ackedMsgs), vpn, "acknowledged");
                    callback.call(sum(points, PushStatistics::failedMsgs), vpn, "failed");
                    callback.call(sum(points, PushStatistics::unreachedMsgs), vpn, "unreached");
                }))
                .register(registry);
        GaugeWithCallback.builder()
                .name("reprise_pushing_messages")
                .help("Messages being posted by REST delivery points now.")
                .labelNames("vpn")
                .callback(callback ->
                        source.forEach((vpn, points) -> callback.call(sum(points, PushStatistics::inFlightMsgs), vpn)))
                .register(registry);
    }

    private static long sum(List<PushStatistics> points, ToLongFunction<PushStatistics> figure) {
        return points.stream().mapToLong(figure).sum();
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

    /** Observes one VPN. */
    public CommitListener commitListener(String vpn) {
        return histograms.listener(vpn);
    }

    /** A VPN that is no more is not told of. */
    public void forget(String vpn) {
        histograms.forget(vpn);
    }

    /** Writes everything as Prometheus text. */
    public void write(OutputStream out) throws IOException {
        MetricSnapshots snapshots;
        synchronized (scraping) {
            looks.forEach(OneLook::forget);
            snapshots = registry.scrape();
            looks.forEach(OneLook::forget);
        }
        new PrometheusTextFormatWriter(true).write(out, snapshots);
    }
}
