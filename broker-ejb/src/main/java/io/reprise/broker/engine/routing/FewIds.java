package io.reprise.broker.engine.routing;

import java.util.Arrays;

/** Ids in one ascending array. A result may be of any length; a set that is added to becomes {@link ManyIds} past a length. */
final class FewIds implements EndpointIds {
    static final FewIds NONE = new FewIds(new long[0]);

    private final long[] ids;

    FewIds(long[] ids) {
        this.ids = ids;
    }

    /** Sorts the first {@code size} ids and moves each distinct one to the front; how many those are. */
    static int sortDistinct(long[] ids, int size) {
        Arrays.sort(ids, 0, size);
        int distinct = Math.min(size, 1);
        for (int i = 1; i < size; i++) {
            if (ids[i] != ids[distinct - 1]) {
                ids[distinct++] = ids[i];
            }
        }
        return distinct;
    }

    /** A copy of an ascending array with an id at a place. */
    static long[] inserted(long[] ids, int index, long id) {
        long[] copy = new long[ids.length + 1];
        System.arraycopy(ids, 0, copy, 0, index);
        copy[index] = id;
        System.arraycopy(ids, index, copy, index + 1, ids.length - index);
        return copy;
    }

    /** A copy of an array without the id at a place. */
    static long[] removed(long[] ids, int index) {
        long[] copy = new long[ids.length - 1];
        System.arraycopy(ids, 0, copy, 0, index);
        System.arraycopy(ids, index + 1, copy, index, copy.length - index);
        return copy;
    }

    @Override
    public int size() {
        return ids.length;
    }

    @Override
    public long get(int index) {
        return ids[index];
    }

    @Override
    public boolean contains(long endpointId) {
        return Arrays.binarySearch(ids, endpointId) >= 0;
    }

    @Override
    public EndpointIds with(long endpointId) {
        int index = Arrays.binarySearch(ids, endpointId);
        if (index >= 0) {
            return this;
        }
        if (ids.length >= ManyIds.CHUNK_MAX) {
            return ManyIds.of(ids).with(endpointId);
        }
        return new FewIds(inserted(ids, -index - 1, endpointId));
    }

    @Override
    public EndpointIds without(long endpointId) {
        int index = Arrays.binarySearch(ids, endpointId);
        if (index < 0) {
            return this;
        }
        return ids.length == 1 ? NONE : new FewIds(removed(ids, index));
    }

    @Override
    public void copyTo(long[] target, int offset) {
        System.arraycopy(ids, 0, target, offset, ids.length);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof EndpointIds that && Arrays.equals(ids, that.toArray());
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(ids);
    }

    @Override
    public String toString() {
        return Arrays.toString(ids);
    }
}
