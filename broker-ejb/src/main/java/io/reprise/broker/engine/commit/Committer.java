package io.reprise.broker.engine.commit;

import io.reprise.broker.engine.deliver.LoadedEntry;
import io.reprise.broker.engine.deliver.MessageReader;
import io.reprise.broker.engine.deliver.VpnDispatch;
import io.reprise.broker.engine.live.LiveFeed;
import io.reprise.broker.engine.log.EntryCodec;
import io.reprise.broker.engine.log.EntryHead;
import io.reprise.broker.engine.state.VpnFigures;
import io.reprise.broker.engine.state.VpnState;
import io.reprise.broker.engine.store.AppendResult;
import io.reprise.broker.engine.store.VpnStore;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.publish.CommitOutcome;
import io.reprise.broker.model.publish.CommitOutcome.Rejected;
import io.reprise.broker.model.publish.CommitOutcome.Unknown;
import io.reprise.broker.model.store.LogEntry;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * The one thread that changes a VPN's durable state: takes what waits, decides, writes it as one row, and only then applies
 * it, tells delivery, and settles. While one entry is being written the next gathers; it never waits for more. Runs until its
 * intake is closed or it can't go on.
 */
final class Committer implements Runnable {
    private static final System.Logger LOG = System.getLogger(Committer.class.getName());

    /** An entry's bound [LOG.md L4]; larger content was uploaded beforehand. */
    static final int MAX_ENTRY_BYTES = 1 << 20;

    private static final int MAX_OPERATIONS = 10_000;

    private static final byte[] NO_BODY = {};

    private static final long RESTS = 0;

    /** So many may be refused while an entry gathers: what waits in it must not wait for a flood of refusals to end. */
    private static final int MAX_REFUSED = 1_000;

    private final VpnStore store;
    private final VpnState state;
    private final VpnDispatch dispatch;
    private final MessageReader reader;
    private final Intake intake;
    private final PresentedMarks marks;
    private final Decider decider;
    private final LogRoom log;
    private final ParkedPublishes parked;
    private final InstantSource clock;
    private final CommitCounters counters;
    private final CommitListener listener;
    private final List<BoundaryTask> tasks = new ArrayList<>();
    private final SubjectHeads heads;
    private Draft writing;
    private volatile VpnFigures figures;
    private volatile LiveFeed live = LiveFeed.NONE;

    private volatile CoreEnd end = CoreEnd.CLOSED;
    /** By {@link System#nanoTime}, never {@link #RESTS}. */
    private volatile long busySinceNanos = RESTS;

    Committer(Parts parts, Intake intake, PresentedMarks marks, Decider decider, LogRoom log, ParkedPublishes parked) {
        this.store = parts.store();
        this.state = parts.state();
        this.dispatch = parts.dispatch();
        this.reader = parts.reader();
        this.clock = parts.clock();
        this.counters = parts.counters();
        this.listener = parts.listener();
        this.intake = intake;
        this.marks = marks;
        this.decider = decider;
        this.log = log;
        this.parked = parked;
        this.heads = parts.heads();
        this.writing = new Draft(state, heads, 0);
        this.figures = VpnFigures.of(state);
    }

    /** What a committer works with. */
    record Parts(
            VpnStore store,
            VpnState state,
            SubjectHeads heads,
            VpnDispatch dispatch,
            MessageReader reader,
            InstantSource clock,
            CommitCounters counters,
            CommitListener listener) {}

    @Override
    public void run() {
        boolean goesOn = true;
        while (goesOn) {
            intake.awaitWork(parked.restNanos(System.nanoTime()));
            goesOn = !intake.isOver() && busy();
        }
        CommitOutcome last = end == CoreEnd.FENCED
                ? new Rejected(ErrorCode.STEPPED_DOWN, "VPN '" + store.vpn() + "' was taken over by another broker")
                : new Rejected(ErrorCode.VPN_DOWN, "VPN '" + store.vpn() + "' is not served here now");
        parked.abandon(last);
        intake.abandon(last);
        Operation left = intake.poll();
        while (left != null) {
            left.settle(last);
            left = intake.poll();
        }
    }

    /** Says who hears of what is committed; before it runs. */
    void onLive(LiveFeed told) {
        live = told;
    }

    CoreEnd end() {
        return end;
    }

    /** The state's figures after the last entry; any thread, at once. */
    VpnFigures figures() {
        return figures;
    }

