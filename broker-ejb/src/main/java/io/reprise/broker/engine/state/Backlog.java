package io.reprise.broker.engine.state;

import io.reprise.broker.engine.state.UnitKey.ChunkKey;
import io.reprise.broker.engine.state.UnitKey.NoteKey;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Messages of an endpoint that stay together, whatever becomes of them: in lanes, with what is exceptional about each. An endpoint has
 * one until it is replayed; its number is in the key of its rows, in what acknowledges its messages, and is never used again [LOG.md
 * L14, L22]. Not thread-safe: the committer's.
 */
final class Backlog {
    final int number;
    private final long endpointId;
    private final TreeMap<Integer, Lane> lanes = new TreeMap<>();
    private final Notes notes;
    private final Consumer<UnitKey> dirty;

    Backlog(long endpointId, int number, Consumer<UnitKey> dirty) {
        this.endpointId = endpointId;
        this.number = number;
        this.dirty = dirty;
        this.notes = new Notes(msgId -> dirty.accept(new NoteKey(endpointId, number, msgId)));
    }

    long messages() {
        long sum = 0;
        for (Lane lane : lanes.values()) {
            sum += lane.size();
        }
        return sum;
    }

    boolean contains(long msgId) {
        for (Lane lane : lanes.values()) {
            if (lane.contains(msgId)) {
                return true;
            }
        }
        return false;
    }

    /** The lowest id; 0 if empty. */
    long firstMsgId() {
        long first = Long.MAX_VALUE;
        for (Lane lane : lanes.values()) {
            first = lane.size() == 0 ? first : Math.min(first, lane.first());
        }
        return first == Long.MAX_VALUE ? 0 : first;
    }

    /** The highest id; 0 if empty. */
    long lastMsgId() {
        long last = 0;
        for (Lane lane : lanes.values()) {
            last = lane.size() == 0 ? last : Math.max(last, lane.last());
        }
        return last;
    }

    void forEach(LaneVisitor each) {
        lanes.forEach((number, lane) -> lane.forEachFrom(0, id -> {
            each.visit(number, id);
            return true;
        }));
    }

    /** Calls {@code each} for ids of one lane from {@code from} on, rising, until it returns false; whether it went on to the end. */
    boolean forEachInLane(int lane, long from, IdVisitor each) {
        Lane found = lanes.get(lane);
        boolean[] goesOn = {true};
        if (found != null) {
            found.forEachFrom(from, id -> goesOn[0] = each.visit(id));
        }
        return goesOn[0];
    }

    /** Calls {@code each} with the number of every lane that holds something. */
    void forEachLane(Consumer<Integer> each) {
        lanes.forEach((number, lane) -> {
            if (lane.size() > 0) {
                each.accept(number);
            }
        });
    }

    /** By how much that made it grow: it may be there already, or be known to be gone. */
    long place(int lane, long msgId, long commitNo) {
        Lane in = lanes.computeIfAbsent(lane, none -> new Lane());
        long before = in.size();
        in.add(msgId, commitNo, base -> dirtyChunk(lane, base));
        return in.size() - before;
    }

    boolean remove(long msgId, long commitNo) {
        boolean removed = false;
        for (Map.Entry<Integer, Lane> lane : lanes.entrySet()) {
            int inLane = lane.getKey();
            if (lane.getValue().remove(msgId, commitNo, base -> dirtyChunk(inLane, base))) {
                removed = true;
                break;
            }
        }
        notes.drop(msgId, commitNo);
        return removed;
    }

    Notes notes() {
        return notes;
    }

    /** Drops lanes that emptied; at a quiet moment, never while they are walked. */
    void trimLanes() {
        lanes.values().removeIf(lane -> lane.size() == 0);
    }

    void loadChunk(int lane, Chunk chunk) {
        lanes.computeIfAbsent(lane, none -> new Lane()).load(chunk);
    }

    @Nullable
    Chunk chunk(int lane, long base) {
        Lane found = lanes.get(lane);
        return found == null ? null : found.chunk(base);
    }

    private void dirtyChunk(int lane, long base) {
        dirty.accept(new ChunkKey(endpointId, number, lane, base));
    }
}
