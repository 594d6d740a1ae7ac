package io.reprise.broker.engine.routing;

import java.util.concurrent.ThreadLocalRandom;

/**
 * A hash of a part of a text that can be carried on character by character, so that every prefix of a topic level is looked up in one
 * pass. Its multiplier differs from start to start: nobody can prepare level names that all fall into one slot. Results never depend on
 * it. Stateless.
 */
final class LevelHash {
    static final int EMPTY = 0;

    private static final int MULTIPLIER = ThreadLocalRandom.current().nextInt(1 << 16, 1 << 30) | 1;

    private LevelHash() {}

    /** The hash of the text so far and one more character. */
    static int next(int hash, char c) {
        return hash * MULTIPLIER + c;
    }

    static int of(String text, int from, int to) {
        int hash = EMPTY;
        for (int i = from; i < to; i++) {
            hash = next(hash, text.charAt(i));
        }
        return hash;
    }

    /** Spreads the bits: neighbours in the text differ in the low bits only. */
    static int spread(int hash) {
        int mixed = (hash ^ hash >>> 16) * 0x7feb352d;
        return mixed ^ mixed >>> 15;
    }
}
