package io.reprise.broker.engine.state;

import io.reprise.broker.engine.log.BodyLocation;
import io.reprise.broker.engine.log.Effect;
import io.reprise.broker.engine.log.Effect.Removal;
import io.reprise.broker.engine.log.Effect.Removed;
import io.reprise.broker.engine.log.EntryCodec;
import io.reprise.broker.engine.log.EntryHead;
import io.reprise.broker.engine.log.MessageSlot;
import io.reprise.broker.engine.log.Placement;
import io.reprise.broker.engine.store.InMemoryVpnStore;
import io.reprise.broker.model.store.LogEntry;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A VPN in which a test commits entries one by one: stored in memory and folded. */
final class Fold {
    static final String VPN = "v";
    static final int MESSAGE_BYTES = 100;

    private InMemoryVpnStore store = InMemoryVpnStore.create(VPN);
    private VpnState state = new VpnState();
    private Checkpointing checkpointing = new Checkpointing(VPN, state);

    Fold() {
        state.apply(1, EntryCodec.decode(EntryCodec.openingHead(1)), 0);
    }

    InMemoryVpnStore store() {
        return store;
    }

    VpnState state() {
        return state;
    }

    Checkpointing checkpointing() {
        return checkpointing;
    }

    /** Commits an entry with these effects; its number. */
    long commit(Effect... effects) {
        return commit(List.of(), effects);
    }

    long commit(List<MessageSlot> messages, Effect... effects) {
        long commitNo = state.lastCommitNo() + 1;
        long lastId = messages.isEmpty()
                ? state.lastMsgId()
                : messages.get(messages.size() - 1).msgId();
        LoggedPart logged = LoggedPart.of(messages);
        EntryHead head = new EntryHead(
                lastId,
                state.lastTimeMillis() + 1,
                state.log().loggedCount() + logged.messages(),
                state.log().loggedBytes() + logged.sizeBytes(),
                messages,
                List.of(effects));
        int bodyBytes = messages.size() * MESSAGE_BYTES;
        store.append(new LogEntry(
                VPN,
                commitNo,
                store.epoch(),
                commitNo,
                0,
                0,
                0,
                0,
                bodyBytes,
                EntryCodec.encode(head),
                new byte[bodyBytes]));
        state.apply(commitNo, head, bodyBytes);
        return commitNo;
    }

    void commitEmpty(int entries) {
        for (int i = 0; i < entries; i++) {
            commit();
        }
    }

    /** Commits so many messages to one endpoint in one entry; its number. */
    long publish(long endpoint, int count) {
        List<MessageSlot> messages = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            messages.add(message(state.lastMsgId() + 1 + i, false, endpoint));
        }
        return commit(messages);
    }

    /** Removes messages of {@link #MESSAGE_BYTES} from an endpoint. */
    static Removed removed(long endpoint, long... msgIds) {
        return new Removed(endpoint, 1, Removal.ACKNOWLEDGED, msgIds, (long) msgIds.length * MESSAGE_BYTES);
    }

    static MessageSlot message(long msgId, boolean logged, long... endpoints) {
        return new MessageSlot(
                msgId,
                "a",
                MESSAGE_BYTES,
                4,
                true,
                logged,
                1,
                0,
                Arrays.stream(endpoints).mapToObj(id -> new Placement(id, 4, 0)).toList(),
                new BodyLocation(null, 0, MESSAGE_BYTES, 0));
    }

    /** Writes everything that differs from the checkpoint. */
    void checkpoint() {
        do {
            store.writeCheckpoint(checkpointing.copy());
            checkpointing.written();
        } while (checkpointing.waiting() > 0);
    }

    /** Where a recovery would begin now. */
    long durableTailFrom() {
        io.reprise.broker.model.store.@Nullable Checkpoint checkpoint = store.checkpoint();
        return checkpoint == null ? 1 : checkpoint.tailFrom();
    }

    /** Deletes what is dead by the checkpoint written. */
    List<Long> reclaim() {
        List<Long> dead = state.entries().dead(durableTailFrom(), Integer.MAX_VALUE);
        store.deleteEntries(dead);
        checkpointing.entriesDeleted(dead);
        return dead;
    }

    /** The owner is gone, another takes over. */
    void crash() {
        store = store.takeOver();
        state = Recovery.recover(store).state();
        checkpointing = new Checkpointing(VPN, state);
    }
}
