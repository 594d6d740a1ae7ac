package io.reprise.broker.engine.routing;

import java.util.Arrays;

/**
 * Ids in ascending arrays of bounded length, ascending over all of them and none empty, so that adding one to a hundred thousand copies
 * a few kilobytes.
 */
final class ManyIds implements EndpointIds {
    /** The longest array; one that would pass it is halved. */
    static final int CHUNK_MAX = 1024;

    private final long[][] chunks;
    private final int size;

    private ManyIds(long[][] chunks, int size) {
        this.chunks = chunks;
        this.size = size;
    }

    /** The same ids, not none, cut up. */
    static ManyIds of(long[] ascending) {
        int half = CHUNK_MAX / 2;
        long[][] chunks = new long[(ascending.length + half - 1) / half][];
        for (int i = 0; i < chunks.length; i++) {
            chunks[i] = Arrays.copyOfRange(ascending, i * half, Math.min((i + 1) * half, ascending.length));
        }
        return new ManyIds(chunks, ascending.length);
    }

    @Override
    public int size() {
        return size;
    }

    /** Walks the arrays: for one id, not for a loop over all. */
    @Override
    public long get(int index) {
        int rest = index;
        int chunk = 0;
        while (rest >= chunks[chunk].length) {
            rest -= chunks[chunk++].length;
        }
        return chunks[chunk][rest];
    }

    @Override
    public void forEach(java.util.function.LongConsumer action) {
        for (long[] chunk : chunks) {
            for (long id : chunk) {
                action.accept(id);
            }
        }
    }

    @Override
    public boolean contains(long endpointId) {
        return Arrays.binarySearch(chunks[chunkFor(endpointId)], endpointId) >= 0;
    }

    @Override
    public EndpointIds with(long endpointId) {
        int chunk = chunkFor(endpointId);
        int index = Arrays.binarySearch(chunks[chunk], endpointId);
        if (index >= 0) {
            return this;
        }
        long[] grown = FewIds.inserted(chunks[chunk], -index - 1, endpointId);
        return new ManyIds(grown.length > CHUNK_MAX ? split(chunk, grown) : replaced(chunk, grown), size + 1);
    }

    @Override
    public EndpointIds without(long endpointId) {
        int chunk = chunkFor(endpointId);
        int index = Arrays.binarySearch(chunks[chunk], endpointId);
        if (index < 0) {
            return this;
        }
        if (size <= CHUNK_MAX / 2) {
            return new FewIds(toArray()).without(endpointId);
        }
        long[] shrunk = FewIds.removed(chunks[chunk], index);
        return new ManyIds(shrunk.length == 0 ? dropped(chunk) : replaced(chunk, shrunk), size - 1);
    }

    /** The array in which an id is or would be: the last that begins at or below it, else the first. */
    private int chunkFor(long endpointId) {
        int low = 0;
        int high = chunks.length - 1;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (chunks[middle][0] <= endpointId) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }

    private long[][] replaced(int chunk, long[] replacement) {
        long[][] copy = chunks.clone();
        copy[chunk] = replacement;
        return copy;
    }

    private long[][] split(int chunk, long[] grown) {
        long[][] copy = new long[chunks.length + 1][];
        System.arraycopy(chunks, 0, copy, 0, chunk);
        copy[chunk] = Arrays.copyOfRange(grown, 0, grown.length / 2);
        copy[chunk + 1] = Arrays.copyOfRange(grown, grown.length / 2, grown.length);
        System.arraycopy(chunks, chunk + 1, copy, chunk + 2, chunks.length - chunk - 1);
        return copy;
    }

    private long[][] dropped(int chunk) {
        long[][] copy = new long[chunks.length - 1][];
        System.arraycopy(chunks, 0, copy, 0, chunk);
        System.arraycopy(chunks, chunk + 1, copy, chunk, copy.length - chunk);
        return copy;
    }

    @Override
    public void copyTo(long[] target, int offset) {
        int at = offset;
        for (long[] chunk : chunks) {
            System.arraycopy(chunk, 0, target, at, chunk.length);
            at += chunk.length;
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof EndpointIds that && Arrays.equals(toArray(), that.toArray());
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(toArray());
    }

    @Override
    public String toString() {
        return Arrays.toString(toArray());
    }
}
