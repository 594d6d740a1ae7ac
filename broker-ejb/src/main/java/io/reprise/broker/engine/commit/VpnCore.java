package io.reprise.broker.engine.commit;

import io.reprise.broker.engine.access.PublishRight;
import io.reprise.broker.engine.client.ClientTally;
import io.reprise.broker.engine.deliver.DispatchContext;
import io.reprise.broker.engine.deliver.DispatchTimer;
import io.reprise.broker.engine.deliver.EndpointDispatch;
import io.reprise.broker.engine.deliver.EngineDelivery;
import io.reprise.broker.engine.deliver.MessageReader;
import io.reprise.broker.engine.deliver.ReplayLink;
import io.reprise.broker.engine.deliver.VpnDispatch;
import io.reprise.broker.engine.endpoint.EndpointDirectory;
import io.reprise.broker.engine.live.LiveFeed;
import io.reprise.broker.engine.live.LiveStore;
import io.reprise.broker.engine.log.AckRef;
import io.reprise.broker.engine.log.Effect.Removal;
import io.reprise.broker.engine.log.MessageSlot;
import io.reprise.broker.engine.routing.RoutingTable;
import io.reprise.broker.engine.state.EntryIndex;
import io.reprise.broker.engine.state.LoggedIndex;
import io.reprise.broker.engine.state.LoggedIndex.Cut;
import io.reprise.broker.engine.state.VpnFigures;
import io.reprise.broker.engine.state.VpnState;
import io.reprise.broker.engine.store.VpnStore;
import io.reprise.broker.model.delivery.DeathReason;
import io.reprise.broker.model.publish.BranchId;
import io.reprise.broker.model.publish.CommitOutcome;
import io.reprise.broker.model.publish.PendingOutcome;
import io.reprise.broker.model.replay.ReplayFailure;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/**
 * The running core of a VPN in one ownership: state, routing, delivery and the committer, and the ways to put something to
 * it. Thread-safe. Made from a recovered state; of no use once its committer has ended.
 */
public final class VpnCore {
    private final VpnStore store;
    private final VpnState state;
    private final EndpointDirectory directory;
    private final RoutingTable routing;
    private final MessageReader reader;
    private final VpnDispatch dispatch;
    private final Intake intake;
    private final Committer committer;
    private final Settings settings;
    private final Settlements settlements;
    private final ReplayLink replays = new ReplayLink();
    private final SubjectHeads heads = new SubjectHeads();
    private final UndecidedSubjects undecided = new UndecidedSubjects();
    private final LiveStore liveStore;
    private final InstantSource clock;
    private final CommitCounters counters;
    private final CommitListener listener;
    private volatile LiveFeed live = LiveFeed.NONE;

    /**
     * The core's measures.
     *
     * @param publishTimeoutMillis how long a caller waits for an outcome
     * @param intakeKib how much may wait to be stored
     * @param promotionKib how much may wait to be promoted
     * @param cacheBytes how much of the log is kept in memory for reading
     * @param leastMarkAge how old a delivery must be to be marked with the next entry [LOG.md L24]
     * @param forcedMarkAge how old it is when an entry is written for its mark alone
     * @param replayLogWait how long a publish waits for room in the replay log
     * @param trimmingIsHeld whether the replay log may not be trimmed now for what is published; asked by the committer
     */
    public record Settings(
            long publishTimeoutMillis,
            int intakeKib,
            int promotionKib,
            long cacheBytes,
            Duration leastMarkAge,
            Duration forcedMarkAge,
            Duration replayLogWait,
            BooleanSupplier trimmingIsHeld) {}

    public VpnCore(
            VpnStore store,
            VpnState state,
            long originBits,
            EndpointDirectory directory,
            RoutingTable routing,
            Settings settings,
            Executor wakeUps,
            DispatchTimer timer,
            InstantSource clock,
            CommitCounters counters,
            CommitListener listener) {
        this.store = store;
        this.state = state;
        this.directory = directory;
        this.routing = routing;
        this.settings = settings;
        this.reader = new MessageReader(store, state.entries(), settings.cacheBytes());
        PresentedMarks marks = new PresentedMarks(settings.leastMarkAge(), settings.forcedMarkAge());
        this.intake = new Intake(settings.intakeKib(), settings.promotionKib(), marks);
        this.settlements = new Settlements(intake, state, listener, settings.publishTimeoutMillis());
        this.dispatch = new VpnDispatch(
                new DispatchContext(store.vpn(), originBits, reader, settlements, wakeUps, timer, replays, clock));
        directory.all().forEach(endpoint -> dispatch.load(endpoint, state.endpoint(endpoint.id()), state));
        Overflow overflow = new Overflow(dispatch);
        LogRoom log = new LogRoom(state, directory, settings.trimmingIsHeld());
        ParkedPublishes parked = new ParkedPublishes(
                log, intake, counters, listener, settings.replayLogWait().toNanos(), settings.intakeKib() * 1024L);
        PublishPlanner planner = new PublishPlanner(state, directory, dispatch, routing, overflow, log);
        Acceptance acceptance = new Acceptance(state, directory, planner, counters, parked, store.maxRowBytes() / 2);
        Decider decider = new Decider(
                acceptance,
                new BranchDecider(state, acceptance, log),
                new DeliveryDecider(state, new DeadLetters(state, directory, overflow)),
                new ReplayDecider(state, directory),
                new LogCopies(state, directory, overflow),
                new LiveDecider(acceptance));
        this.liveStore = new LiveOperations(
                intake,
                directory,
                routing,
                undecided,
                new SnapshotWriter(intake, store, wakeUps, settings.publishTimeoutMillis()),
                counters,
                settings,
                store.maxRowBytes() / 2);
        this.clock = clock;
        this.counters = counters;
        this.listener = listener;
        this.committer = new Committer(
                new Committer.Parts(store, state, heads, dispatch, reader, clock, counters, listener),
                intake,
                marks,
                decider,
                log,
                parked);
        // The first thing in the log: before it nothing is presented that was presented before.
        settlements.countUnsettled();
    }

