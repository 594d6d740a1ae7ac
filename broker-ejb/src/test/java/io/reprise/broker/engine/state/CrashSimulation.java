package io.reprise.broker.engine.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.engine.log.EntryCodec;
import io.reprise.broker.engine.log.EntryHead;
import io.reprise.broker.engine.state.EntryGenerator.Profile;
import io.reprise.broker.engine.store.AppendResult;
import io.reprise.broker.engine.store.CheckpointBatch;
import io.reprise.broker.engine.store.InMemoryVpnStore;
import io.reprise.broker.engine.store.InMemoryVpnStore.Call;
import io.reprise.broker.engine.store.InMemoryVpnStore.Fault;
import io.reprise.broker.engine.store.StoreUnavailableException;
import io.reprise.broker.model.store.Checkpoint;
import io.reprise.broker.model.store.LogEntry;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One VPN's life over several owners, all from one seed: entries are committed and folded; checkpoints are copied, written, lost or
 * written with a lost answer; dead entries are deleted and others compacted; and at any moment between two of these steps the owner
 * crashes. What a recovery makes of the rows must always be what the oracle says [LOG.md L15, L16].
 */
final class CrashSimulation {
    private static final int EVENTS_SHOWN = 40;

    private final long seed;
    private final Random random;
    private final Profile profile;
    private final NaiveVpn model = new NaiveVpn();
    private final EntryGenerator generator;
    private final Deque<Supplier<String>> events = new ArrayDeque<>();
    private InMemoryVpnStore store = InMemoryVpnStore.create("v");
    private VpnState state = new VpnState();
    private Checkpointing checkpointing = new Checkpointing("v", state);
    private @Nullable CheckpointBatch batch;
    private boolean batchWritten;
    private List<Long> deleting = List.of();
    private boolean deletedThere;
    private long durableTailFrom = 1;

    private CrashSimulation(long seed) {
        this.seed = seed;
        this.random = new Random(seed);
        this.profile = Profile.any(random);
        this.generator = new EntryGenerator(random, profile, model);
    }

    /** Runs it; fails with the seed and what happened last. */
    static void run(long seed, int steps) {
        new CrashSimulation(seed).run(steps);
    }

    private void run(int steps) {
        try {
            foldOpening();
            for (int step = 0; step < steps; step++) {
                step();
            }
            crash();
        } catch (AssertionError | RuntimeException e) {
            throw new AssertionError("seed " + seed + ", profile " + profile.name() + ", lately:\n  " + lately(), e);
        }
    }

    private void step() {
        int choice = random.nextInt(100);
        if (choice < 60) {
            commit();
        } else if (choice < 85) {
            checkpoint();
        } else if (choice < 92) {
            reclaim();
        } else if (choice < 94) {
            compact();
        } else if (choice < 97) {
            compareAndProbe();
        } else if (choice < 98) {
            if (profile == Profile.IDLE || chance(0.2)) {
                idle();
            }
        } else {
            crash();
        }
    }

    private void commit() {
        EntryHead head = generator.next();
        int bodyBytes = head.messages().size() * 10;
        long commitNo = append(head, bodyBytes);
        if (chance(0.01)) {
            happened("crash before entry %d was folded", commitNo);
            crash();
        } else {
            state.apply(commitNo, head, bodyBytes);
        }
    }

    private long append(EntryHead head, int bodyBytes) {
        long commitNo = model.lastCommitNo + 1;
        boolean refused = chance(0.01);
        if (refused) {
            store.refuseNextAppend("no");
        }
        LogEntry entry = new LogEntry(
                "v",
                commitNo,
                store.epoch(),
                random.nextLong(),
                0,
                0,
                0,
                0,
                bodyBytes,
                EntryCodec.encode(head),
                new byte[bodyBytes]);
        AppendResult result = store.append(entry);
        if (refused) {
            happened("entry %d refused, its slot closed", commitNo);
            assertThat(result.kind()).isEqualTo(AppendResult.Kind.REFUSED);
            EntryHead empty = EntryCodec.decode(EntryCodec.emptyHead());
            model.apply(commitNo, empty, 0);
            state.apply(commitNo, empty, 0);
            return append(head, bodyBytes);
        }
        happened("entry %d: %s", commitNo, head);
        assertThat(result).isEqualTo(AppendResult.committed());
        model.apply(commitNo, head, bodyBytes);
        return commitNo;
    }

