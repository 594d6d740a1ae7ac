package io.reprise.broker.engine.vpn;

import io.reprise.broker.engine.commit.CommitCounters;
import io.reprise.broker.engine.duty.SteadyDuty;
import io.reprise.broker.engine.metrics.EngineMetrics;
import io.reprise.broker.engine.store.Database;
import io.reprise.broker.model.management.AlarmCode;
import io.reprise.broker.model.management.Alarms;
import io.reprise.broker.model.management.Events;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The VPNs of a broker, each with a life, figures and alarms of its own: what happens to one is nothing to the others. Thread-safe.
 */
final class EngineVpns {
    private static final System.Logger LOG = System.getLogger(EngineVpns.class.getName());
    private static final Duration LEAST_STOP = Duration.ofSeconds(1);

    private final ConcurrentSkipListMap<String, Served> vpns = new ConcurrentSkipListMap<>();
    private final Supplier<Database> database;
    private final Supplier<String> databaseTrouble;
    private final Tenure.EngineParts parts;
    private final EngineMetrics metrics;
    private final Alarms alarms;
    private final Events events;
    private volatile boolean closed;

    /**
     * @param database throws while there is none
     * @param databaseTrouble why it can't be used; empty if it can
     */
    EngineVpns(
            Supplier<Database> database,
            Supplier<String> databaseTrouble,
            Tenure.EngineParts parts,
            EngineMetrics metrics,
            Alarms alarms,
            Events events) {
        this.database = database;
        this.databaseTrouble = databaseTrouble;
        this.parts = parts;
        this.metrics = metrics;
        this.alarms = alarms;
        this.events = events;
        metrics.alarmsAndEvents(this::names, alarms, events);
        metrics.clockRefused(each -> lives().forEach(life -> each.accept(life.vpn(), life.isClockRefused())));
        metrics.waitingOperations(each -> lives().forEach(life -> each.accept(life.vpn(), life.waitingOperations())));
    }

    private record Served(VpnLife life, @Nullable ScheduledFuture<?> alarmWatch) {
        void end() {
            if (alarmWatch != null) {
                alarmWatch.cancel(false);
            }
        }
    }

    /** What there is of that name; null if there is none. */
    @Nullable
    VpnLife find(String name) {
        Served served = vpns.get(name);
        return served == null || served.life().isGone() ? null : served.life();
    }

    /** Sorted. */
    List<String> names() {
        return lives().stream().map(VpnLife::vpn).toList();
    }

    /** In the order of names. */
    List<VpnLife> lives() {
        return vpns.values().stream()
                .map(Served::life)
                .filter(life -> !life.isGone())
                .toList();
    }

    /** Takes VPNs in; those that were not known, to be opened by the caller. */
    List<VpnLife> enterAll(List<String> names) {
        List<VpnLife> entered = new ArrayList<>();
        for (String name : names) {
            VpnLife life = enter(name);
            if (life != null) {
                entered.add(life);
            }
        }
        return entered;
    }

    /**
     * Finds out what other brokers have made and deleted.
     *
     * @param wait for the committer of one that was deleted
     */
    void look(Duration wait) {
        // Those known first: one that is made meanwhile is not taken for deleted, nor one that is deleted meanwhile for
        // made.
        List<VpnLife> known = vpns.values().stream().map(Served::life).toList();
        List<String> there = database.get().vpnNames();
        Set<String> knownNames = known.stream().map(VpnLife::vpn).collect(Collectors.toSet());
        List<String> others =
                there.stream().filter(name -> !knownNames.contains(name)).toList();
        enterAll(others).forEach(life -> life.openSoon(0));
        known.stream()
                .filter(life -> life.isGone() || !there.contains(life.vpn()))
                .forEach(life -> forget(life, wait));
    }

    /** Takes a VPN in, not opened yet; null if it is known already, and opened by whoever took it in. */
    @Nullable
    VpnLife enter(String name) {
        if (closed || find(name) != null) {
            return null;
        }
        VpnLife life = life(name);
        Served entered = new Served(life, watchAlarms(life));
        Served there = vpns.merge(name, entered, EngineVpns::succeeding);
        if (there != entered) {
            entered.end();
            return null;
        }
        return life;
    }

    private static Served succeeding(Served known, Served made) {
        if (!known.life().isGone()) {
            return known;
        }
        known.end();
        return made;
    }

    private VpnLife life(String name) {
        return new VpnLife(
                name,
                () -> database.get().openVpn(name, parts.settings().node()),
                parts,
                new CommitCounters(),
                new VpnEvents(
                        metrics.commitListener(name),
                        events,
                        name,
                        parts.threads().duties()));
    }

    private @Nullable ScheduledFuture<?> watchAlarms(VpnLife life) {
        AlarmWatch watch = new AlarmWatch(life, alarms, databaseTrouble, parts.clock());
        SteadyDuty duty = new SteadyDuty("alarm watch of VPN '" + life.vpn() + "'", watch);
        long millis = parts.settings().dutyInterval().toMillis();
        try {
            return parts.threads().duties().scheduleWithFixedDelay(duty, millis, millis, TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            LOG.log(System.Logger.Level.WARNING, "alarm watch refused: the server is stopping", e);
            return null;
        }
    }

    /** A VPN that exists no more: nobody finds it, its committer ends, its alarms are over. */
    void forget(VpnLife life, Duration wait) {
        life.gone();
        Served served = vpns.get(life.vpn());
        if (served == null || served.life() != life || !vpns.remove(life.vpn(), served)) {
            life.stop(wait);
            return;
        }
        served.end();
        life.stop(wait);
        metrics.forget(life.vpn());
        for (AlarmCode code : AlarmCode.values()) {
            alarms.set(code, life.vpn(), Map.of(), parts.clock().instant());
        }
    }

    /** What running VPNs' last look at the database found wrong; empty if nothing, or if none runs. */
    String databaseFault() {
        return lives().stream()
                .map(VpnLife::tenureOrNull)
                .map(tenure -> tenure == null ? "" : tenure.databaseFault())
                .filter(fault -> !fault.isEmpty())
                .findFirst()
                .orElse("");
    }

    /** Ends all of them together: no new presentations, running settlements get up to {@code drain}, committers up to {@code stop}. */
    void close(Duration drain, Duration stop) {
        closed = true;
        List<VpnLife> all = new ArrayList<>();
        vpns.values().forEach(served -> {
            all.add(served.life());
            served.end();
        });
        all.forEach(VpnLife::beginDrain);
        within(drain, Duration.ZERO, all, VpnLife::drain);
        within(stop, LEAST_STOP, all, VpnLife::stop);
    }

    /** Each gets what those before it have left of the time. */
    private static void within(Duration time, Duration least, List<VpnLife> all, BiConsumer<VpnLife, Duration> what) {
        long deadlineNanos = System.nanoTime() + time.toNanos();
        for (VpnLife life : all) {
            Duration left = Duration.ofNanos(deadlineNanos - System.nanoTime());
            what.accept(life, left.compareTo(least) > 0 ? left : least);
        }
    }
}
