package io.reprise.broker.engine.state;

import io.reprise.broker.engine.state.UnitKey.ChunkKey;
import io.reprise.broker.engine.state.UnitKey.NoteKey;
import io.reprise.broker.engine.state.UnitKey.TotalKey;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * An endpoint's durable part: its backlog in lanes, what it uses of its quota, and the attempts counted. Changed by {@link
 * VpnState#apply} only. Not thread-safe: the committer's.
 */
public final class EndpointState {
    final long id;
    private final TreeMap<Integer, Lane> lanes = new TreeMap<>();
    private final Map<Long, Note> notes = new HashMap<>();
    private final Consumer<UnitKey> dirty;
    private int generation = 1;
    private long sizeBytes;
    private long totalAsOf;
    private long reservedMessages;
    private long reservedBytes;

    EndpointState(long id, Consumer<UnitKey> dirty) {
        this.id = id;
        this.dirty = dirty;
    }

    public long id() {
        return id;
    }

    /** The backlog's generation [LOG.md L22]. */
    public int generation() {
        return generation;
    }

    /** Messages on it, those in flight or in doubt too. */
    public long messages() {
        long sum = 0;
        for (Lane lane : lanes.values()) {
            sum += lane.size();
        }
        return sum;
    }

    /** What they use of the quota, bytes. */
    public long sizeBytes() {
        return sizeBytes;
    }

    /** Messages of prepared branches on their way here. */
    public long reservedMessages() {
        return reservedMessages;
    }

    /** Their bytes. */
    public long reservedBytes() {
        return reservedBytes;
    }

    /** Attempts counted for a message so far, durably. */
    public int attempts(long msgId) {
        Note note = notes.get(msgId);
        return note == null ? 0 : note.attempts();
    }

    public boolean contains(long msgId) {
        for (Lane lane : lanes.values()) {
            if (lane.contains(msgId)) {
                return true;
            }
        }
        return false;
    }

    /** The lowest id on it; 0 if empty. */
    public long firstMsgId() {
        return lanes.values().stream()
                .filter(lane -> lane.size() > 0)
                .mapToLong(Lane::first)
                .min()
                .orElse(0);
    }

    /** The highest id on it; 0 if empty. */
    public long lastMsgId() {
        return lanes.values().stream()
                .filter(lane -> lane.size() > 0)
                .mapToLong(Lane::last)
                .max()
                .orElse(0);
    }

    /** Calls {@code each} with every lane's number and every id in it, rising within the lane. */
    public void forEach(LaneVisitor each) {
        lanes.forEach((number, lane) -> lane.forEachFrom(0, id -> {
            each.visit(number, id);
            return true;
        }));
    }

    /** Calls {@code each} for ids of one lane from {@code from} on, rising, until it returns false. */
    public void forEachInLane(int number, long from, IdVisitor each) {
        Lane lane = lanes.get(number);
        if (lane != null) {
            lane.forEachFrom(from, each);
        }
    }

    /** The numbers of the lanes that hold something. */
    public int[] laneNumbers() {
        return lanes.entrySet().stream()
                .filter(lane -> lane.getValue().size() > 0)
                .mapToInt(Map.Entry::getKey)
                .toArray();
    }

    /** Sees a lane's number and an id in it. */
    @FunctionalInterface
    public interface LaneVisitor {
        void visit(int lane, long msgId);
    }

    void loadTotal(int loadedGeneration, long loadedBytes, long asOf) {
        generation = loadedGeneration;
        sizeBytes = loadedBytes;
        totalAsOf = asOf;
    }

    void loadChunk(int lane, Chunk chunk) {
        lanes.computeIfAbsent(lane, none -> new Lane()).load(chunk);
    }

    void loadNote(long msgId, Note note) {
        notes.put(msgId, note);
    }

    void place(int lane, long msgId, int messageBytes, long commitNo) {
        lanes.computeIfAbsent(lane, none -> new Lane()).add(msgId, commitNo, base -> dirtyChunk(lane, base));
        addBytes(messageBytes, commitNo);
    }

    boolean remove(long msgId, long commitNo) {
        boolean removed = false;
        for (Map.Entry<Integer, Lane> lane : lanes.entrySet()) {
            int number = lane.getKey();
            if (lane.getValue().remove(msgId, commitNo, base -> dirtyChunk(number, base))) {
                removed = true;
                break;
            }
        }
        if (!notes.isEmpty()) {
            dropNote(msgId, commitNo);
        }
        return removed;
    }

    void addBytes(long bytes, long commitNo) {
        if (commitNo > totalAsOf) {
            sizeBytes += bytes;
        }
        dirty.accept(new TotalKey(id));
    }

    void count(long msgId, int attempts, long commitNo) {
        if (!contains(msgId)) {
            return;
        }
        Note before = notes.get(msgId);
        if (before == null || commitNo > before.asOf()) {
            notes.put(msgId, new Note(attempts, 0));
            dirty.accept(new NoteKey(id, generation, msgId));
        }
    }

    void reserve(long messages, long bytes) {
        reservedMessages += messages;
        reservedBytes += bytes;
    }

    /** Drops lanes that emptied; at a quiet moment, never while they are walked. */
    void trimLanes() {
        lanes.values().removeIf(lane -> lane.size() == 0);
    }

    @Nullable
    Note note(long msgId) {
        return notes.get(msgId);
    }

    @Nullable
    Chunk chunk(int lane, long base) {
        Lane found = lanes.get(lane);
        return found == null ? null : found.chunk(base);
    }

    Map<Long, Note> notes() {
        return notes;
    }

    private void dropNote(long msgId, long commitNo) {
        Note note = notes.get(msgId);
        if (note != null && commitNo > note.asOf()) {
            notes.remove(msgId);
            dirty.accept(new NoteKey(id, generation, msgId));
        }
    }

    private void dirtyChunk(int lane, long base) {
        dirty.accept(new ChunkKey(id, generation, lane, base));
    }
}