    /** Runs the committer on this thread until {@link #close}, or until it can't go on; how it ended. */
    public CoreEnd run() {
        try {
            committer.run();
        } finally {
            dispatch.endAll("VPN '" + store.vpn() + "' is not served here now");
        }
        return committer.end();
    }

    /** Ends the committer after the entry it is writing; what still waits is rejected. */
    public void close(CommitOutcome outcome) {
        intake.close(outcome);
    }

    public VpnStore store() {
        return store;
    }

    public EndpointDirectory directory() {
        return directory;
    }

    public RoutingTable routing() {
        return routing;
    }

    /** Which entries the log holds; any thread. */
    public EntryIndex entries() {
        return state.entries();
    }

    public MessageReader reader() {
        return reader;
    }

    public VpnDispatch dispatch() {
        return dispatch;
    }

    /** The state's figures after the last entry, at once, whatever the committer does. */
    public VpnFigures figures() {
        return committer.figures();
    }

    /** For how long the committer has been at what it is doing; zero while it rests. Any thread, at once. */
    public Duration committerBusy() {
        return Duration.ofNanos(committer.busyNanos());
    }

    /** Operations waiting for the committer. */
    public int waitingOperations() {
        return intake.size();
    }

    /**
     * Puts a unit in; its deliveries must have begun settling.
     *
     * @param right by which its messages are published
     * @param answeredAtAdmission whether its sender is told before it is stored
     * @param client whose messages they are
     */
    public PendingOutcome submit(
            List<EncodedMessage> messages,
            List<EngineDelivery> acknowledgements,
            PublishRight right,
            boolean answeredAtAdmission,
            ClientTally client) {
        undecided.add(messages);
        return offer(new UnitOperation(
                messages,
                acknowledgements,
                right,
                answeredAtAdmission,
                undecided,
                tally(client, messages),
                settings.publishTimeoutMillis()));
    }

    /**
     * Puts a branch's first phase in; its deliveries must have begun settling.
     *
     * @param right by which its messages are published
     * @param client whose messages they are
     */
    public PendingOutcome prepare(
            BranchId branch,
            List<EncodedMessage> messages,
            List<EngineDelivery> acknowledgements,
            PublishRight right,
            ClientTally client) {
        return offer(new PrepareOperation(
                branch, messages, acknowledgements, right, tally(client, messages), settings.publishTimeoutMillis()));
    }

    private PublishTally tally(ClientTally client, List<EncodedMessage> messages) {
        return new PublishTally(counters, listener, client, messages.size());
    }

    public PendingOutcome decide(BranchId branch, boolean commit, List<BranchBody> bodies) {
        return offer(new DecideOperation(branch, commit, bodies, settings.publishTimeoutMillis()));
    }

    /** Proposes to take messages, seized from an endpoint, off it; if that is rejected they are free again. */
    public PendingOutcome remove(EndpointDispatch seizedFrom, List<AckRef> refs, Removal reason) {
        return offer(new RemoveOperation(seizedFrom, refs, reason, settings.publishTimeoutMillis()));
    }

    /** Puts a change of configuration in; {@code planner} runs on the committer's thread. */
    public PendingOutcome configure(Function<VpnState, ConfigurationPlan> planner) {
        return offer(new ConfigurationOperation(planner, settings.publishTimeoutMillis()));
    }

    /**
     * Proposes that messages, seized from an endpoint, have died there; if that is rejected they are free again. The outcome tells how
     * many left it.
     */
    public PendingOutcome die(EndpointDispatch seizedFrom, List<MessageSlot> messages, DeathReason reason) {
        return settlements.die(seizedFrom, messages, reason);
    }

