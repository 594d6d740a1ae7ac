package io.reprise.broker.web.semp;

import java.lang.reflect.RecordComponent;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The attributes that the objects of a collection have, with the type of their values: Boolean, Long, String, or Object where it may
 * be a number or a word. Immutable; its order is the order in documents.
 */
public record Columns(Map<String, Class<?>> types) {
    public Columns {
        types = new LinkedHashMap<>(types);
    }

    public static Columns none() {
        return new Columns(Map.of());
    }

    /** These and one more. */
    public Columns and(String name, Class<?> type) {
        Map<String, Class<?>> more = new LinkedHashMap<>(types);
        more.put(name, type);
        return new Columns(more);
    }

    /** These and the components of a record of figures. */
    public Columns andFiguresOf(Class<? extends Record> figures) {
        Columns result = this;
        for (RecordComponent component : figures.getRecordComponents()) {
            result = result.and(component.getName(), type(component));
        }
        return result;
    }

    private static Class<?> type(RecordComponent component) {
        if (component.getType() == boolean.class) {
            return Boolean.class;
        }
        return component.getType() == String.class ? String.class : Long.class;
    }

    public Set<String> names() {
        return types.keySet();
    }

    @Nullable
    Class<?> type(String name) {
        return types.get(name);
    }
}
