package io.reprise.broker.engine.state;

import io.reprise.broker.engine.state.UnitKey.ChunkKey;
import io.reprise.broker.engine.state.UnitKey.NoteKey;
import io.reprise.broker.engine.state.UnitKey.TotalKey;
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
    private final Notes notes;
    private final Horizons horizons = new Horizons();
    private final SpoolTotals totals;
    private final Consumer<UnitKey> dirty;
    private int generation = 1;
    private long sizeBytes;
    private long totalAsOf;
    private long reservedMessages;
    private long reservedBytes;

    EndpointState(long id, SpoolTotals totals, Consumer<UnitKey> dirty) {
        this.id = id;
        this.totals = totals;
        this.dirty = dirty;
        this.notes = new Notes(msgId -> dirty.accept(new NoteKey(id, generation, msgId)));
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
        return notes.of(msgId).attempts();
    }

    /** The attempt that was being made when that was last written, by its number; 0 = none [LOG.md L24]. */
    public int presented(long msgId) {
        return notes.of(msgId).presented();
    }

    /** When the message may be delivered, milliseconds of the epoch; 0 = now. */
    public long delayedUntilMillis(long msgId) {
        return notes.of(msgId).delayedUntilMillis();
    }

    /** The message whose body it has, if it was moved here; else 0 [LOG.md L13]. */
    public long rootOf(long msgId) {
        return notes.of(msgId).rootMsgId();
    }

    /** Messages of the priority may be presented up to this id without a word [LOG.md L24]. */
    public long horizon(int priority) {
        return horizons.reserved(priority);
    }

    /** Messages of the priority up to this id, without a note, may have been presented unnoticed [LOG.md L24]. */
    public long suspectUpTo(int priority) {
        return horizons.suspect(priority);
    }

    /** Calls {@code each} with every message that was presented when that was last written, and the attempt's number. */
    public void forEachPresented(PresentedVisitor each) {
        notes.all().forEach((msgId, note) -> {
            if (note.presented() > 0) {
                each.visit(msgId, note.presented());
            }
        });
    }

    /** Sees a message and the number of the attempt that was being made. */
    @FunctionalInterface
    public interface PresentedVisitor {
        void visit(long msgId, int attempt);
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

    void loadTotal(int loadedGeneration, long loadedBytes, byte[] loadedHorizons, long asOf) {
        horizons.load(loadedHorizons);
        generation = loadedGeneration;
        sizeBytes = loadedBytes;
        totalAsOf = asOf;
    }

    void loadChunk(int lane, Chunk chunk) {
        lanes.computeIfAbsent(lane, none -> new Lane()).load(chunk);
    }

    void loadNote(long msgId, Note note) {
        notes.load(msgId, note);
    }

    void place(int lane, long msgId, int messageBytes, long commitNo) {
        Lane in = lanes.computeIfAbsent(lane, none -> new Lane());
        long before = in.size();
        in.add(msgId, commitNo, base -> dirtyChunk(lane, base));
        totals.addMessages(in.size() - before);
        addBytes(messageBytes, commitNo);
    }

    boolean remove(long msgId, long commitNo) {
        boolean removed = false;
        for (Map.Entry<Integer, Lane> lane : lanes.entrySet()) {
            int number = lane.getKey();
            if (lane.getValue().remove(msgId, commitNo, base -> dirtyChunk(number, base))) {
                removed = true;
                totals.addMessages(-1);
                break;
            }
        }
        notes.drop(msgId, commitNo);
        return removed;
    }

    void addBytes(long bytes, long commitNo) {
        if (commitNo > totalAsOf) {
            sizeBytes += bytes;
            totals.addBytes(bytes);
        }
        dirty.accept(new TotalKey(id));
    }

    void count(long msgId, int attempts, long delayedUntilMillis, long commitNo) {
        if (contains(msgId)) {
            notes.change(msgId, commitNo, note -> note.counted(attempts, delayedUntilMillis));
        }
    }

    void present(long msgId, int attempt, long commitNo) {
        if (contains(msgId)) {
            notes.change(msgId, commitNo, note -> note.presented(attempt));
        }
    }

    void delay(long msgId, long untilMillis, long commitNo) {
        if (contains(msgId)) {
            notes.change(msgId, commitNo, note -> note.delayed(untilMillis));
        }
    }

    /** A message placed here has another's body. */
    void root(long msgId, long rootMsgId, long commitNo) {
        if (contains(msgId)) {
            notes.change(msgId, commitNo, note -> note.rooted(rootMsgId));
        }
    }

    void reserveHorizon(int priority, long msgId, long commitNo) {
        if (commitNo > totalAsOf) {
            horizons.reserve(priority, msgId);
            dirty.accept(new TotalKey(id));
        }
    }

    /** A new owner began. */
    void suspectReserved(long commitNo) {
        if (commitNo > totalAsOf && horizons.suspectReserved()) {
            dirty.accept(new TotalKey(id));
        }
    }

    /** Nothing was in flight when the broker stopped. */
    void giveBackHorizon(long commitNo) {
        if (commitNo > totalAsOf && horizons.giveBackReserved()) {
            dirty.accept(new TotalKey(id));
        }
    }

    void reserve(long messages, long bytes) {
        reservedMessages += messages;
        reservedBytes += bytes;
        totals.addReservedBytes(bytes);
    }

    /** Drops lanes that emptied; at a quiet moment, never while they are walked. */
    void trimLanes() {
        lanes.values().removeIf(lane -> lane.size() == 0);
    }

    Note note(long msgId) {
        return notes.of(msgId);
    }

    byte[] horizons() {
        return horizons.serialize();
    }

    @Nullable
    Chunk chunk(int lane, long base) {
        Lane found = lanes.get(lane);
        return found == null ? null : found.chunk(base);
    }

    Map<Long, Note> notes() {
        return notes.all();
    }

    private void dirtyChunk(int lane, long base) {
        dirty.accept(new ChunkKey(id, generation, lane, base));
    }
}