    /** Many entries that bring nothing, so that blocks of the entry index fill and die. */
    private void idle() {
        EntryHead nothing = EntryCodec.decode(EntryCodec.emptyHead());
        for (int left = random.nextInt(700); left > 0; left--) {
            state.apply(append(nothing, 0), nothing, 0);
        }
    }

    private void checkpoint() {
        CheckpointBatch inFlight = batch;
        if (inFlight == null) {
            copyBatch();
        } else if (!batchWritten && chance(0.5)) {
            writeBatch(inFlight);
        } else {
            endBatch(inFlight.checkpoint());
        }
    }

    private void copyBatch() {
        CheckpointBatch copied = checkpointing.copy(chance(0.3) ? 256 : 1 + random.nextInt(12));
        batch = copied;
        batchWritten = false;
        Checkpoint header = copied.checkpoint();
        happened(
                "batch copied at %d: tail_from %d, %d rows, %d gone",
                header.asOf(),
                header.tailFrom(),
                copied.upserts().size(),
                copied.deletes().size());
        assertThat(header.tailFrom())
                .as("tail_from, which never falls")
                .isBetween(durableTailFrom, state.lastCommitNo() + 1);
    }

    private void writeBatch(CheckpointBatch inFlight) {
        store.writeCheckpoint(inFlight);
        batchWritten = true;
        happened("batch of %d is on disk", inFlight.checkpoint().asOf());
        probe();
    }

    private void endBatch(Checkpoint header) {
        if (chance(0.05)) {
            happened("nobody is told how the batch of %d ended", header.asOf());
        } else if (!batchWritten || chance(0.05)) {
            happened("batch of %d counts as not written", header.asOf());
            checkpointing.notWritten();
        } else {
            happened("batch of %d counts as written", header.asOf());
            checkpointing.written();
            durableTailFrom = header.tailFrom();
        }
        batch = null;
    }

    private void reclaim() {
        if (deleting.isEmpty()) {
            deleting = state.entries().dead(durableTailFrom, 1 + random.nextInt(300));
            deletedThere = false;
        } else if (!deletedThere) {
            deleteThem();
        } else {
            checkpointing.entriesDeleted(deleting);
            happened("deletion of %s noted", deleting);
            deleting = List.of();
        }
    }

    private void deleteThem() {
        for (long commitNo : deleting) {
            NaiveVpn.Entry entry = model.entries.get(commitNo);
            assertThat(commitNo).as("entry to delete").isLessThan(durableTailFrom);
            assertThat(entry != null && entry.opening())
                    .as("opening entry %d dead", commitNo)
                    .isFalse();
        }
        assertThat(model.references().keySet()).as("entries needed").doesNotContainAnyElementsOf(deleting);
        if (chance(0.1)) {
            store.failNext(Call.DELETE_ENTRIES, Fault.NOT_DONE);
            try {
                store.deleteEntries(deleting);
            } catch (StoreUnavailableException e) {
                deleting = List.of();
                return;
            }
        }
        store.deleteEntries(deleting);
        happened("entries %s deleted", deleting);
        model.deleteEntries(deleting);
        deletedThere = true;
        probe();
    }

