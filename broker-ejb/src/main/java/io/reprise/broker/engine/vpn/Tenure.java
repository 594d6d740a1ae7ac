package io.reprise.broker.engine.vpn;

import io.reprise.broker.engine.commit.CommitCounters;
import io.reprise.broker.engine.commit.CommitListener;
import io.reprise.broker.engine.commit.CoreEnd;
import io.reprise.broker.engine.commit.VpnCore;
import io.reprise.broker.engine.duty.Checkpointer;
import io.reprise.broker.engine.duty.Compactor;
import io.reprise.broker.engine.duty.Duty;
import io.reprise.broker.engine.duty.ExpirySweeper;
import io.reprise.broker.engine.duty.OverflowEvictor;
import io.reprise.broker.engine.duty.OwnershipWatch;
import io.reprise.broker.engine.duty.Reclaimer;
import io.reprise.broker.engine.duty.SnapshotSweeper;
import io.reprise.broker.engine.duty.SteadyDuty;
import io.reprise.broker.engine.duty.UploadSweeper;
import io.reprise.broker.engine.endpoint.EndpointConfig;
import io.reprise.broker.engine.endpoint.EndpointDirectory;
import io.reprise.broker.engine.endpoint.EndpointEntities;
import io.reprise.broker.engine.live.LiveParts;
import io.reprise.broker.engine.live.LiveSide;
import io.reprise.broker.engine.replay.LogReader;
import io.reprise.broker.engine.replay.ReplayFeeders;
import io.reprise.broker.engine.routing.RoutingTable;
import io.reprise.broker.engine.state.Recovery;
import io.reprise.broker.engine.store.VpnStore;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.publish.CommitOutcome;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * One ownership of a VPN: recovered, running with its committer and duties, ended once. Started by the thread that opens the
 * VPN; ended by its committer or by {@link #close}.
 */
final class Tenure {
    private static final System.Logger LOG = System.getLogger(Tenure.class.getName());

    private final VpnStore store;
    private final VpnCore core;
    private final LiveSide live;
    private final long originBits;
    private final EngineThreads threads;
    private final EngineSettings settings;
    private final ConfirmedClock clock;
    private final AtomicLong durableTailFrom = new AtomicLong();
    private final List<ScheduledFuture<?>> duties = new CopyOnWriteArrayList<>();
    private final SteadyDuty ownershipWatch;
    private final TemporaryEndpoints temporaries;
    private final AccessWatch access = new AccessWatch();
    private final long foldedEntries;
    private final long recoveredCommitNo;
    private volatile boolean over;

    private Tenure(
            VpnStore store,
            Recovery.Recovered recovered,
            EngineParts parts,
            CommitCounters counters,
            CommitListener listener) {
        this.store = store;
        this.originBits = recovered.originBits();
        this.foldedEntries = recovered.foldedEntries();
        this.recoveredCommitNo = recovered.state().lastCommitNo();
        this.threads = parts.threads();
        this.settings = parts.settings();
        this.clock = new ConfirmedClock(parts.clock(), System::nanoTime, store::databaseMillis);
        this.ownershipWatch = steady("ownership watch", new OwnershipWatch(store, this::ownershipLost));
        EndpointDirectory directory = new EndpointDirectory();
        RoutingTable routing = new RoutingTable();
        EndpointEntities.load(store.loadConfiguration(), directory, routing);
        List<EndpointConfig> leftOver = TemporaryEndpoints.takeOut(directory, routing);
        this.core = new VpnCore(
                store,
                recovered.state(),
                originBits,
                directory,
                routing,
                new VpnCore.Settings(
                        settings.publishTimeout().toMillis(),
                        settings.intakeKib(),
                        settings.promotionKib(),
                        settings.cacheBytes(),
                        settings.leastMarkAge(),
                        settings.forcedMarkAge(),
                        settings.replayLogWait(),
                        parts.trimmingIsHeld()),
                threads.wakeUps(),
                threads.timer(),
                clock,
                counters,
                listener);
        this.live = new LiveSide(new LiveParts(
                store.vpn(),
                core.reader(),
                core.liveStore(),
                threads.wakeUps(),
                threads.timer(),
                clock,
                () -> directory.vpn().settings()));
        this.temporaries = new TemporaryEndpoints(core, clock, leftOver);
    }

    /**
     * What every VPN of an engine shares.
     *
     * @param trimmingIsHeld whether replay logs may not be trimmed now for what is published; never but in tests
     * @param standbyLook of VPNs that stand by, one at a time may wait for its owner to go: else they would hold all the duties' threads
     */
    record EngineParts(
            EngineThreads threads,
            EngineSettings settings,
            InstantSource clock,
            BooleanSupplier trimmingIsHeld,
            Semaphore standbyLook) {
        EngineParts(
                EngineThreads threads, EngineSettings settings, InstantSource clock, BooleanSupplier trimmingIsHeld) {
            this(threads, settings, clock, trimmingIsHeld, new Semaphore(1));
        }
    }

    /** Recovers the VPN from its store. The store is closed if that fails. */
    static Tenure recover(VpnStore store, EngineParts parts, CommitCounters counters, CommitListener listener) {
        boolean done = false;
        try {
            Tenure tenure = new Tenure(store, Recovery.recover(store), parts, counters, listener);
            done = true;
            return tenure;
        } finally {
            if (!done) {
                store.close();
            }
        }
    }

    /**
     * Starts committer and duties.
     *
     * @param ended told once how the committer ended, on its thread
     */
    void start(Consumer<CoreEnd> ended) {
        OverflowEvictor evictor = new OverflowEvictor(core, threads.duties(), "overflow of VPN '" + store.vpn() + "'");
        core.dispatch().onOverflow(evictor::wake);
        core.onLive(live);
        ReplayFeeders feeders =
                new ReplayFeeders(core, new LogReader(store, core.entries()), threads.duties(), threads.timer(), clock);
        core.replays().onStep(feeders::wake);
        temporaries.deleteLeftOver();
        Thread committer = threads.committers().newThread(() -> {
            CoreEnd end = CoreEnd.REBUILD;
            try {
                end = core.run();
            } finally {
                over = true;
                live.end("VPN '" + store.vpn() + "' is not served here now");
                duties.forEach(duty -> duty.cancel(false));
                store.close();
                ended.accept(end);
            }
        });
        committer.setName("reprise-committer-" + store.vpn());
        committer.start();
        every(settings.checkpointInterval(), "checkpoint", new Checkpointer(core, durableTailFrom));
        every(settings.dutyInterval(), "reclaiming", new Reclaimer(core, durableTailFrom));
        every(settings.dutyInterval(), "compaction", new Compactor(core, durableTailFrom));
        every(settings.dutyInterval(), "expiry", new ExpirySweeper(core, clock));
        every(settings.dutyInterval(), "snapshots", new SnapshotSweeper(core, clock));
        every(settings.snapshotFlushInterval(), "direct snapshots", live::flush);
        every(settings.dutyInterval(), "history", live::age);
        every(settings.dutyInterval(), "overflow", evictor);
        every(settings.dutyInterval(), "replays", feeders);
        every(settings.dutyInterval(), "held dead messages", core.dispatch()::releaseHeld);
        every(settings.dutyInterval(), "delayed messages", core.dispatch()::offerDue);
        every(settings.dutyInterval(), "upload sweep", new UploadSweeper(core));
        every(settings.dutyInterval(), "temporary endpoints", temporaries);
        every(settings.dutyInterval(), "access", access);
        every(settings.dutyInterval(), "ownership watch", ownershipWatch);
    }

    private SteadyDuty steady(String name, Duty duty) {
        return new SteadyDuty(name + " of VPN '" + store.vpn() + "'", duty);
    }

    private void every(Duration interval, String name, Duty duty) {
        every(interval, name, steady(name, duty));
    }

    private void every(Duration interval, String name, SteadyDuty duty) {
        long millis = interval.toMillis();
        try {
            ScheduledFuture<?> scheduled =
                    threads.duties().scheduleWithFixedDelay(duty, millis, millis, TimeUnit.MILLISECONDS);
            duties.add(scheduled);
            if (over) {
                scheduled.cancel(false);
            }
        } catch (RejectedExecutionException e) {
            LOG.log(System.Logger.Level.WARNING, name + " refused: the server is stopping", e);
        }
    }

    /** An idle owner finds out here; a busy one at its next append. */
    private void ownershipLost() {
        LOG.log(System.Logger.Level.ERROR, "VPN '" + store.vpn() + "' was taken over by another broker: stepping down");
        store.interruptAppend();
        core.close(new CommitOutcome.Rejected(
                ErrorCode.STEPPED_DOWN, "VPN '" + store.vpn() + "' was taken over by another broker"));
    }

    /**
     * Ends it: direct snapshots that are not on disk yet are still written, what else waits is rejected, the entry being written is
     * finished; or if the database is away, that is abandoned and nothing written.
     */
    void close(CommitOutcome outcome, boolean abandonAppend) {
        duties.forEach(duty -> duty.cancel(false));
        if (!abandonAppend) {
            flushLast();
        }
        core.close(outcome);
        if (abandonAppend) {
            store.interruptAppend();
        }
    }

    private void flushLast() {
        try {
            live.flush();
        } catch (RuntimeException e) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "direct snapshots of VPN '" + store.vpn() + "' are lost at its end",
                    e);
        }
    }

    /** Whether a jump of this machine's clock is refused now [LOG.md L20]. */
    boolean isClockRefused() {
        return clock.isRefusing();
    }

    VpnStore store() {
        return store;
    }

    /** Why the database can't be used, as the watch of ownership found at its last look; empty if it can. */
    String databaseFault() {
        return ownershipWatch.lastFault();
    }

    VpnCore core() {
        return core;
    }

    TemporaryEndpoints temporaries() {
        return temporaries;
    }

    AccessWatch access() {
        return access;
    }

    LiveSide live() {
        return live;
    }

    long originBits() {
        return originBits;
    }

    /** How many entries a recovery would fold now. */
    long checkpointLagEntries() {
        long lastCommitNo = core.figures().lastCommitNo();
        long tailFrom = durableTailFrom.get();
        return tailFrom == 0 ? foldedEntries + lastCommitNo - recoveredCommitNo : lastCommitNo + 1 - tailFrom;
    }

    long durableTailFrom() {
        return durableTailFrom.get();
    }

    long foldedEntries() {
        return foldedEntries;
    }
}
