package io.reprise.broker.web.management;

import java.lang.reflect.RecordComponent;
import java.util.Map;

/** Statistics records as attributes: the components' names are the API's names, so that none can be forgotten. Stateless. */
final class Figures {
    private Figures() {}

    /** Appends each component: numbers as Long, text as it is. */
    static void addTo(Map<String, Object> attributes, Record figures) {
        for (RecordComponent component : figures.getClass().getRecordComponents()) {
            Object value = read(component, figures);
            attributes.put(component.getName(), value instanceof Number number ? number.longValue() : value);
        }
    }

    private static Object read(RecordComponent component, Record figures) {
        try {
            return component.getAccessor().invoke(figures);
        } catch (ReflectiveOperationException unreadable) {
            throw new IllegalStateException(figures.getClass() + "." + component.getName(), unreadable);
        }
    }
}
