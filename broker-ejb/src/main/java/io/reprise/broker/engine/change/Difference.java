package io.reprise.broker.engine.change;

import org.jspecify.annotations.Nullable;

/**
 * An object of the configuration before and after a change.
 *
 * @param before as it is on disk; null if it is new
 * @param after null if it is deleted
 */
record Difference<T>(@Nullable T before, @Nullable T after) {
    Difference<T> to(@Nullable T other) {
        return new Difference<>(before, other);
    }
}
