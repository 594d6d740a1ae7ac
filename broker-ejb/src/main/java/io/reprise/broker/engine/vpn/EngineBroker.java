package io.reprise.broker.engine.vpn;

import io.reprise.broker.engine.client.ClientTally;
import io.reprise.broker.engine.duty.SteadyDuty;
import io.reprise.broker.engine.endpoint.VpnConfig;
import io.reprise.broker.engine.metrics.EngineMetrics;
import io.reprise.broker.engine.store.Database;
import io.reprise.broker.engine.store.DatabaseOptions;
import io.reprise.broker.engine.store.FencedException;
import io.reprise.broker.engine.store.StoreUnavailableException;
import io.reprise.broker.model.access.ClientIdentity;
import io.reprise.broker.model.definition.BrokerDefinitions;
import io.reprise.broker.model.definition.OnConflict;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.management.Alarms;
import io.reprise.broker.model.management.Events;
import io.reprise.broker.model.management.PushBoard;
import io.reprise.broker.model.management.VpnAdministration;
import io.reprise.broker.model.management.VpnSettings;
import io.reprise.broker.model.management.VpnView;
import io.reprise.broker.model.vpn.Broker;
import io.reprise.broker.model.vpn.HealthCheck;
import io.reprise.broker.model.vpn.MessageVpn;
import io.reprise.broker.model.vpn.VpnName;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * The broker: a database and the VPNs on it. Thread-safe. {@link #open} starts it at once and fails loudly; {@link #openSoon}
 * starts it in the background and tries until the database is there, as a server wants it.
 */
public final class EngineBroker implements Broker {
    private static final System.Logger LOG = System.getLogger(EngineBroker.class.getName());
    private static final long RETRY_MILLIS = 1_000;
    private static final long HISTORY_SECONDS = 10;
    /** How long committers may take for what they are writing, at a stop. */
    private static final Duration STOP_LIMIT = Duration.ofSeconds(5);
    /** How long an administrator waits for a new VPN to be served. */
    private static final Duration OPEN_LIMIT = Duration.ofSeconds(10);

    private static final String NOT_TRIED = "not connected yet";

    private final Supplier<Database> connector;
    private final Tenure.EngineParts parts;
    private final EngineMetrics metrics = new EngineMetrics();
    private final Map<String, HealthCheck> reported = new ConcurrentSkipListMap<>();
    private final Map<Class<?>, Object> shared = new HashMap<>();
    private final AtomicBoolean closed = new AtomicBoolean();
    private final EngineVpns vpns;
    private final Alarms alarms = new Alarms();
    private final Events events = new Events();
    private final HistoryWatch history;
    private final EngineDefinitions definitions;
    private volatile @Nullable ScheduledFuture<?> bootDefinitions;
    private volatile @Nullable ScheduledFuture<?> vpnWatch;
    private volatile @Nullable ScheduledFuture<?> historyWatch;
    private volatile @Nullable Database database;
    private volatile String databaseDetail = NOT_TRIED;

    private EngineBroker(
            Supplier<Database> connector, EngineThreads threads, EngineSettings settings, InstantSource clock) {
        this.connector = connector;
        this.parts = new Tenure.EngineParts(threads, settings, clock, () -> false);
        this.vpns = new EngineVpns(this::connected, this::databaseTrouble, parts, metrics, alarms, events);
        this.history = new HistoryWatch(() -> connected().historyListLength(), vpns::names, alarms, clock);
        this.definitions = new EngineDefinitions(new KnownVpns(), parts.clock());
        shared.put(Events.class, events);
        shared.put(Alarms.class, alarms);
        metrics.pushesFrom(each -> vpns.names()
                .forEach(vpn ->
                        each.accept(vpn, shared(PushBoard.class, PushBoard::new).ofPoints(vpn))));
        metrics.readFrom(each -> vpns.lives()
                .forEach(life -> each.accept(life.vpn(), administration(life).statistics())));
        metrics.rejectionsFrom(each -> vpns.lives()
                .forEach(life -> each.accept(life.vpn(), life.counters().rejections())));
        metrics.databaseHistory(history::length);
        metrics.replayLogsFrom(each -> vpns.lives()
                .forEach(life -> administration(life)
                        .replayLogFigures()
                        .ifPresent(figures -> each.accept(life.vpn(), figures))));
        metrics.liveFrom(each -> vpns.lives()
                .forEach(life -> each.accept(life.vpn(), new EngineLive(life, ClientTally.NOBODY, "").statistics())));
        vpns.enter(DEFAULT_VPN);
    }

    /**
     * Starts a broker and returns when its VPNs are served, or tried in the background again, but for the default one.
     *
     * @throws BrokerException naming what is wrong with the database or with the default VPN, or who owns it
     */
    public static EngineBroker open(
            Supplier<Database> connector, EngineThreads threads, EngineSettings settings, InstantSource clock) {
        EngineBroker broker = new EngineBroker(connector, threads, settings, clock);
        boolean done = false;
        try {
            List<VpnLife> others = broker.connect();
            broker.life(DEFAULT_VPN).openNow();
            others.forEach(VpnLife::tryOpen);
            broker.watchVpns();
            done = true;
            return broker;
        } finally {
            if (!done) {
                broker.close(Duration.ZERO);
            }
        }
    }

    /** Starts a broker in the background; until it is up its VPNs say {@code VPN_STARTING}. */
    public static EngineBroker openSoon(
            Supplier<Database> connector, EngineThreads threads, EngineSettings settings, InstantSource clock) {
        EngineBroker broker = new EngineBroker(connector, threads, settings, clock);
        broker.connectSoon(0);
        return broker;
    }

    /** The VPNs as definitions find and make them. */
    private final class KnownVpns implements EngineDefinitions.Vpns {
        @Override
        public @Nullable VpnLife find(String name) {
            connected();
            return vpns.find(name);
        }

        @Override
        public void create(VpnName name, VpnSettings settings) {
            createVpn(name, settings);
        }
    }

    /** Applies a file of definitions as soon as the VPNs that it names are served (spec 5.3); how that stands is told by {@link #health}. */
    public void applyAtBoot(Path file, OnConflict onConflict) {
        BootDefinitions boot =
                new BootDefinitions(file, onConflict, definitions, new KnownVpns()::find, this::reportHealth);
        long millis = parts.settings().dutyInterval().toMillis();
        bootDefinitions = parts.threads()
                .duties()
                .scheduleWithFixedDelay(
                        new SteadyDuty("definitions at boot", boot::run), 0, millis, TimeUnit.MILLISECONDS);
    }

    /** A database through the server's datasource. */
    public static Supplier<Database> over(DataSource dataSource, DatabaseOptions options) {
        return () -> Database.over(dataSource, options);
    }

    /** What other brokers on this database do about VPNs is found out. */
    private void watchVpns() {
        SteadyDuty watch = new SteadyDuty("look for VPNs", () -> vpns.look(STOP_LIMIT));
        long millis = parts.settings().dutyInterval().toMillis();
        try {
            vpnWatch = parts.threads().duties().scheduleWithFixedDelay(watch, 0, millis, TimeUnit.MILLISECONDS);
            historyWatch = parts.threads()
                    .duties()
                    .scheduleWithFixedDelay(
                            new SteadyDuty("look at InnoDB's history", history), 0, HISTORY_SECONDS, TimeUnit.SECONDS);
        } catch (RejectedExecutionException e) {
            LOG.log(System.Logger.Level.WARNING, "the look for VPNs is refused: the server is stopping", e);
        }
    }

    /** Why the database can't be used; empty if it can, or if the first attempt to connect has not come to its end. */
    private String databaseTrouble() {
        if (database != null) {
            return vpns.databaseFault();
        }
        String detail = databaseDetail;
        return detail.equals(NOT_TRIED) ? "" : detail;
    }

    /** All VPNs are known once there is a database; those that were not. */
    private List<VpnLife> connect() {
        Database connected = connector.get();
        connected.warnings().forEach(warning -> LOG.log(System.Logger.Level.WARNING, warning));
        List<VpnLife> entered = List.of();
        boolean known = false;
        try {
            entered = vpns.enterAll(connected.vpnNames());
            known = true;
        } finally {
            if (!known) {
                connected.close();
            }
        }
        database = connected;
        databaseDetail = "connected";
        if (closed.get()) {
            connected.close();
        }
        return entered;
    }

    private void connectSoon(long delayMillis) {
        try {
            parts.threads().duties().schedule(this::tryConnect, delayMillis, TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            LOG.log(System.Logger.Level.WARNING, "connecting refused: the server is stopping", e);
        }
    }

    private void tryConnect() {
        if (closed.get()) {
            return;
        }
        List<VpnLife> others;
        try {
            others = connect();
        } catch (RuntimeException e) {
            String cause = String.valueOf(e.getMessage());
            if (!cause.equals(databaseDetail)) {
                databaseDetail = cause;
                LOG.log(System.Logger.Level.ERROR, "no database, will be tried again: " + cause, e);
            }
            connectSoon(RETRY_MILLIS);
            return;
        }
        life(DEFAULT_VPN).openSoon(0);
        others.forEach(life -> life.openSoon(0));
        watchVpns();
    }

    private Database connected() {
        Database connected = database;
        if (connected == null) {
            throw new BrokerException(ErrorCode.DATABASE_UNAVAILABLE, databaseDetail);
        }
        return connected;
    }

    private VpnLife life(String name) {
        VpnLife life = vpns.find(name);
        if (life != null) {
            return life;
        }
        if (database == null) {
            throw new BrokerException(
                    ErrorCode.VPN_STARTING, "which VPNs there are is not known yet: the database is " + databaseDetail);
        }
        throw VpnLife.missing(name);
    }

    @Override
    public MessageVpn vpn(String name) {
        return vpn(life(name));
    }

    private EngineVpn vpn(VpnLife life) {
        return new EngineVpn(life, administration(life), parts.threads().duties());
    }

    @Override
    public MessageVpn vpn(String name, ClientIdentity client) {
        VpnLife life = life(name);
        return new ClientVpn(
                        vpn(life).of(client.username()), life, life.accesses().of(client))
                .connected();
    }

    @Override
    public List<String> vpnNames() {
        return vpns.names();
    }

    @Override
    public VpnAdministration administration(String vpnName) {
        return administration(life(vpnName));
    }

    private EngineAdministration administration(VpnLife life) {
        return new EngineAdministration(life, this::stored, parts.clock());
    }

    /** A VPN as the database has it, whoever serves it. */
    private VpnView stored(String name) {
        return connected().vpn(name).map(VpnConfig::of).map(VpnConfig::view).orElseThrow(() -> VpnLife.missing(name));
    }

    @Override
    public VpnView createVpn(VpnName name, VpnSettings settings) {
        connected().createVpn(name, settings);
        vpns.enterAll(List.of(name.text())).forEach(VpnLife::tryOpen);
        // Whoever looked for VPNs may have been quicker.
        life(name.text()).awaitTried(OPEN_LIMIT);
        return stored(name.text());
    }

    @Override
    public void deleteVpn(String name, long expectedVersion) {
        VpnLife life = life(name);
        VpnDeletion.run(life, expectedVersion);
        vpns.forget(life, STOP_LIMIT);
        try {
            connected().clearRemains(name);
        } catch (FencedException | StoreUnavailableException | BrokerException e) {
            LOG.log(System.Logger.Level.WARNING, "what VPN '" + name + "' leaves stays until it is made again: " + e);
        }
    }

    @Override
    public BrokerDefinitions definitions() {
        return definitions;
    }

    @Override
    public List<HealthCheck> health() {
        List<HealthCheck> checks = new ArrayList<>();
        String fault = vpns.databaseFault();
        checks.add(new HealthCheck(
                "database", database != null && fault.isEmpty(), fault.isEmpty() ? databaseDetail : fault));
        for (VpnLife life : vpns.lives()) {
            checks.add(life.health(AlarmWatch.STALLED));
        }
        checks.addAll(reported.values());
        return checks;
    }

    @Override
    public void reportHealth(HealthCheck check) {
        reported.put(check.name(), check);
    }

    @Override
    public <T> T shared(Class<T> type, Supplier<T> maker) {
        synchronized (shared) {
            Object there = shared.get(type);
            if (there == null) {
                // The maker may ask for other shared things: no computeIfAbsent.
                there = maker.get();
                shared.put(type, there);
            }
            return type.cast(there);
        }
    }

    @Override
    public void writeMetrics(OutputStream out) throws IOException {
        metrics.write(out);
    }

    private static void cancel(@Nullable ScheduledFuture<?> watch) {
        if (watch != null) {
            watch.cancel(false);
        }
    }

    @Override
    public void close(Duration drain) {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        cancel(vpnWatch);
        cancel(historyWatch);
        cancel(bootDefinitions);
        vpns.close(drain, STOP_LIMIT);
        Database connected = database;
        if (connected != null) {
            connected.close();
        }
        LOG.log(System.Logger.Level.INFO, "broker closed");
    }
}
