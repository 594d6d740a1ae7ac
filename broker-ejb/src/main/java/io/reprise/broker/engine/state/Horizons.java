package io.reprise.broker.engine.state;

import io.reprise.broker.engine.log.Lanes;
import io.reprise.broker.model.message.WireReader;
import io.reprise.broker.model.message.WireWriter;
import java.util.Arrays;

/**
 * How far an endpoint may present messages of each priority without a word, and up to where it may have done so before an unclean
 * stop: what lies there without a note is <em>suspect</em> [LOG.md L24]. Not thread-safe: the committer's.
 */
final class Horizons {
    private final long[] reserved = new long[Lanes.PRIORITIES];
    private final long[] suspect = new long[Lanes.PRIORITIES];

    /** Messages of the priority may be presented up to this id. */
    long reserved(int priority) {
        return reserved[priority];
    }

    /** Messages of the priority up to this id may have been presented unnoticed. */
    long suspect(int priority) {
        return suspect[priority];
    }

    void reserve(int priority, long msgId) {
        reserved[priority] = Math.max(reserved[priority], msgId);
    }

    /** A new owner began: whatever was reserved may have been used. Whether that changed anything. */
    boolean suspectReserved() {
        boolean changed = false;
        for (int priority = 0; priority < reserved.length; priority++) {
            changed |= suspect[priority] < reserved[priority];
            suspect[priority] = Math.max(suspect[priority], reserved[priority]);
        }
        return changed;
    }

    /** Every delivery was settled: what was reserved is not needed. Whether that changed anything. */
    boolean giveBackReserved() {
        boolean changed = !Arrays.equals(reserved, suspect);
        System.arraycopy(suspect, 0, reserved, 0, reserved.length);
        return changed;
    }

    /** The bytes of its row; none if nothing was ever reserved. */
    byte[] serialize() {
        if (Arrays.stream(reserved).allMatch(id -> id == 0)) {
            return new byte[0];
        }
        WireWriter out = new WireWriter(64);
        for (int priority = 0; priority < reserved.length; priority++) {
            out.writeVarLong(reserved[priority]).writeVarLong(suspect[priority]);
        }
        return out.toByteArray();
    }

    /**
     * Reads what {@link #serialize} wrote.
     *
     * @throws io.reprise.broker.model.message.MalformedWireException if the bytes can't be that
     */
    void load(byte[] bytes) {
        if (bytes.length == 0) {
            return;
        }
        WireReader in = new WireReader(bytes);
        for (int priority = 0; priority < reserved.length; priority++) {
            reserved[priority] = in.readVarLong();
            suspect[priority] = in.readVarLong();
        }
        in.requireEnd();
    }
}
