package io.reprise.broker.model.management;

import io.reprise.broker.model.settings.Attribute;
import io.reprise.broker.model.settings.AttributeValues;
import java.time.Duration;
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

    /** Whether clients may use it. */
    public boolean enabled() {
        return values.get(VpnAttributes.ENABLED);
    }

    /** The quota of all endpoints together, bytes; 0 = unlimited. */
    public long maxSpoolBytes() {
        return values.get(VpnAttributes.MAX_SPOOL_USAGE) * BYTES_PER_MB;
    }

    /** Whether a message that no endpoint attracts is refused to its publisher. */
    public boolean rejectsUnmatched() {
        return values.get(VpnAttributes.REJECT_UNMATCHED);
    }

    /** What happens to direct messages that endpoints attract when storing can't keep up. */
    public PromotionPolicy promotionPolicy() {
        return values.get(VpnAttributes.PROMOTION_POLICY);
    }

    /** How long a retained message is its subject's snapshot; zero = for ever. */
    public Duration snapshotExpireTime() {
        return Duration.ofSeconds(values.get(VpnAttributes.SNAPSHOT_EXPIRE_TIME));
    }

    /** Of how many snapshots the content is kept in memory. */
    public long maxSnapshots() {
        return values.get(VpnAttributes.MAX_SNAPSHOTS);
    }

    /** How much of it, bytes. */
    public long maxSnapshotBytes() {
        return values.get(VpnAttributes.MAX_SNAPSHOT_BYTES);
    }

    /** How long a message is kept for history and recovery; zero = not at all. */
    public Duration cacheExpireTime() {
        return Duration.ofSeconds(values.get(VpnAttributes.CACHE_EXPIRE_TIME));
    }

    /** How many of a subject are. */
    public int maxCachedMessagesPerSubject() {
        return Math.toIntExact(values.get(VpnAttributes.MAX_CACHED_MESSAGES));
    }

    /** How much on all subjects together, bytes. */
    public long maxCacheBytes() {
        return values.get(VpnAttributes.MAX_CACHE_BYTES);
    }
}
