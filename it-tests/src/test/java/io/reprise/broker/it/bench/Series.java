package io.reprise.broker.it.bench;

import java.util.ArrayList;
import java.util.List;

/** One figure over the rounds. One thread. */
final class Series {
    private final List<Double> values = new ArrayList<>();

    void add(double value) {
        values.add(value);
    }

    boolean isEmpty() {
        return values.isEmpty();
    }

    double median() {
        List<Double> sorted = values.stream().sorted().toList();
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }

    double least() {
        return values.stream().mapToDouble(Double::doubleValue).min().orElse(0);
    }

    double most() {
        return values.stream().mapToDouble(Double::doubleValue).max().orElse(0);
    }
}
