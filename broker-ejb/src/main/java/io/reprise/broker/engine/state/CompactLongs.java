package io.reprise.broker.engine.state;

import org.jspecify.annotations.Nullable;

/**
 * So many numbers, of four bytes each as long as they lie close to the one set first, else of eight. Not thread-safe: who has it
 * guards it.
 */
final class CompactLongs {
    private int[] near;
    private long @Nullable [] far;
    private boolean any;
    private long base;

    CompactLongs(int size) {
        near = new int[size];
    }

    void set(int at, long value) {
        if (!any) {
            any = true;
            base = value;
        }
        long offset = value - base;
        if (far == null && offset != (int) offset) {
            widen();
        }
        if (far == null) {
            near[at] = (int) offset;
        } else {
            far[at] = value;
        }
    }

    /** The number set there; any number where none was. */
    long get(int at) {
        return far == null ? base + near[at] : far[at];
    }

    private void widen() {
        long[] wide = new long[near.length];
        for (int i = 0; i < wide.length; i++) {
            wide[i] = base + near[i];
        }
        far = wide;
        near = new int[0];
    }
}
