package io.reprise.broker.engine.live;

import java.util.Arrays;

/** The newest messages of a subject that are kept, oldest first, with nothing missing between them. The loop's alone. */
final class KeptRing {
    /** Of each message: its id, when it was taken in, its size. */
    private static final int COLUMNS = 3;

    private long[] cells = new long[COLUMNS];
    private int first;
    private int size;

    int size() {
        return size;
    }

    long msgId(int index) {
        return cells[place(index)];
    }

    long takenInMillis(int index) {
        return cells[place(index) + 1];
    }

    int sizeBytes(int index) {
        return (int) cells[place(index) + 2];
    }

    void add(long msgId, long takenInMillis, int sizeBytes) {
        if (size * COLUMNS == cells.length) {
            resize(size * 2);
        }
        size++;
        int place = place(size - 1);
        cells[place] = msgId;
        cells[place + 1] = takenInMillis;
        cells[place + 2] = sizeBytes;
    }

    void removeFirst() {
        first = (first + 1) % capacity();
        size--;
        if (size >= 8 && size < capacity() / 4) {
            resize(size * 2);
        }
    }

    private int capacity() {
        return cells.length / COLUMNS;
    }

    private int place(int index) {
        return (first + index) % capacity() * COLUMNS;
    }

    private void resize(int newCapacity) {
        long[] old = cells;
        long[] fresh = new long[newCapacity * COLUMNS];
        int untilEnd = Math.min(size, capacity() - first) * COLUMNS;
        System.arraycopy(old, first * COLUMNS, fresh, 0, untilEnd);
        System.arraycopy(old, 0, fresh, untilEnd, size * COLUMNS - untilEnd);
        cells = fresh;
        first = 0;
    }

    @Override
    public String toString() {
        return Arrays.toString(
                java.util.stream.IntStream.range(0, size).mapToLong(this::msgId).toArray());
    }
}
