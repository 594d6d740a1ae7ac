package io.reprise.broker.engine.vpn;

import io.reprise.broker.engine.commit.DeadMessage;
import io.reprise.broker.engine.commit.Obstruction;
import io.reprise.broker.engine.commit.PendingRetry;
import io.reprise.broker.engine.commit.VpnCore;
import io.reprise.broker.engine.deliver.EndpointDispatch;
import io.reprise.broker.engine.deliver.StoredContent;
import io.reprise.broker.engine.endpoint.EndpointConfig;
import io.reprise.broker.engine.log.AckRef;
import io.reprise.broker.engine.log.Effect.Removal;
import io.reprise.broker.engine.log.MessageSlot;
import io.reprise.broker.engine.selector.Selector;
import io.reprise.broker.engine.state.EndpointState;
import io.reprise.broker.engine.state.VpnState;
import io.reprise.broker.model.delivery.DeathReason;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.management.MessageState;
import io.reprise.broker.model.management.RetryObstacle;
import io.reprise.broker.model.management.RetryResult;
import io.reprise.broker.model.message.MalformedWireException;
import io.reprise.broker.model.message.Message;
import io.reprise.broker.model.message.MessageCodec;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What an administrator does to messages of an endpoint: each batch is read here, seized, and put to the committer as one operation
 * [LOG.md L19]. One thread.
 */
final class MessageActions {
    private static final int BATCH = 1_000;

    private final VpnCore core;
    private final EndpointConfig endpoint;
    private final EndpointDispatch dispatch;

    MessageActions(VpnCore core, EndpointConfig endpoint, EndpointDispatch dispatch) {
        this.core = core;
        this.endpoint = endpoint;
        this.dispatch = dispatch;
    }

    /**
     * A message that was read and let go again: a thousand of them may be large.
     *
     * @param ttlMillis the time to live its publisher gave it; 0 = for ever
     */
    private record Candidate(MessageSlot slot, boolean isDamaged, long ttlMillis) {}

    // ---- retry ----

    RetryResult retry(@Nullable Selector selector) {
        Tally tally = new Tally();
        forEachBatch(selector, batch -> retry(batch, tally));
        return tally.result();
    }

    boolean retryOne(long msgId) {
        Tally tally = new Tally();
        retry(List.of(existing(msgId)), tally);
        Obstruction obstruction = tally.last;
        if (obstruction != null) {
            throw notAllowed(
                    msgId,
                    "can't go back to where it died: " + obstruction.obstacle().text() + ", " + obstruction.text());
        }
        return true;
    }

    private void retry(List<Candidate> batch, Tally tally) {
        List<DeadMessage> seized = new ArrayList<>();
        for (Candidate candidate : batch) {
            MessageSlot slot = candidate.slot();
            if (slot.deadLetter() == null) {
                tally.stays(new Obstruction(RetryObstacle.NOT_DEAD, "it was published here"));
            } else if (candidate.isDamaged()) {
                tally.stays(new Obstruction(RetryObstacle.DAMAGED, "its bytes can't be read"));
            } else if (!dispatch.seizures().seizeEvenDamaged(slot.msgId())) {
                tally.stays(new Obstruction(
                        RetryObstacle.NOT_FREE, "somebody has it, or a prepared branch acknowledges it"));
            } else {
                seized.add(new DeadMessage(slot, candidate.ttlMillis()));
            }
        }
        if (!seized.isEmpty()) {
            PendingRetry retry = core.retry(dispatch, seized);
            tally.retried += retry.await().orThrow().messages();
            retry.obstructions().forEach(tally::stays);
        }
    }

    /** What became of them so far. */
    private static final class Tally {
        private final Map<RetryObstacle, Long> stayed = new EnumMap<>(RetryObstacle.class);
        private @Nullable Obstruction last;
        private long retried;

        void stays(Obstruction obstruction) {
            last = obstruction;
            stayed.merge(obstruction.obstacle(), 1L, Long::sum);
        }

        RetryResult result() {
            return new RetryResult(retried, stayed);
        }
    }

    // ---- delete ----

    /** Reads no bodies. */
    long deleteAll() {
        long lastMsgId = core.atBoundary(VpnState::lastMsgId);
        long deleted = 0;
        while (true) {
            List<Long> seized = dispatch.seizures().seize(BATCH, lastMsgId);
            if (seized.isEmpty()) {
                return deleted;
            }
            delete(seized);
            deleted += seized.size();
        }
    }

    long delete(Selector selector) {
        long[] deleted = {0};
        forEachBatch(selector, batch -> {
            List<Long> seized = batch.stream()
                    .map(candidate -> candidate.slot().msgId())
                    .filter(dispatch.seizures()::seizeEvenDamaged)
                    .toList();
            if (!seized.isEmpty()) {
                delete(seized);
            }
            deleted[0] += seized.size();
        });
        return deleted[0];
    }

