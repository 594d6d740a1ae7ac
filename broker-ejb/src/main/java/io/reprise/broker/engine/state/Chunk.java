package io.reprise.broker.engine.state;

import io.reprise.broker.model.message.MalformedWireException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.roaringbitmap.PeekableIntIterator;
import org.roaringbitmap.RoaringBitmap;

/**
 * A stretch of a lane: a compressed set of message ids from {@code base} on [LOG.md L14]. It takes new ids until it has had
 * {@link #CLOSE_ADDS} of them over a span of {@link #CLOSE_SPAN}; then the next id opens another. So its row stays within
 * some 8 KB: a dense one is one bitmap container of 8 KB at most, a sparse one has few values.
 *
 * <p>{@code asOf} is the commit whose row was loaded; effects up to it are contained already [LOG.md L15]. Not thread-safe.
 */
final class Chunk {
    static final int CLOSE_ADDS = 800;
    static final long CLOSE_SPAN = 1 << 16;

    /** Past this distance no id fits a bitmap of 32-bit values. */
    private static final long MAX_SPAN = 1L << 31;

    final long base;
    final long asOf;
    private final RoaringBitmap bits;
    private long endExclusive;
    private long adds;

    Chunk(long base, long endExclusive) {
        this(base, 0, endExclusive, 0, new RoaringBitmap());
    }

    private Chunk(long base, long asOf, long endExclusive, long adds, RoaringBitmap bits) {
        this.base = base;
        this.asOf = asOf;
        this.endExclusive = endExclusive;
        this.adds = adds;
        this.bits = bits;
    }

    /** Makes a chunk of its row; {@link MalformedWireException} if the bitmap can't be what was written. */
    static Chunk load(long base, long asOf, long endExclusive, long adds, long cardinality, byte[] serialized) {
        RoaringBitmap bits = new RoaringBitmap();
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(serialized))) {
            bits.deserialize(in);
        } catch (IOException | RuntimeException e) {
            throw new MalformedWireException("backlog from " + base + " on: " + e, e);
        }
        if (cardinality == 0 || bits.getCardinality() != cardinality) {
            throw new MalformedWireException(
                    "backlog from " + base + " on holds " + bits.getCardinality() + " messages, not " + cardinality);
        }
        return new Chunk(base, asOf, endExclusive, adds, bits);
    }

    /** Whether an id at or above {@code base} belongs here. */
    boolean covers(long id) {
        return endExclusive == 0 || id < endExclusive;
    }

    /**
     * Whether this new id, which it covers, should open the next chunk instead. One that a fold opened before loaded chunks may
     * end far above its base: what its bitmap cannot hold does not belong to it either.
     */
    boolean isFullFor(long id) {
        return id >= base + MAX_SPAN || endExclusive == 0 && adds >= CLOSE_ADDS && id >= base + CLOSE_SPAN;
    }

    void closeAt(long id) {
        endExclusive = id;
    }

    boolean add(long id) {
        adds++;
        return bits.checkedAdd((int) (id - base));
    }

    boolean remove(long id) {
        return id - base < MAX_SPAN && bits.checkedRemove((int) (id - base));
    }

    boolean contains(long id) {
        return id >= base && id - base < MAX_SPAN && bits.contains((int) (id - base));
    }

    boolean isEmpty() {
        return bits.isEmpty();
    }

    int cardinality() {
        return bits.getCardinality();
    }

    long first() {
        return base + bits.first();
    }

    long last() {
        return base + bits.last();
    }

    /** Calls {@code each} for every id at or above {@code from}, rising, until it returns false. */
    boolean forEachFrom(long from, IdVisitor each) {
        PeekableIntIterator iterator = bits.getIntIterator();
        if (from > base) {
            if (from - base >= MAX_SPAN) {
                return true;
            }
            iterator.advanceIfNeeded((int) (from - base));
        }
        while (iterator.hasNext()) {
            if (!each.visit(base + iterator.next())) {
                return false;
            }
        }
        return true;
    }

    long endExclusive() {
        return endExclusive;
    }

    long adds() {
        return adds;
    }

    byte[] serialize() {
        bits.runOptimize();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(bits.serializedSizeInBytes());
        try {
            bits.serialize(new DataOutputStream(bytes));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }
}