    /** Sends dead messages, seized from an endpoint, home; those that can't go are free again. The outcome tells how many went. */
    public PendingRetry retry(EndpointDispatch seizedFrom, List<DeadMessage> messages) {
        RetryOperation retry = new RetryOperation(seizedFrom, messages, settings.publishTimeoutMillis());
        offer(retry);
        return retry;
    }

    /** Messages wait no longer for their time; the outcome tells of how many that was so. */
    public PendingOutcome releaseDelayed(EndpointDispatch on, List<Long> msgIds) {
        return offer(new WaitNoLongerOperation(on, msgIds, settings.publishTimeoutMillis()));
    }

    /** What the live side may ask for. */
    public LiveStore liveStore() {
        return liveStore;
    }

    /** Says who hears of what is committed, and tells it what was there before; before the committer runs. Blocks for the database. */
    public void onLive(LiveFeed told) {
        new SubjectRecovery(store, state, heads, told, directory.vpn().row().originCommitNo())
                .run(directory.vpn().settings(), clock.millis());
        live = told;
        committer.onLive(told);
    }

    /**
     * From which entry on all are kept whole, whoever needs them [spec 3.2].
     *
     * @param tailFrom from where on they are in any case
     */
    public long keptFrom(long tailFrom) {
        long msgId = live.keptFromMsgId();
        EntryIndex.Location kept = state.entries().find(msgId);
        return kept.exists() ? Math.min(tailFrom, kept.commitNo()) : tailFrom;
    }

    /** Forgets the numbering of subjects without a snapshot that were last published to before then; it begins anew. */
    public void forgetSubjectsOlderThan(long millis) {
        atBoundary(vpn -> {
            heads.forgetOlderThan(millis, vpn);
            return true;
        });
    }

    /** Takes snapshots away that have expired, if they are still there; the outcome tells how many. */
    public PendingOutcome expireSnapshots(List<MessageSlot> expired) {
        return settlements.expireSnapshots(expired);
    }

    /** Where it is said who keeps replays going. */
    public ReplayLink replays() {
        return replays;
    }

    /** Asks for a replay; the outcome refuses it with its reason, or it has begun. */
    public PendingReplay startReplay(ReplayOrder order) {
        StartReplayOperation start = new StartReplayOperation(order, settings.publishTimeoutMillis());
        offer(start);
        return start;
    }

    /** Proposes what a replay puts on its endpoint next; the outcome tells how many that were. */
    public PendingOutcome feed(ReplayFeed feed) {
        return offer(new FeedOperation(feed, settings.publishTimeoutMillis()));
    }

    /** Appends a message of the replay log to an endpoint; the outcome tells its id there, or why it is refused. */
    public PendingOutcome copy(MessageSlot logged, long endpointId) {
        return offer(new CopyOperation(logged, CopyOperation.OF_LOG, endpointId, settings.publishTimeoutMillis()));
    }

    /** The same of a message that another endpoint has, or this. */
    public PendingOutcome copyFrom(long sourceId, MessageSlot original, long endpointId) {
        return offer(new CopyOperation(original, sourceId, endpointId, settings.publishTimeoutMillis()));
    }

    /**
     * Ends a replay.
     *
     * @param generation which; 0 = the one that runs
     * @param failure {@code NONE} if it is complete; refused then if copies are left
     */
    public PendingOutcome endReplay(long endpointId, int generation, ReplayFailure failure) {
        return offer(new EndReplayOperation(endpointId, generation, failure, settings.publishTimeoutMillis()));
    }

    /**
     * Takes the oldest messages out of the replay log; waits for it.
     *
     * @param choice which; runs on the committer's thread
     * @return how many that were
     * @throws io.reprise.broker.model.error.BrokerException if it could not be written
     */
    public long trimReplayLog(Function<LoggedIndex, Cut> choice) {
        long[] left = {0};
        settlements
                .decide(draft ->
                        left[0] = draft.trim(choice.apply(state.entries().logged())))
                .await()
                .orThrow();
        return left[0];
    }

    /** Notes in the log that everything is settled before it is closed: nothing will be suspect then [LOG.md L24]. */
    public PendingOutcome quiesced() {
        return settlements.quiesced();
    }

    /** The end comes though deliveries are not settled: they count. */
    public PendingOutcome leftUnsettled() {
        return settlements.leftUnsettled();
    }

    /**
     * Has something read or copied of the state between two entries, and waits for it.
     *
     * @param task short, and our own code; gets the state
     * @throws io.reprise.broker.model.error.BrokerException if the committer has ended
     */
    public <T> T atBoundary(Function<VpnState, T> task) {
        BoundaryTask.Result<T> result = new BoundaryTask.Result<>(() -> task.apply(state));
        return result.get(offer(new BoundaryTask(result::compute, settings.publishTimeoutMillis()))
                .await());
    }

    private PendingOutcome offer(Operation operation) {
        intake.offer(operation, settings.publishTimeoutMillis());
        return operation;
    }
}
