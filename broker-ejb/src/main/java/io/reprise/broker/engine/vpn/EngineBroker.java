package io.reprise.broker.engine.vpn;

import io.reprise.broker.engine.commit.CommitCounters;
import io.reprise.broker.engine.duty.SteadyDuty;
import io.reprise.broker.engine.metrics.EngineMetrics;
import io.reprise.broker.engine.store.Database;
import io.reprise.broker.engine.store.DatabaseOptions;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.management.Alarms;
import io.reprise.broker.model.management.Events;
import io.reprise.broker.model.management.VpnAdministration;
import io.reprise.broker.model.vpn.Broker;
import io.reprise.broker.model.vpn.HealthCheck;
import io.reprise.broker.model.vpn.MessageVpn;
import java.io.IOException;
import java.io.OutputStream;
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

    private final Supplier<Database> connector;
    private final Tenure.EngineParts parts;
    private final EngineMetrics metrics = new EngineMetrics();
    private final Map<String, HealthCheck> reported = new ConcurrentSkipListMap<>();
    private final Map<Class<?>, Object> shared = new HashMap<>();
    private final AtomicBoolean closed = new AtomicBoolean();
    private final VpnLife defaultVpn;
    private final Alarms alarms = new Alarms();
    private final Events events = new Events();
    private final ScheduledFuture<?> alarmWatch;
    private volatile @Nullable Database database;
    private volatile String databaseDetail = "not connected yet";

    private EngineBroker(
            Supplier<Database> connector, EngineThreads threads, EngineSettings settings, InstantSource clock) {
        this.connector = connector;
        this.parts = new Tenure.EngineParts(threads, settings, clock);
        this.defaultVpn = new VpnLife(
                DEFAULT_VPN,
                () -> connected().openVpn(DEFAULT_VPN, settings.node()),
                parts,
                new CommitCounters(),
                new VpnEvents(metrics.commitListener(DEFAULT_VPN), events, DEFAULT_VPN, threads.duties()));
        shared.put(Events.class, events);
        shared.put(Alarms.class, alarms);
        metrics.alarmsAndEvents(DEFAULT_VPN, alarms, events);
        alarmWatch = watchAlarms();
        metrics.clockRefused(DEFAULT_VPN, defaultVpn::isClockRefused);
        metrics.waitingOperations(DEFAULT_VPN, defaultVpn::waitingOperations);
        metrics.readFrom(
                each -> each.accept(DEFAULT_VPN, administration(DEFAULT_VPN).statistics()));
    }

    /**
     * Starts a broker and returns when its VPNs are served.
     *
     * @throws BrokerException naming what is wrong with the database, or who owns it
     */
    public static EngineBroker open(
            Supplier<Database> connector, EngineThreads threads, EngineSettings settings, InstantSource clock) {
        EngineBroker broker = new EngineBroker(connector, threads, settings, clock);
        boolean done = false;
        try {
            broker.connect();
            broker.defaultVpn.openNow();
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

    /** A database through the server's datasource. */
    public static Supplier<Database> over(DataSource dataSource, DatabaseOptions options) {
        return () -> Database.over(dataSource, options);
    }

    private ScheduledFuture<?> watchAlarms() {
        SteadyDuty watch =
                new SteadyDuty("alarm watch", new AlarmWatch(defaultVpn, alarms, this::databaseTrouble, parts.clock()));
        long millis = parts.settings().dutyInterval().toMillis();
        return parts.threads().duties().scheduleWithFixedDelay(watch, millis, millis, TimeUnit.MILLISECONDS);
    }

    /** Why the database can't be used; empty if it can. */
    private String databaseTrouble() {
        return database == null ? databaseDetail : databaseFault();
    }

    private void connect() {
        Database connected = connector.get();
        connected.warnings().forEach(warning -> LOG.log(System.Logger.Level.WARNING, warning));
        database = connected;
        databaseDetail = "connected";
        if (closed.get()) {
            connected.close();
        }
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
        try {
            connect();
        } catch (RuntimeException e) {
            String cause = String.valueOf(e.getMessage());
            if (!cause.equals(databaseDetail)) {
                databaseDetail = cause;
                LOG.log(System.Logger.Level.ERROR, "no database, will be tried again: " + cause, e);
            }
            connectSoon(RETRY_MILLIS);
            return;
        }
        defaultVpn.openSoon(0);
    }

    private Database connected() {
        Database connected = database;
        if (connected == null) {
            throw new BrokerException(ErrorCode.DATABASE_UNAVAILABLE, databaseDetail);
        }
        return connected;
    }

    private VpnLife life(String name) {
        if (!name.equals(DEFAULT_VPN)) {
            throw new BrokerException(
                    ErrorCode.NOT_FOUND, "VPN '" + name + "' does not exist; there is '" + DEFAULT_VPN + "'");
        }
        return defaultVpn;
    }

    @Override
    public MessageVpn vpn(String name) {
        return new EngineVpn(life(name), parts.threads().duties());
    }

    @Override
    public List<String> vpnNames() {
        return List.of(DEFAULT_VPN);
    }

    @Override
    public VpnAdministration administration(String vpnName) {
        return new EngineAdministration(life(vpnName), parts.clock());
    }

    @Override
    public List<HealthCheck> health() {
        List<HealthCheck> checks = new ArrayList<>();
        String fault = databaseFault();
        checks.add(new HealthCheck(
                "database", database != null && fault.isEmpty(), fault.isEmpty() ? databaseDetail : fault));
        checks.add(new HealthCheck(
                "committer." + DEFAULT_VPN, defaultVpn.status() == VpnStatus.ACTIVE, defaultVpn.detail()));
        checks.addAll(reported.values());
        return checks;
    }

    /** What the running VPN's last look at the database found wrong; empty if nothing, or if it isn't running. */
    private String databaseFault() {
        Tenure tenure = defaultVpn.tenureOrNull();
        return tenure == null ? "" : tenure.databaseFault();
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

    @Override
    public void close(Duration drain) {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        alarmWatch.cancel(false);
        defaultVpn.drain(drain);
        defaultVpn.stop(Duration.ofSeconds(5));
        Database connected = database;
        if (connected != null) {
            connected.close();
        }
        LOG.log(System.Logger.Level.INFO, "broker closed");
    }
}
