package io.reprise.broker.engine.commit;

import io.reprise.broker.engine.endpoint.EndpointConfig;
import io.reprise.broker.engine.endpoint.EndpointDirectory;
import io.reprise.broker.engine.log.AckRef;
import io.reprise.broker.engine.log.Effect.Fed;
import io.reprise.broker.engine.log.Effect.Removal;
import io.reprise.broker.engine.log.Effect.ReplayEnded;
import io.reprise.broker.engine.log.Effect.ReplayJoined;
import io.reprise.broker.engine.log.Effect.ReplayStarted;
import io.reprise.broker.engine.log.MessageSlot;
import io.reprise.broker.engine.log.Placement;
import io.reprise.broker.engine.state.EndpointReplay;
import io.reprise.broker.engine.state.EndpointState;
import io.reprise.broker.engine.state.VpnState;
import io.reprise.broker.model.endpoint.EndpointSettings;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.publish.CommitOutcome.Rejected;
import io.reprise.broker.model.publish.CommitOutcome.Stored;
import io.reprise.broker.model.replay.ReplayFailure;
import io.reprise.broker.model.replay.ReplayState;
import io.reprise.broker.model.topic.TopicFilter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The steps of a replay, each one effect in the log [spec 2.4, LOG.md L21-L23]: its start, what is put on the endpoint, the join, the
 * end. A start is an entry of its own; of each endpoint an entry has one step. The committer's.
 */
final class ReplayDecider {
    private final VpnState state;
    private final EndpointDirectory directory;

    ReplayDecider(VpnState state, EndpointDirectory directory) {
        this.state = state;
        this.directory = directory;
    }

    /** False if it can't be decided before this draft is on disk. */
    boolean start(StartReplayOperation start, Draft draft) {
        if (!draft.isBlank()) {
            return false;
        }
        ReplayOrder order = start.order();
        EndpointConfig endpoint = directory.byId(order.endpointId());
        EndpointState on = state.endpoint(order.endpointId());
        if (endpoint == null || on == null) {
            start.settle(new Rejected(ErrorCode.NOT_FOUND, "the endpoint was deleted before its replay began"));
            return true;
        }
        Rejected refusal = refusal(order, endpoint);
        if (refusal != null) {
            start.settle(refusal);
            return true;
        }
        if (!order.replayId().isEmpty() && on.replay().spentIds().contains(order.replayId())) {
            start.isSpent();
            start.settle(Outcomes.DONE);
            return true;
        }
        if (on.replay().state().isRunning()) {
            end(on, ReplayFailure.CANCELLED, draft);
        }
        long fromMsgId = Math.min(
                state.lastMsgId(), Math.max(order.fromMsgId(), state.log().trimmedThroughMsgId()));
        int generation = on.lastGeneration() + 1;
        draft.effect(new ReplayStarted(
                on.id(),
                generation,
                generation + 1,
                state.lastMsgId() + 1,
                on.emptyBacklogs(),
                order.replayId(),
                fromMsgId,
                Math.max(fromMsgId, Math.min(order.throughMsgId(), state.lastMsgId())),
                order.ratePerSecond(),
                endpoint.attracts().stream().map(TopicFilter::text).toList(),
                draft.timeMillis()));
        draft.include(start, Outcomes.DONE);
        draft.seal();
        return true;
    }

    private @Nullable Rejected refusal(ReplayOrder order, EndpointConfig endpoint) {
        if (!directory.isReplayEnabled()) {
            return new Rejected(
                    ErrorCode.REPLAY_DISABLED,
                    "replay of " + endpoint.label() + ": the VPN has no replay log with egressEnabled=true");
        }
        if (endpoint.settings().partitionCount() > 0) {
            return new Rejected(
                    ErrorCode.REPLAY_PARTITIONED_QUEUE,
                    "replay of " + endpoint.label() + " with partitionCount="
                            + endpoint.settings().partitionCount() + "; allowed: 0");
        }
        if (order.startMsgId().isPresent()
                && order.startMsgId().getAsLong() <= state.log().trimmedThroughMsgId()) {
            return new Rejected(
                    ErrorCode.REPLAY_START_MESSAGE_UNAVAILABLE,
                    "replay of " + endpoint.label() + ": message "
                            + order.startMsgId().getAsLong() + " has left the replay log");
        }
        return null;
    }

