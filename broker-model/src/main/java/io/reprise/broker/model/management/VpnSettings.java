package io.reprise.broker.model.management;

import io.reprise.broker.model.endpoint.AttributeProblem;
import io.reprise.broker.model.endpoint.InvalidSettingsException;
import io.reprise.broker.model.error.ErrorCode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The settings of one VPN, all of them, each within its range (spec 1.1). Immutable. Declared in {@link VpnAttributes}. */
public final class VpnSettings {
    private static final long BYTES_PER_MB = 1_000_000;

    /** What a VPN has of which nobody said more. */
    public static final VpnSettings DEFAULTS = new VpnSettings(
            VpnAttributes.ALL.stream().map(VpnAttribute::defaultValue).toArray());

    private final Object[] values;

    private VpnSettings(Object[] values) {
        this.values = values;
    }

    /**
     * These settings with a JSON object's attributes changed; names are the management API's.
     *
     * @param change values are Boolean, Number or String
     * @throws InvalidSettingsException naming every attribute that is unknown or out of range
     */
    public VpnSettings with(Map<String, ?> change) {
        Object[] changed = values.clone();
        List<AttributeProblem> problems = new ArrayList<>();
        change.forEach((name, json) -> {
            VpnAttribute<?> attribute = VpnAttributes.named(name);
            Object value = attribute == null ? null : attribute.read(json);
            if (attribute != null && value != null) {
                changed[attribute.index()] = value;
            } else {
                problems.add(problem(attribute, name, json));
            }
        });
        if (!problems.isEmpty()) {
            throw new InvalidSettingsException("VPN", problems);
        }
        return new VpnSettings(changed);
    }

    private static AttributeProblem problem(@Nullable VpnAttribute<?> attribute, String name, @Nullable Object json) {
        String allowed = attribute == null ? "no such attribute of a VPN" : attribute.allowed();
        return new AttributeProblem(ErrorCode.INVALID_PARAMETER, name, json, allowed);
    }

    /** These settings with one attribute changed. */
    public <T> VpnSettings with(VpnAttribute<T> attribute, T value) {
        return with(Map.of(attribute.name(), attribute.write(value)));
    }

    /** The JSON object: every attribute in the declared order. */
    public Map<String, Object> toMap() {
        Map<String, Object> result = new LinkedHashMap<>();
        VpnAttributes.ALL.forEach(attribute -> put(result, attribute));
        return result;
    }

    private <T> void put(Map<String, Object> map, VpnAttribute<T> attribute) {
        map.put(attribute.name(), attribute.write(get(attribute)));
    }

    @SuppressWarnings("unchecked") // each slot is filled with a value of its attribute's own type
    private <T> T get(VpnAttribute<T> attribute) {
        return (T) values[attribute.index()];
    }

    /** The quota of all endpoints together, bytes; 0 = unlimited. */
    public long maxSpoolBytes() {
        return get(VpnAttributes.MAX_SPOOL_USAGE) * BYTES_PER_MB;
    }

    /** Whether a message that no endpoint attracts is refused to its publisher. */
    public boolean rejectsUnmatched() {
        return get(VpnAttributes.REJECT_UNMATCHED);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof VpnSettings that && Arrays.equals(values, that.values);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(values);
    }

    @Override
    public String toString() {
        return "VPN " + toMap();
    }
}
