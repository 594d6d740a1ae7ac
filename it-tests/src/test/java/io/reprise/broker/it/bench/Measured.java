package io.reprise.broker.it.bench;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * What a {@link Load} measured.
 *
 * @param perSecond messages a second
 * @param p50Micros half of the steps took at most this long
 * @param p99Micros 99 of 100 steps took at most this long
 */
record Measured(double perSecond, double p50Micros, double p99Micros) {

    static Measured of(double perSecond, long[][] nanosByThread) {
        long[] nanos =
                Stream.of(nanosByThread).flatMapToLong(Arrays::stream).sorted().toArray();
        return new Measured(perSecond, percentileMicros(nanos, 50), percentileMicros(nanos, 99));
    }

    Measured withPerSecond(double other) {
        return new Measured(other, p50Micros, p99Micros);
    }

    /** One line, from the server to the benchmark. */
    String line() {
        return String.format(Locale.ROOT, "%.1f %.1f %.1f", perSecond, p50Micros, p99Micros);
    }

    static Measured parse(String line) {
        String[] numbers = line.strip().split(" ");
        return new Measured(
                Double.parseDouble(numbers[0]), Double.parseDouble(numbers[1]), Double.parseDouble(numbers[2]));
    }

    private static double percentileMicros(long[] sortedNanos, int percent) {
        int count = sortedNanos.length;
        return count == 0 ? 0 : sortedNanos[Math.min(count - 1, count * percent / 100)] / 1e3;
    }
}
