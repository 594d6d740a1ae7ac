package io.reprise.broker.engine.store;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Writes of configuration that are only remembered, until {@link #commit}. */
final class RecordedWrites implements ConfigurationWrites {
    private final Map<Object, Optional<Object>> written = new LinkedHashMap<>();
    private final Map<Object, Object> rows;

    /** @param rows what is there already, by key */
    RecordedWrites(Map<Object, Object> rows) {
        this.rows = rows;
    }

    @Override
    public void insert(Object row) {
        Object key = StoreRows.keyOf(row);
        boolean there =
                written.getOrDefault(key, Optional.ofNullable(rows.get(key))).isPresent();
        if (there) {
            throw new IllegalStateException("duplicate key " + key);
        }
        written.put(key, Optional.of(row));
    }

    @Override
    public void update(Object row) {
        written.put(StoreRows.keyOf(row), Optional.of(row));
    }

    @Override
    public void delete(Object row) {
        written.put(StoreRows.keyOf(row), Optional.empty());
    }

    void commit() {
        written.forEach((key, row) -> row.ifPresentOrElse(value -> rows.put(key, value), () -> rows.remove(key)));
    }
}
