package io.reprise.broker.engine.replay;

import io.reprise.broker.engine.commit.ReplayFeed;
import io.reprise.broker.engine.commit.VpnCore;
import io.reprise.broker.engine.deliver.DispatchFigures;
import io.reprise.broker.engine.deliver.EndpointDispatch;
import io.reprise.broker.engine.endpoint.EndpointConfig;
import io.reprise.broker.engine.log.MessageSlot;
import io.reprise.broker.engine.state.EndpointReplay;
import io.reprise.broker.engine.state.EndpointState;
import io.reprise.broker.model.publish.CommitOutcome;
import io.reprise.broker.model.replay.ReplayFailure;
import io.reprise.broker.model.replay.ReplayState;
import io.reprise.broker.model.topic.TopicFilter;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads the log ahead of one endpoint's replay and proposes what comes next, as far as the endpoint has room for it [spec 2.4, LOG.md
 * L23]. It holds nothing that counts: where the replay stands is in the log. One thread at a time.
 */
final class ReplayFeeder {
    private static final System.Logger LOG = System.getLogger(ReplayFeeder.class.getName());

    /** So many copies are on an endpoint without a consumer at most. */
    private static final int MOST_WITHOUT_CONSUMER = 1_000;

    private static final int MOST_A_FLOW = 100_000;
    /** After so many pages without a match what was looked at is noted, so that a restart need not do it again. */
    private static final int PAGES_A_FEED = 64;

    private final VpnCore core;
    private final LogReader log;
    private final InstantSource clock;
    private final long endpointId;

    ReplayFeeder(VpnCore core, LogReader log, InstantSource clock, long endpointId) {
        this.core = core;
        this.log = log;
        this.clock = clock;
        this.endpointId = endpointId;
    }

    /** How the replay stands. */
    private record Standing(EndpointReplay replay, long copies) {}

    /** What one look at the log found. */
    private record Found(List<MessageSlot> messages, long throughMsgId) {}

    /**
     * Goes on as far as it can now.
     *
     * @return after how many milliseconds it can go on though nobody wakes it; 0 if somebody will
     */
    long run() {
        while (true) {
            Standing standing = standing();
            EndpointReplay replay = standing.replay();
            if (replay.state() == ReplayState.PENDING_COMPLETE && standing.copies() == 0) {
                core.endReplay(endpointId, replay.generation(), ReplayFailure.NONE)
                        .await();
                return 0;
            }
            if (!replay.state().holdsBack()) {
                return 0;
            }
            int room = room(standing.copies());
            long paceMillis = paceMillis(replay);
            if (room == 0 || paceMillis > 0) {
                return room == 0 ? 0 : paceMillis;
            }
            if (!feed(replay, Math.min(room, paced(replay)))) {
                return 0;
            }
        }
    }

    private Standing standing() {
        return core.atBoundary(state -> Optional.ofNullable(state.endpoint(endpointId))
                .map((EndpointState on) -> new Standing(on.replay(), on.replayedMessages()))
                .orElse(new Standing(EndpointReplay.NONE, 0)));
    }

    /** How many copies more it takes; 0 until a good part of those there are gone: few large steps cost less than many small ones. */
    private int room(long copies) {
        EndpointDispatch dispatch = core.dispatch().endpoint(endpointId);
        EndpointConfig endpoint = core.directory().byId(endpointId);
        if (dispatch == null || endpoint == null) {
            return 0;
        }
        DispatchFigures figures = dispatch.figures();
        long perFlow = Math.min(MOST_A_FLOW, endpoint.settings().maxDeliveredUnackedMsgsPerFlow());
        long most = figures.activeFlows() == 0 ? MOST_WITHOUT_CONSUMER : perFlow * figures.activeFlows();
        return copies > most / 2 ? 0 : (int) Math.min(ReplayFeed.MAX_MESSAGES, most - copies);
    }

    /** How many the rate lets it put there now; its own second's worth at most, so that a long rest is not caught up with. */
    private int paced(EndpointReplay replay) {
        if (replay.ratePerSecond() == 0) {
            return ReplayFeed.MAX_MESSAGES;
        }
        double seconds = (clock.millis() - replay.startedMillis()) / 1000.0;
        long due = (long) (seconds * replay.ratePerSecond()) + 1 - replay.fedMsgs();
        return (int) Math.max(0, Math.min(due, replay.ratePerSecond()));
    }

    /** How long until the rate lets it put the next there; 0 if it does now. */
    private long paceMillis(EndpointReplay replay) {
        if (replay.ratePerSecond() == 0 || paced(replay) > 0) {
            return 0;
        }
        long nextDueMillis = replay.startedMillis() + replay.fedMsgs() * 1000 / replay.ratePerSecond();
        return Math.max(1, nextDueMillis - clock.millis());
    }

    /** One step; false if it can't go on now. */
    private boolean feed(EndpointReplay replay, int most) {
        Found found = look(replay, most);
        CommitOutcome outcome = core.feed(new ReplayFeed(
                        endpointId, replay.generation(), replay.cursorMsgId(), found.throughMsgId(), found.messages()))
                .await();
        boolean noRoom = outcome instanceof CommitOutcome.Stored stored
                && stored.messages() < found.messages().size();
        return !noRoom && !(outcome instanceof CommitOutcome.Unknown);
    }

    private Found look(EndpointReplay replay, int most) {
        ReplaySelection selection = new ReplaySelection(
                core,
                core.directory().byId(endpointId),
                replay.filters().stream().map(TopicFilter::of).toList());
        List<MessageSlot> messages = new ArrayList<>();
        long looked = replay.cursorMsgId();
        for (int pages = 0; pages < PAGES_A_FEED && looked < replay.throughMsgId() && messages.size() < most; pages++) {
            LogReader.Page page = log.after(looked, replay.throughMsgId());
            if (page.lostMsgs() > 0) {
                LOG.log(
                        System.Logger.Level.ERROR,
                        "replay of endpoint {0}: {1} messages between {2} and {3} can''t be read and are left out",
                        endpointId,
                        page.lostMsgs(),
                        looked,
                        page.scannedThroughMsgId());
            }
            looked = page.scannedThroughMsgId();
            for (MessageSlot slot : page.slots()) {
                if (selection.selects(slot)) {
                    messages.add(slot);
                }
                if (messages.size() == most && slot.msgId() < looked) {
                    looked = slot.msgId();
                    break;
                }
            }
        }
        return new Found(messages, looked);
    }
}