    /** False if it can't be decided before this draft is on disk. */
    boolean feed(FeedOperation operation, Draft draft) {
        ReplayFeed feed = operation.feed();
        if (draft.touchesReplay(feed.endpointId())) {
            return false;
        }
        EndpointConfig endpoint = directory.byId(feed.endpointId());
        EndpointState on = state.endpoint(feed.endpointId());
        EndpointReplay replay = on == null ? EndpointReplay.NONE : on.replay();
        boolean current = replay.state().holdsBack()
                && replay.generation() == feed.generation()
                && replay.cursorMsgId() == feed.fromMsgId();
        if (endpoint == null || on == null || !current) {
            operation.settle(new Rejected(ErrorCode.REPLAY_NOT_RUNNING, "the replay has ended, or has gone on"));
            return true;
        }
        if (endpoint.settings().isLastValueQueue()) {
            // What is published in the same entry would not know of the copy, nor the copy of it.
            if (!draft.isBlank()) {
                return false;
            }
            draft.seal();
        }
        if (state.log().trimmedThroughMsgId() > feed.fromMsgId()) {
            end(on, ReplayFailure.MESSAGE_UNAVAILABLE, draft);
            draft.include(operation, Outcomes.DONE);
            return true;
        }
        Copies copies = new Copies(endpoint, on, draft);
        for (MessageSlot message : feed.messages()) {
            if (!copies.add(message)) {
                break;
            }
        }
        if (copies.rejected) {
            end(on, ReplayFailure.MESSAGE_REJECTED, draft);
        } else if (!copies.complete) {
            put(on, copies.cursor(feed.fromMsgId()), copies, draft);
        } else {
            put(on, feed.throughMsgId(), copies, draft);
        }
        draft.include(operation, new Stored(0, copies.count()));
        return true;
    }

    private void put(EndpointState on, long cursorMsgId, Copies copies, Draft draft) {
        EndpointReplay replay = on.replay();
        boolean isDone = cursorMsgId >= replay.throughMsgId();
        boolean isLastValue = copies.endpoint.settings().isLastValueQueue();
        if (isLastValue) {
            keepNewest(on, isDone, copies, draft);
        }
        if (cursorMsgId > replay.cursorMsgId() || copies.count() > 0 || isDone) {
            draft.feed(copies.fed(on.id(), replay.generation(), cursorMsgId));
            draft.replay(on.id());
        }
        if (isDone) {
            draft.effect(new ReplayJoined(on.id(), replay.generation()));
            if (copies.count() == 0 && remaining(on, draft) == 0) {
                draft.effect(new ReplayEnded(on.id(), replay.generation(), ReplayFailure.NONE, draft.timeMillis()));
            }
        }
    }

    /** On a last-value queue the newest message stays: of these, of what is there, and once the replay joins, of what is held back. */
    private static void keepNewest(EndpointState on, boolean joins, Copies copies, Draft draft) {
        boolean newer = joins && on.heldBackMessages() > 0;
        copies.keepLast(newer ? 0 : 1);
        if (newer || copies.count() > 0) {
            on.forEach(on.replay().generation(), (lane, msgId) -> {
                AckRef ref = new AckRef(on.id(), on.replay().generation(), msgId, (int) on.sizeBytes());
                if (!draft.isRemoved(ref)) {
                    draft.remove(ref, Removal.REPLACED);
                }
            });
        }
    }

    /** On a last-value queue the newest message stays, of what was set aside, what is held back, and what came after the join. */
    private static void keepNewestOfAll(EndpointState on, Draft draft) {
        List<AckRef> there = new ArrayList<>();
        for (int generation : on.publishedGenerations()) {
            on.forEach(
                    generation,
                    (lane, msgId) -> there.add(new AckRef(on.id(), generation, msgId, (int) on.bytesLike(generation))));
        }
        there.sort(Comparator.comparingLong(AckRef::msgId));
        there.subList(0, Math.max(0, there.size() - 1)).forEach(ref -> {
            if (!draft.isRemoved(ref)) {
                draft.remove(ref, Removal.REPLACED);
            }
        });
    }

    /** Copies on the endpoint that nothing in the draft takes away. */
    private static long remaining(EndpointState on, Draft draft) {
        int generation = on.replay().generation();
        long[] left = {0};
        on.forEach(
                generation,
                (lane, msgId) -> left[0] += draft.isRemoved(new AckRef(on.id(), generation, msgId, 0)) ? 0 : 1);
        return left[0];
    }