    boolean deleteOne(long msgId) {
        requireThere(msgId);
        if (!dispatch.seizures().seizeEvenDamaged(msgId)) {
            throw notAllowed(
                    msgId, "is " + dispatch.whereabouts(msgId).state().text() + "; allowed: one that is not in flight");
        }
        delete(List.of(msgId));
        return true;
    }

    private void delete(List<Long> seized) {
        core.remove(dispatch, refs(seized), Removal.PURGED).await().orThrow();
    }

    private List<AckRef> refs(List<Long> seized) {
        List<AckRef> refs = new ArrayList<>(seized.size());
        boolean done = false;
        try {
            for (long msgId : seized) {
                MessageSlot slot = core.reader().slot(msgId);
                refs.add(dispatch.ref(msgId, slot == null ? 0 : slot.sizeBytes()));
            }
            done = true;
            return refs;
        } finally {
            if (!done) {
                dispatch.seizures().restore(seized);
            }
        }
    }

    // ---- dead letters ----

    long deadLetter(@Nullable Selector selector) {
        if (endpoint.settings().deadMsgQueue().isEmpty()) {
            throw new BrokerException(
                    ErrorCode.NOT_ALLOWED,
                    endpoint.label()
                            + " has no dead message queue to move messages to; allowed: one with deadMsgQueue");
        }
        long[] moved = {0};
        forEachBatch(selector, batch -> {
            List<MessageSlot> seized = batch.stream()
                    .filter(candidate -> !candidate.isDamaged())
                    .map(Candidate::slot)
                    .filter(slot -> dispatch.seizures().seize(slot.msgId()))
                    .toList();
            if (!seized.isEmpty()) {
                moved[0] += core.die(dispatch, seized, DeathReason.ADMIN)
                        .await()
                        .orThrow()
                        .messages();
            }
        });
        return moved[0];
    }

    // ---- delayed ones ----

    long releaseDelayed() {
        List<Long> delayed = dispatch.delayed();
        long released = 0;
        for (int from = 0; from < delayed.size(); from += BATCH) {
            List<Long> batch = delayed.subList(from, Math.min(from + BATCH, delayed.size()));
            released += core.releaseDelayed(dispatch, batch).await().orThrow().messages();
        }
        return released;
    }

    boolean releaseOne(long msgId) {
        requireThere(msgId);
        MessageState state = dispatch.whereabouts(msgId).state();
        if (state != MessageState.DELAYED) {
            throw notAllowed(msgId, "is " + state.text() + "; allowed: one that is delayed");
        }
        core.releaseDelayed(dispatch, List.of(msgId)).await().orThrow();
        return true;
    }

    // ---- reading ----

    private void forEachBatch(@Nullable Selector selector, Consumer<List<Candidate>> work) {
        long lastMsgId = core.atBoundary(VpnState::lastMsgId);
        long from = 0;
        while (true) {
            long after = from;
            List<Long> ids = core.atBoundary(state -> MessagePages.after(state, endpoint.id(), after, BATCH)).stream()
                    .filter(msgId -> msgId <= lastMsgId)
                    .toList();
            if (ids.isEmpty()) {
                return;
            }
            work.accept(ids.stream()
                    .map(msgId -> read(msgId, selector))
                    .flatMap(Optional::stream)
                    .toList());
            from = ids.get(ids.size() - 1);
        }
    }

    /** Empty if it is gone, or the selector doesn't want it; none wants a damaged one. */
    private Optional<Candidate> read(long msgId, @Nullable Selector selector) {
        MessageSlot slot = core.reader().slot(msgId);
        Message message = slot == null ? null : message(msgId);
        if (slot == null || selector != null && !isWanted(slot, message, selector)) {
            return Optional.empty();
        }
        return Optional.of(
                message == null ? new Candidate(slot, true, 0) : new Candidate(slot, false, message.ttlMillis()));
    }

    private boolean isWanted(MessageSlot slot, @Nullable Message message, Selector selector) {
        int next = dispatch.whereabouts(slot.msgId()).attempts() + 1;
        return message != null && selector.matches(message, next, slot.deadLetter());
    }

    private @Nullable Message message(long msgId) {
        try {
            StoredContent stored = core.reader().read(msgId);
            return stored == null ? null : MessageCodec.decode(stored.content());
        } catch (BrokerException | MalformedWireException damaged) {
            return null;
        }
    }

    private Candidate existing(long msgId) {
        requireThere(msgId);
        return read(msgId, null).orElseThrow(() -> missing(msgId));
    }

    private void requireThere(long msgId) {
        boolean there = core.atBoundary(state -> Optional.ofNullable(state.endpoint(endpoint.id()))
                .map((EndpointState on) -> on.contains(msgId))
                .orElse(false));
        if (!there) {
            throw missing(msgId);
        }
    }

    private BrokerException missing(long msgId) {
        return new BrokerException(ErrorCode.NOT_FOUND, "message " + msgId + " is not on " + endpoint.label());
    }

    private BrokerException notAllowed(long msgId, String why) {
        return new BrokerException(ErrorCode.NOT_ALLOWED, "message " + msgId + " on " + endpoint.label() + " " + why);
    }
}
