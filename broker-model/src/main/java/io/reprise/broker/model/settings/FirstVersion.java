package io.reprise.broker.model.settings;

import java.util.concurrent.ThreadLocalRandom;

/**
 * The version that something configured is made with; each change adds one. Random: of two that had the same name one after the other no
 * version is the same, so that who has read the first never changes the second for it [spec 5.1]. Thread-safe.
 */
public final class FirstVersion {
    /** Far more than changes will ever be, and exact in JSON's numbers. */
    private static final long BELOW = 1L << 52;

    private FirstVersion() {}

    public static long next() {
        return ThreadLocalRandom.current().nextLong(1, BELOW);
    }
}