    /** For how long it has been at one entry; 0 while it rests. Any thread, at once. */
    long busyNanos() {
        long since = busySinceNanos;
        return since == RESTS ? 0 : Math.max(0, System.nanoTime() - since);
    }

    private boolean busy() {
        busySinceNanos = System.nanoTime() | 1;
        try {
            return round();
        } finally {
            busySinceNanos = RESTS;
        }
    }

    /** One entry: gathers, writes, applies; false if it can't go on. */
    private boolean round() {
        Draft draft = begin();
        ConfigurationOperation configuration = null;
        boolean goesOn = false;
        try {
            parked.look(System.nanoTime());
            configuration = gather(draft);
            marks.into(draft, System.nanoTime());
            goesOn = commit(draft) && (configuration == null || configure(configuration));
        } catch (Throwable fault) {
            // Whatever it was, what is on disk and what is in memory may differ now: only the database knows.
            brokenBy(fault);
        }
        if (configuration != null) {
            configuration.settle(new Rejected(ErrorCode.VPN_DOWN, "VPN '" + store.vpn() + "' stepped down before it"));
        }
        parked.tell();
        tasks.forEach(this::runTask);
        tasks.clear();
        return goesOn;
    }

    private Draft begin() {
        Draft draft = new Draft(state, heads, clock.millis());
        writing = draft;
        return draft;
    }

    /**
     * Everything in it is told how it ended. If it failed, its marks wait for the next entry, and what was only admitted is lost, or may
     * be [spec 1.5].
     */
    private void settle(Draft draft) {
        if (draft.isFailed()) {
            marks.again(draft);
        }
        int lost = draft.lostMessages();
        if (lost > 0) {
            counters.lost.add(lost);
            LOG.log(
                    System.Logger.Level.ERROR,
                    "VPN ''{0}'': {1} non-persistent messages, admitted before they were stored, are lost or may be",
                    store.vpn(),
                    lost);
        }
        draft.settleAll();
    }

    private void brokenBy(Throwable fault) {
        LOG.log(System.Logger.Level.ERROR, "the committer of VPN '" + store.vpn() + "' failed: it is rebuilt", fault);
        end = CoreEnd.REBUILD;
        writing.fail(new Unknown("being stored when the committer failed: " + fault));
        settle(writing);
    }

