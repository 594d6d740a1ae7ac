package io.reprise.broker.model.management;

import io.reprise.broker.model.settings.Attribute;
import io.reprise.broker.model.settings.AttributeValues;
import java.util.Map;

/**
 * The settings of one VPN, all of them, each within its range (spec 1.1). Immutable.
 *
 * @param values of {@link VpnAttributes}
 */
public record VpnSettings(AttributeValues values) {
    private static final long BYTES_PER_MB = 1_000_000;

    /** What a VPN has of which nobody said more. */
    public static final VpnSettings DEFAULTS = new VpnSettings(VpnAttributes.ALL.defaults());

    /**
     * These settings with a JSON object's attributes changed; names are the management API's.
     *
     * @param change values are Boolean, Number or String
     * @throws io.reprise.broker.model.settings.InvalidSettingsException naming every attribute that is unknown or out of range
     */
    public VpnSettings with(Map<String, ?> change) {
        return new VpnSettings(values.with(change));
    }

    /** These settings with one attribute changed. */
    public <T> VpnSettings with(Attribute<T> attribute, T value) {
        return new VpnSettings(values.with(attribute, value));
    }

    /** The JSON object: every attribute in the declared order. */
    public Map<String, Object> toMap() {
        return values.toMap();
    }

    /** The quota of all endpoints together, bytes; 0 = unlimited. */
    public long maxSpoolBytes() {
        return values.get(VpnAttributes.MAX_SPOOL_USAGE) * BYTES_PER_MB;
    }

    /** Whether a message that no endpoint attracts is refused to its publisher. */
    public boolean rejectsUnmatched() {
        return values.get(VpnAttributes.REJECT_UNMATCHED);
    }
}
