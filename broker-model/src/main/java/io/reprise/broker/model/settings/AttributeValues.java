package io.reprise.broker.model.settings;

import io.reprise.broker.model.error.ErrorCode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A value for each attribute of one {@link AttributeList}, each within its range. Immutable. */
public final class AttributeValues {
    private final AttributeList list;
    private final Object[] values;

    AttributeValues(AttributeList list, Object[] values) {
        this.list = list;
        this.values = values;
    }

    /**
     * These with a JSON object's attributes changed.
     *
     * @param change values are Boolean, Number or String
     * @throws InvalidSettingsException naming every attribute that is unknown or out of range
     */
    public AttributeValues with(Map<String, ?> change) {
        List<AttributeProblem> problems = new ArrayList<>();
        AttributeValues changed = with(change, problems);
        if (!problems.isEmpty()) {
            throw new InvalidSettingsException(list.ofWhat(), problems);
        }
        return changed;
    }

    /** The same, but what is refused goes to {@code problems}. */
    public AttributeValues with(Map<String, ?> change, List<AttributeProblem> problems) {
        Object[] changed = values.clone();
        change.forEach((name, json) -> {
            Attribute<?> attribute = list.named(name);
            Object value = attribute == null ? null : attribute.read(json);
            String foreignDefault = list.foreignDefault(name);
            if (attribute != null && value != null) {
                changed[attribute.index()] = value;
            } else if (foreignDefault == null) {
                problems.add(problem(attribute, name, json));
            } else if (!foreignDefault.equals(String.valueOf(json))) {
                problems.add(new AttributeProblem(
                        ErrorCode.NOT_SUPPORTED,
                        name,
                        json,
                        foreignDefault.isEmpty() ? "empty or absent" : foreignDefault));
            }
        });
        return new AttributeValues(list, changed);
    }

    private AttributeProblem problem(@Nullable Attribute<?> attribute, String name, @Nullable Object json) {
        String allowed = attribute == null ? "no such attribute of a " + list.ofWhat() : attribute.allowed();
        Object shown = attribute != null && attribute.isSecret() ? "(not shown)" : json;
        return new AttributeProblem(ErrorCode.INVALID_PARAMETER, name, shown, allowed);
    }

    /**
     * These with one attribute changed.
     *
     * @throws InvalidSettingsException if it is out of range
     */
    public <T> AttributeValues with(Attribute<T> attribute, T value) {
        return with(Map.of(attribute.name(), attribute.write(value)));
    }

    /** The value of an attribute of this list. */
    @SuppressWarnings("unchecked") // each slot is filled with a value of its attribute's own type
    public <T> T get(Attribute<T> attribute) {
        return (T) values[attribute.index()];
    }

    /** What a replacement begins with: the defaults, and the secrets as they are. */
    public AttributeValues withoutSettings() {
        Object[] left = list.defaults().values;
        list.all().stream()
                .filter(Attribute::isSecret)
                .forEach(secret -> left[secret.index()] = values[secret.index()]);
        return new AttributeValues(list, left);
    }

    /** The JSON object as it is shown: every attribute but the secrets, in the declared order. */
    public Map<String, Object> toMap() {
        Map<String, Object> result = toStoredMap();
        list.all().stream().filter(Attribute::isSecret).forEach(secret -> result.remove(secret.name()));
        return result;
    }

    /** The JSON object as it is stored: the secrets too. For the database alone. */
    public Map<String, Object> toStoredMap() {
        Map<String, Object> result = new LinkedHashMap<>();
        list.all().forEach(attribute -> put(result, attribute));
        return result;
    }

    private <T> void put(Map<String, Object> map, Attribute<T> attribute) {
        map.put(attribute.name(), attribute.write(get(attribute)));
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof AttributeValues that && list == that.list && Arrays.equals(values, that.values);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(values);
    }

    @Override
    public String toString() {
        return list.ofWhat() + " " + toMap();
    }
}