    private void compact() {
        List<Long> worth = new ArrayList<>(state.entries().mostlyDead(durableTailFrom, 1, 10));
        Collections.shuffle(worth, random);
        for (long commitNo : worth) {
            LogEntry before = store.readEntries(commitNo, 1, Long.MAX_VALUE).get(0);
            assertThat(before.commitNo()).isEqualTo(commitNo);
            int bodyBytes = before.bodyBytes() / 2;
            store.rewriteEntry(new LogEntry(
                    "v",
                    commitNo,
                    before.epoch(),
                    before.nonce(),
                    0,
                    0,
                    0,
                    0,
                    bodyBytes,
                    survivors(before),
                    new byte[bodyBytes]));
            model.shrink(commitNo, bodyBytes);
            checkpointing.entryRewritten(commitNo, bodyBytes);
            happened("entry %d compacted", commitNo);
        }
    }

    private byte[] survivors(LogEntry entry) {
        EntryHead head = EntryCodec.decode(entry.head());
        Set<Long> roots = model.roots();
        return EntryCodec.encode(new EntryHead(
                head.lastMsgId(),
                head.lastTimeMillis(),
                head.loggedCount(),
                head.loggedBytes(),
                head.messages().stream()
                        .filter(slot -> model.replayLog.containsKey(slot.msgId())
                                || roots.contains(slot.msgId())
                                || model.isHeld(slot.msgId()))
                        .toList(),
                head.effects()));
    }

    private void compareAndProbe() {
        StateAssertions.assertRecovered(model, state);
        assertBodiesInTheLog();
        probe();
    }

    /** Whatever lies on an endpoint, moved how often ever, or in the replay log, has its slot and its body in the log. */
    private void assertBodiesInTheLog() {
        Set<Long> there = new HashSet<>();
        for (LogEntry entry : store.log()) {
            EntryCodec.decode(entry.head()).messages().forEach(slot -> there.add(slot.msgId()));
        }
        model.endpoints
                .values()
                .forEach(endpoint -> endpoint.parts()
                        .forEach(part ->
                                assertThat(there).as("messages in the log").containsAll(part.copies.keySet())));
        assertThat(there).as("messages in the log").containsAll(model.roots()).containsAll(model.replayLog.keySet());
    }

    /** What another owner would recover at this moment. */
    private void probe() {
        StateAssertions.assertRecovered(model, Recovery.recover(store).state());
    }

    private void crash() {
        if (batch != null && !batchWritten && chance(0.5)) {
            writeBatch(batch);
        } else if (batch != null && !batchWritten && chance(0.5)) {
            store.beginCheckpoint(batch);
            happened("batch of %d has begun", batch.checkpoint().asOf());
        }
        if (!deleting.isEmpty() && !deletedThere && chance(0.5)) {
            deleteThem();
        }
        batch = null;
        deleting = List.of();
        store = store.takeOver();
        foldOpeningIntoModel();
        Recovery.Recovered recovered = Recovery.recover(store);
        state = recovered.state();
        checkpointing = new Checkpointing("v", state);
        Checkpoint checkpoint = store.checkpoint();
        durableTailFrom = checkpoint == null ? 1 : checkpoint.tailFrom();
        happened("owner %d recovered %d entries", store.epoch(), recovered.foldedEntries());
        StateAssertions.assertRecovered(model, state);
    }

    private void foldOpening() {
        foldOpeningIntoModel();
        state.apply(store.openingCommitNo(), EntryCodec.decode(EntryCodec.openingHead(store.epoch())), 0);
    }

    private void foldOpeningIntoModel() {
        model.apply(store.openingCommitNo(), EntryCodec.decode(EntryCodec.openingHead(store.epoch())), 0);
    }

    private String lately() {
        return events.stream().map(Supplier::get).collect(Collectors.joining("\n  "));
    }

    private void happened(String what, Object... arguments) {
        events.addLast(() -> String.format(what, arguments));
        if (events.size() > EVENTS_SHOWN) {
            events.removeFirst();
        }
    }

    private boolean chance(double probability) {
        return random.nextDouble() < probability;
    }
}
