package io.reprise.broker.engine.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.engine.log.AckRef;
import io.reprise.broker.engine.log.EntryCodec;
import io.reprise.broker.engine.log.Lanes;
import io.reprise.broker.engine.log.MessageSlot;
import io.reprise.broker.engine.log.Placement;
import io.reprise.broker.engine.state.PublisherWindow.Known;
import io.reprise.broker.model.publish.BranchId;
import io.reprise.broker.model.replay.ReplayState;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Holds a {@link VpnState} against its oracle, through what the engine can ask it. */
final class StateAssertions {
    private final NaiveVpn expected;
    private final VpnState actual;

    private StateAssertions(NaiveVpn expected, VpnState actual) {
        this.expected = expected;
        this.actual = actual;
    }

    /** The state that folded the whole log itself, or was recovered and has forgotten what was deleted before. */
    static void assertSame(NaiveVpn expected, VpnState actual) {
        new StateAssertions(expected, actual).check(Set.of());
    }

    /**
     * A state just recovered. Entries deleted shortly before may still be listed as dead: they are then deleted again, which does
     * nothing.
     */
    static void assertRecovered(NaiveVpn expected, VpnState actual) {
        new StateAssertions(expected, actual).check(expected.deletedEntries);
    }

    private void check(Set<Long> deletedEntries) {
        totals();
        assertThat(actual.endpoints().stream().map(EndpointState::id))
                .as("endpoints")
                .containsExactlyInAnyOrderElementsOf(
                        expected.endpoints.tailMap(VpnState.SNAPSHOTS, false).keySet());
        expected.endpoints.forEach(this::endpoint);
        sums();
        publishers();
        branches();
        entries(deletedEntries);
        new LogAssertions(expected, actual).check();
    }

    private void totals() {
        assertThat(actual.lastCommitNo()).as("lastCommitNo").isEqualTo(expected.lastCommitNo);
        assertThat(actual.lastMsgId()).as("lastMsgId").isEqualTo(expected.lastMsgId);
        assertThat(actual.lastTimeMillis()).as("lastTimeMillis").isEqualTo(expected.lastTimeMillis);
        LogTotals log = actual.log();
        assertThat(log.loggedCount()).as("loggedCount").isEqualTo(expected.loggedCount);
        assertThat(log.loggedBytes()).as("loggedBytes").isEqualTo(expected.loggedBytes);
        assertThat(log.trimmedCount()).as("trimmedCount").isEqualTo(expected.trimmedCount);
        assertThat(log.trimmedBytes()).as("trimmedBytes").isEqualTo(expected.trimmedBytes);
        assertThat(log.trimmedThroughMsgId()).as("trimmedThroughMsgId").isEqualTo(expected.trimmedThroughMsgId);
        assertThat(log.newestMsgId()).as("newest logged id").isEqualTo(expected.newestLoggedMsgId);
        assertThat(actual.nextEndpointId()).as("nextEndpointId").isEqualTo(expected.nextEndpointId);
    }

    private void sums() {
        assertThat(actual.spooledMessages())
                .as("messages on all endpoints")
                .isEqualTo(expected.counted().stream()
                        .mapToLong(endpoint -> endpoint.copies.size() + endpoint.heldBack.copies.size())
                        .sum());
        assertThat(actual.spooledBytes())
                .as("bytes on all endpoints")
                .isEqualTo(expected.counted().stream()
                        .mapToLong(endpoint -> endpoint.sizeBytes() + endpoint.heldBack.sizeBytes())
                        .sum());
        assertThat(actual.reservedBytes())
                .as("bytes reserved on all endpoints")
                .isEqualTo(actual.endpoints().stream()
                        .mapToLong(EndpointState::reservedBytes)
                        .sum());
        assertThat(actual.replays())
                .as("replays in each state")
                .isEqualTo(expected.counted().stream()
                        .map(endpoint -> endpoint.replay.state())
                        .filter(state -> state != ReplayState.NONE)
                        .collect(Collectors.toMap(state -> state, state -> 1, Integer::sum)));
    }

    private void endpoint(long id, NaiveVpn.Endpoint wanted) {
        EndpointState endpoint = Objects.requireNonNull(actual.endpoint(id));
        TreeMap<Long, Integer> lanes = new TreeMap<>();
        wanted.copies.forEach((msgId, copy) -> lanes.put(msgId, copy.lane()));
        assertThat(lanesOf(endpoint))
                .as("lane of each message on endpoint %d", id)
                .isEqualTo(lanes);
        assertThat(endpoint.messages()).as("messages on endpoint %d", id).isEqualTo(wanted.copies.size());
        assertThat(endpoint.sizeBytes()).as("bytes on endpoint %d", id).isEqualTo(wanted.sizeBytes());
        assertThat(endpoint.firstMsgId())
                .as("first on endpoint %d", id)
                .isEqualTo(wanted.copies.isEmpty() ? 0 : wanted.copies.firstKey());
        assertThat(endpoint.lastMsgId())
                .as("last on endpoint %d", id)
                .isEqualTo(wanted.copies.isEmpty() ? 0 : wanted.copies.lastKey());
        for (int lane : endpoint.laneNumbers()) {
            walkFromTheMiddle(endpoint, lane, wanted);
        }
        replay(id, endpoint, wanted);
        for (int priority = 0; priority < Lanes.PRIORITIES; priority++) {
            assertThat(endpoint.horizon(priority))
                    .as("horizon of priority %d on endpoint %d", priority, id)
                    .isEqualTo(wanted.horizons[priority]);
            assertThat(endpoint.suspectUpTo(priority))
                    .as("suspects of priority %d on endpoint %d", priority, id)
                    .isEqualTo(wanted.suspects[priority]);
        }
        reserved(id, endpoint);
    }

