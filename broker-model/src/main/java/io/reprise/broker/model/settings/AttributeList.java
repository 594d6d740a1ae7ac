package io.reprise.broker.model.settings;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The settings of one kind of object, each declared once: validation, the JSON form and the pages under {@code docs/} come from here.
 * Filled while the class that holds it is initialised, and not changed after that.
 */
public final class AttributeList {
    private final String ofWhat;
    private final Map<String, Attribute<?>> byName = new LinkedHashMap<>();
    private final Map<String, String> foreign = new LinkedHashMap<>();

    /** @param ofWhat the kind of object, for people, e.g. {@code queue} */
    public AttributeList(String ofWhat) {
        this.ofWhat = ofWhat;
    }

    /**
     * Adds one.
     *
     * @param name its JSON name
     * @param unit of a number, else empty
     * @param text one sentence for people
     */
    public <T> Attribute<T> declare(String name, AttributeType<T> type, String unit, T defaultValue, String text) {
        Attribute<T> attribute = new Attribute<>(byName.size(), name, type, unit, defaultValue, text);
        byName.put(name, attribute);
        return attribute;
    }

    /**
     * Says that SEMP has an attribute which is not offered: it is accepted at SEMP's default, so that existing tools work, and refused at
     * any other value (spec 5.1).
     *
     * @param defaultText SEMP's default, as text
     */
    public void declareForeign(String name, String defaultText) {
        foreign.put(name, defaultText);
    }

    /** SEMP's default of an attribute that is not offered; null if it is none of these. */
    @Nullable
    String foreignDefault(String name) {
        return foreign.get(name);
    }

    /** All of them, in the order in which they are declared. */
    public Collection<Attribute<?>> all() {
        return Collections.unmodifiableCollection(byName.values());
    }

    /** The attribute of that JSON name; null if there is none. */
    public @Nullable Attribute<?> named(String name) {
        return byName.get(name);
    }

    /** For people. */
    public String ofWhat() {
        return ofWhat;
    }

    /** What an object has of which nobody said more. */
    public AttributeValues defaults() {
        return new AttributeValues(
                this, byName.values().stream().map(Attribute::defaultValue).toArray());
    }
}