    /** A message of the log on the endpoint once more. */
    private record Copy(long msgId, Placement placement, int sizeBytes) {}

    /** What of a feed has a place. */
    private static final class Copies {
        final EndpointConfig endpoint;
        private final EndpointSettings settings;
        private final EndpointState on;
        private final Draft draft;
        private final List<Copy> copies = new ArrayList<>();
        private long bytes;
        /** All found a place so far. */
        boolean complete = true;
        /** One never will. */
        boolean rejected;

        Copies(EndpointConfig endpoint, EndpointState on, Draft draft) {
            this.endpoint = endpoint;
            this.settings = endpoint.settings();
            this.on = on;
            this.draft = draft;
        }

        /** False if it has no place now. */
        boolean add(MessageSlot message) {
            long quota = settings.isLastValueQueue() ? Long.MAX_VALUE : settings.maxSpoolBytes();
            rejected = message.sizeBytes() > settings.maxMsgSizeBytes() || message.sizeBytes() > quota;
            complete = !rejected && on.sizeBytes() + draft.added(on.id()).bytes + bytes + message.sizeBytes() <= quota;
            if (complete) {
                copies.add(new Copy(message.msgId(), placement(message), message.sizeBytes()));
                bytes += message.sizeBytes();
            }
            return complete;
        }

        /** Its time to live counts anew from now [spec 2.5]. */
        private Placement placement(MessageSlot message) {
            return PublishPlanner.placement(
                    endpoint,
                    0,
                    message.priority(),
                    PublishPlanner.deadline(draft.nowMillis(), message.ttlMillis()),
                    draft.nowMillis());
        }

        /** Up to where it came, if it did not come to the end. */
        long cursor(long fromMsgId) {
            return copies.isEmpty() ? fromMsgId : copies.get(copies.size() - 1).msgId();
        }

        int count() {
            return copies.size();
        }

        void keepLast(int count) {
            copies.subList(0, Math.max(0, copies.size() - count)).clear();
            bytes = copies.stream().mapToLong(Copy::sizeBytes).sum();
        }

        Fed fed(long endpointId, int generation, long cursorMsgId) {
            return new Fed(
                    endpointId,
                    generation,
                    cursorMsgId,
                    copies.stream().mapToLong(Copy::msgId).toArray(),
                    copies.stream().mapToInt(copy -> copy.placement().lane()).toArray(),
                    copies.stream()
                            .mapToLong(copy -> copy.placement().expirationMillis())
                            .toArray(),
                    bytes,
                    draft.timeMillis());
        }
    }

    /** False if it can't be decided before this draft is on disk. */
    boolean end(EndReplayOperation end, Draft draft) {
        EndpointConfig endpoint = directory.byId(end.endpointId());
        boolean alone = endpoint != null && endpoint.settings().isLastValueQueue();
        if (draft.touchesReplay(end.endpointId()) || alone && !draft.isBlank()) {
            return false;
        }
        EndpointState on = state.endpoint(end.endpointId());
        EndpointReplay replay = on == null ? EndpointReplay.NONE : on.replay();
        boolean meant = end.generation() == 0 || end.generation() == replay.generation();
        boolean complete = end.failure() == ReplayFailure.NONE;
        boolean possible = complete
                ? replay.state() == ReplayState.PENDING_COMPLETE
                : replay.state().isRunning();
        if (on == null || !meant || !possible || complete && remaining(on, draft) > 0) {
            end.settle(new Rejected(ErrorCode.REPLAY_NOT_RUNNING, "no replay runs that could end so"));
            return true;
        }
        end(on, end.failure(), draft);
        draft.include(end, Outcomes.DONE);
        if (alone) {
            draft.seal();
        }
        return true;
    }

    private void end(EndpointState on, ReplayFailure failure, Draft draft) {
        EndpointConfig endpoint = directory.byId(on.id());
        if (failure != ReplayFailure.NONE
                && endpoint != null
                && endpoint.settings().isLastValueQueue()) {
            keepNewestOfAll(on, draft);
        }
        draft.effect(new ReplayEnded(on.id(), on.replay().generation(), failure, draft.timeMillis()));
        draft.replay(on.id());
    }
}