    private void runTask(BoundaryTask task) {
        try {
            task.run();
            figures = VpnFigures.of(state);
            task.settle(Outcomes.DONE);
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.ERROR, "task between entries failed", e);
            task.settle(new Rejected(ErrorCode.INTERNAL_ERROR, String.valueOf(e)));
        }
    }

    /** Takes what is there into the draft; ends at a configuration command, which wants an entry of its own. */
    private @Nullable ConfigurationOperation gather(Draft draft) {
        int decided = 0;
        while (draft.operations() < MAX_OPERATIONS && decided - draft.operations() < MAX_REFUSED) {
            Operation next = intake.poll();
            if (next == null) {
                next = intake.pollPromoted(draft);
            }
            if (next == null) {
                return null;
            }
            if (next instanceof ConfigurationOperation configuration) {
                return configuration;
            }
            if (next instanceof BoundaryTask task) {
                tasks.add(task);
            } else if (!decide(next, draft)) {
                return null;
            } else {
                decided++;
            }
        }
        return null;
    }

    /**
     * Decides one operation, or puts it back for the next entry. An unexpected fault fails it and everything in the draft,
     * which is thrown away whole [LOG.md L3].
     *
     * @return false if the draft is to be written now
     */
    private boolean decide(Operation operation, Draft draft) {
        try {
            boolean decided =
                    draft.hasRoomFor(operation.entryBytes(), MAX_ENTRY_BYTES) && decider.decide(operation, draft);
            if (!decided) {
                intake.putBack(operation);
            }
            return decided;
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.ERROR, "deciding failed in VPN '" + store.vpn() + "'", e);
            Rejected fault = new Rejected(ErrorCode.INTERNAL_ERROR, "deciding failed: " + e);
            operation.settle(fault);
            draft.fail(fault);
            return false;
        }
    }

    private boolean commit(Draft draft) {
        if (draft.isFailed() || draft.isEmpty()) {
            if (!draft.isFailed()) {
                counters.duplicates.add(draft.duplicates().size());
                retransmitted(draft);
            }
            settle(draft);
            return true;
        }
        log.trimFor(draft);
        EntryHead head = draft.head();
        LogEntry entry = entry(head, draft.body());
        long began = System.nanoTime();
        AppendResult result = store.append(entry);
        long nanos = System.nanoTime() - began;
        return finish(result, entry, head, draft, () -> {
            counters.committed(head, draft.duplicates().size());
            listener.applied(head, dispatch::label);
            listener.committed(
                    nanos, draft.operations(), head.messages().size(), entry.head().length + entry.bodyBytes());
        });
    }

    /** @param alongside what else takes the entry over in memory once it is on disk */
    private boolean finish(AppendResult result, LogEntry entry, EntryHead head, Draft draft, Runnable alongside) {
        return switch (result.kind()) {
            case COMMITTED -> applied(entry, head, draft, alongside);
            case REFUSED -> {
                state.apply(entry.commitNo(), EntryCodec.decode(EntryCodec.emptyHead()), 0);
                figures = VpnFigures.of(state);
                draft.fail(new Rejected(ErrorCode.NOT_STORED, "not stored: " + result.reason()));
                settle(draft);
                yield true;
            }
            case FENCED -> {
                // The slot may have held it and been emptied by the new owner since: no plain error [spec 1.5].
                draft.fail(new Unknown("being stored when another broker took over: " + result.reason()));
                settle(draft);
                end = CoreEnd.FENCED;
                yield false;
            }
            case ABANDONED -> {
                draft.fail(new Unknown("being stored when the broker gave up: " + result.reason()));
                settle(draft);
                end = CoreEnd.REBUILD;
                yield false;
            }
        };
    }

    /** The entry is on disk: whatever happens now, its operations are done. */
    private boolean applied(LogEntry entry, EntryHead head, Draft draft, Runnable alongside) {
        try {
            long trimmedBefore = state.log().trimmedCount();
            long trimmedBytesBefore = state.log().trimmedBytes();
            state.apply(entry.commitNo(), head, entry.bodyBytes());
            heads.committed(head);
            figures = VpnFigures.of(state);
            counters.trimmed(
                    state.log().trimmedCount() - trimmedBefore,
                    state.log().trimmedBytes() - trimmedBytesBefore,
                    head.lastTimeMillis());
            alongside.run();
            // What shows that something is done comes after what counts it.
            dispatch.durable(state);
            assert log.isWithinQuota() : "replay log holds " + state.log().sizeBytes() + " B";
            byte[] body = entry.body();
            if (body != null && !head.messages().isEmpty()) {
                reader.committed(entry.commitNo(), new LoadedEntry(head.messages(), body));
            }
            dispatch.committed(head, state);
            live.committed(head, body == null ? NO_BODY : body);
            retransmitted(draft);
            draft.overflowing().forEach(dispatch::overflowed);
            return true;
        } catch (RuntimeException e) {
            LOG.log(
                    System.Logger.Level.ERROR,
                    "applying entry " + entry.commitNo() + " of VPN '" + store.vpn() + "' failed: it is rebuilt",
                    e);
            end = CoreEnd.REBUILD;
            return false;
        } finally {
            settle(draft);
        }
    }

    private void retransmitted(Draft draft) {
        for (EncodedMessage again : draft.duplicates()) {
            live.retransmitted(again.message());
        }
    }

    private boolean configure(ConfigurationOperation operation) {
        ConfigurationPlan plan;
        try {
            plan = operation.plan(state);
        } catch (BrokerException e) {
            operation.settle(new Rejected(e.code(), String.valueOf(e.getMessage())));
            return true;
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.ERROR, "planning a change of VPN '" + store.vpn() + "' failed", e);
            operation.settle(new Rejected(ErrorCode.INTERNAL_ERROR, "planning failed: " + e));
            return true;
        }
        Draft draft = begin();
        plan.effects().forEach(draft::effect);
        draft.include(operation, Outcomes.DONE);
        EntryHead head = draft.head();
        LogEntry entry = entry(head, draft.body());
        AppendResult result = store.appendWithConfiguration(entry, plan.write());
        return finish(result, entry, head, draft, () -> {
            counters.committed(head, 0);
            plan.apply().run();
        });
    }

    private LogEntry entry(EntryHead head, byte[] body) {
        boolean any = !head.messages().isEmpty();
        return new LogEntry(
                store.vpn(),
                state.lastCommitNo() + 1,
                store.epoch(),
                ThreadLocalRandom.current().nextLong(),
                any ? head.messages().get(0).msgId() : 0,
                any ? head.messages().get(head.messages().size() - 1).msgId() : 0,
                head.lastTimeMillis(),
                head.lastTimeMillis(),
                body.length,
                EntryCodec.encode(head),
                body);
    }
}