    private static void replay(long id, EndpointState endpoint, NaiveVpn.Endpoint wanted) {
        assertThat(endpoint.replay()).as("replay of endpoint %d", id).isEqualTo(wanted.replay);
        assertThat(endpoint.setAsideMessages())
                .as("set aside on endpoint %d", id)
                .isEqualTo(wanted.setAside.copies.size());
        assertThat(endpoint.heldBackMessages())
                .as("held back on endpoint %d", id)
                .isEqualTo(wanted.heldBack.copies.size());
        assertThat(endpoint.heldBackBytes())
                .as("bytes held back on endpoint %d", id)
                .isEqualTo(wanted.heldBack.sizeBytes());
        Map<List<Long>, Note> notes = new HashMap<>();
        Map<List<Long>, Integer> lanes = new HashMap<>();
        for (Backlog backlog : endpoint.backlogs()) {
            backlog.notes()
                    .all()
                    .forEach((msgId, note) -> notes.put(List.of((long) backlog.number, msgId), asIfNeverLoaded(note)));
            backlog.forEach((lane, msgId) -> lanes.put(List.of((long) backlog.number, msgId), lane));
        }
        Map<List<Long>, Note> wantedNotes = new HashMap<>();
        Map<List<Long>, Integer> wantedLanes = new HashMap<>();
        for (NaiveVpn.Part part : wanted.parts()) {
            part.copies.forEach((msgId, copy) -> {
                List<Long> where = List.of((long) copy.generation(), msgId);
                wantedLanes.put(where, copy.lane());
                if (part.notes.containsKey(msgId)) {
                    wantedNotes.put(where, Objects.requireNonNull(part.notes.get(msgId)));
                }
            });
        }
        assertThat(lanes).as("backlogs of endpoint %d", id).isEqualTo(wantedLanes);
        assertThat(notes).as("notes on endpoint %d", id).isEqualTo(wantedNotes);
        wanted.copies.forEach((msgId, copy) -> {
            if (endpoint.generationOf(msgId) != copy.generation()) {
                throw new AssertionError("message " + msgId + " in backlog " + endpoint.generationOf(msgId)
                        + ", expected " + copy.generation());
            }
        });
    }

    private static Note asIfNeverLoaded(Note note) {
        return new Note(
                note.attempts(),
                note.presented(),
                note.delayedUntilMillis(),
                note.rootMsgId(),
                note.expirationMillis(),
                0);
    }

    private static TreeMap<Long, Integer> lanesOf(EndpointState endpoint) {
        TreeMap<Long, Integer> result = new TreeMap<>();
        long[] previous = {0, -1};
        endpoint.forEach((lane, msgId) -> {
            boolean rises = lane != previous[1] || msgId > previous[0];
            if (!rises || result.put(msgId, lane) != null || !endpoint.contains(msgId)) {
                throw new AssertionError(
                        "message " + msgId + " in lane " + lane + " out of order, twice, or not there");
            }
            previous[0] = msgId;
            previous[1] = lane;
        });
        return result;
    }

    private static void walkFromTheMiddle(EndpointState endpoint, int lane, NaiveVpn.Endpoint wanted) {
        long middle = wanted.copies.firstKey() + (wanted.copies.lastKey() - wanted.copies.firstKey()) / 2;
        int[] count = new int[1];
        endpoint.forEachInLane(lane, middle, msgId -> {
            count[0]++;
            return true;
        });
        assertThat((long) count[0])
                .as("messages of lane %d from %d on", lane, middle)
                .isEqualTo(wanted.copies.tailMap(middle, true).values().stream()
                        .filter(copy -> copy.lane() == lane)
                        .count());
    }

    private void reserved(long id, EndpointState endpoint) {
        long messages = 0;
        long bytes = 0;
        for (NaiveVpn.Branch branch : expected.branches.values()) {
            for (MessageSlot slot : branch.work().messages()) {
                for (Placement placement : slot.placements()) {
                    messages += placement.endpointId() == id ? 1 : 0;
                    bytes += placement.endpointId() == id ? slot.sizeBytes() : 0;
                }
            }
        }
        assertThat(endpoint.reservedMessages())
                .as("reserved on endpoint %d", id)
                .isEqualTo(messages);
        assertThat(endpoint.reservedBytes())
                .as("bytes reserved on endpoint %d", id)
                .isEqualTo(bytes);
    }

