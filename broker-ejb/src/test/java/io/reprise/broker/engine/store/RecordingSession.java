package io.reprise.broker.engine.store;

import java.lang.reflect.Proxy;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.hibernate.StatelessSession;
import org.jspecify.annotations.Nullable;

/** A stateless session that only remembers what was written, until {@link #commit}; whatever else is asked of it it refuses. */
final class RecordingSession {
    private final Map<Object, Optional<Object>> written = new LinkedHashMap<>();
    private final Map<Object, Object> rows;

    /** @param rows what is there already, by key */
    RecordingSession(Map<Object, Object> rows) {
        this.rows = rows;
    }

    StatelessSession session() {
        return (StatelessSession) Proxy.newProxyInstance(
                RecordingSession.class.getClassLoader(),
                new Class<?>[] {StatelessSession.class},
                (proxy, method, arguments) -> call(method.getName(), arguments));
    }

    private @Nullable Object call(String method, Object @Nullable [] arguments) {
        Object row = arguments == null ? "" : arguments[arguments.length - 1];
        switch (method) {
            case "insert" -> insert(row);
            case "update", "upsert" -> written.put(StoreRows.keyOf(row), Optional.of(row));
            case "delete" -> written.put(StoreRows.keyOf(row), Optional.empty());
            default -> throw new UnsupportedOperationException("StatelessSession." + method);
        }
        return method.equals("insert") ? StoreRows.keyOf(row) : null;
    }

    private void insert(Object row) {
        Object key = StoreRows.keyOf(row);
        boolean there =
                written.getOrDefault(key, Optional.ofNullable(rows.get(key))).isPresent();
        if (there) {
            throw new IllegalStateException("duplicate key " + key);
        }
        written.put(key, Optional.of(row));
    }

    void commit() {
        written.forEach((key, row) -> row.ifPresentOrElse(value -> rows.put(key, value), () -> rows.remove(key)));
    }
}