    private void publishers() {
        for (String publisher : EntryGenerator.PUBLISHERS) {
            assertThat(actual.publisher(publisher) != null)
                    .as("publisher %s is known", publisher)
                    .isEqualTo(expected.publishers.containsKey(publisher));
        }
        expected.publishers.forEach((publisher, accepted) -> {
            PublisherWindow window = Objects.requireNonNull(actual.publisher(publisher));
            long highest = accepted.last();
            accepted.tailSet(Math.max(0, highest - 1_024)).forEach(sequence -> known(window, sequence, Known.ACCEPTED));
            for (long below = 1_023; below <= 1_026 && below <= highest; below++) {
                known(window, highest - below, expectedOf(accepted, highest - below));
            }
            known(window, highest + 1, Known.NEW);
            assertThat(BitSet.valueOf(window.serialize()).cardinality())
                    .as("how many of the 1,024 below %d", highest)
                    .isEqualTo(accepted.subSet(highest - 1_024, highest).size());
        });
    }

    private static Known expectedOf(TreeSet<Long> accepted, long sequence) {
        if (sequence < accepted.last() - 1_024) {
            return Known.BELOW_WINDOW;
        }
        return accepted.contains(sequence) ? Known.ACCEPTED : Known.NEW;
    }

    private static void known(PublisherWindow window, long sequence, Known wanted) {
        if (window.known(sequence) != wanted) {
            throw new AssertionError("sequence " + sequence + " is " + window.known(sequence) + ", expected " + wanted
                    + " below " + window.highest());
        }
    }

    private void branches() {
        Map<BranchId, String> known = new HashMap<>();
        actual.branches()
                .forEach(branch -> known.put(
                        branch.branch(), branch.prepareCommitNo() + " " + hash(EntryCodec.encodeWork(branch.work()))));
        Map<BranchId, String> wanted = new HashMap<>();
        expected.branches.forEach((id, branch) ->
                wanted.put(id, branch.prepareCommitNo() + " " + hash(EntryCodec.encodeWork(branch.work()))));
        assertThat(known).as("branches").isEqualTo(wanted);
        Set<AckRef> inDoubt = expected.inDoubt();
        expected.endpoints.forEach((id, endpoint) -> endpoint.copies.forEach((msgId, copy) -> {
            AckRef ack = new AckRef(id, copy.generation(), msgId, copy.sizeBytes());
            if (actual.isInDoubt(ack) != inDoubt.contains(ack)) {
                throw new AssertionError(ack + " in doubt: " + actual.isInDoubt(ack));
            }
        }));
        expected.branches
                .values()
                .forEach(branch -> branch.work()
                        .publishers()
                        .forEach(publisher -> assertThat(actual.isPrepared(publisher))
                                .as("%s prepared", publisher)
                                .isTrue()));
    }

    private static int hash(byte[] bytes) {
        return EntryCodec.crc32c(bytes, 0, bytes.length);
    }

    private void entries(Set<Long> deletedEntries) {
        EntryIndex index = actual.entries();
        for (NaiveVpn.Endpoint endpoint : expected.endpoints.values()) {
            for (long msgId : endpoint.copies.keySet()) {
                long wanted = expected.commitOf(msgId);
                if (index.find(msgId).commitNo() != wanted) {
                    throw new AssertionError(
                            "message " + msgId + " found in " + index.find(msgId) + ", lies in " + wanted);
                }
            }
        }
        roots(index);
        Map<Long, Integer> references = expected.references();
        expected.entries.forEach((commitNo, entry) -> {
            if (index.references(commitNo) != references.getOrDefault(commitNo, 0)) {
                throw new AssertionError("entry " + commitNo + " has " + index.references(commitNo)
                        + " references, counted " + references.getOrDefault(commitNo, 0));
            }
        });
        Set<Long> dead = new HashSet<>(index.dead(Long.MAX_VALUE, Integer.MAX_VALUE));
        long stale = dead.stream().filter(deletedEntries::contains).count();
        dead.removeAll(deletedEntries);
        assertThat(dead).as("dead entries").isEqualTo(expected.dead(references));
        assertThat(index.entries()).as("entries").isEqualTo(expected.entries.size() + stale);
    }

    /** A moved message's body is where it was first, and is known to be needed there. */
    private void roots(EntryIndex index) {
        Set<Long> roots = expected.roots();
        for (long root : roots) {
            if (index.find(root).commitNo() != expected.commitOf(root) || !actual.isRoot(root)) {
                throw new AssertionError("root " + root + " found in " + index.find(root) + ", lies in "
                        + expected.commitOf(root) + "; known as one: " + actual.isRoot(root));
            }
        }
        for (NaiveVpn.Endpoint endpoint : expected.endpoints.values()) {
            for (long msgId : endpoint.copies.keySet()) {
                if (actual.isRoot(msgId) != roots.contains(msgId)) {
                    throw new AssertionError("message " + msgId + " is a root: " + actual.isRoot(msgId));
                }
            }
        }
    }
}
