package io.reprise.broker.model.management;

import io.reprise.broker.model.settings.Attribute;
import io.reprise.broker.model.settings.AttributeValues;
import java.util.Map;

/**
 * The settings of a replay log, all of them, each within its range (spec 2.1). Immutable.
 *
 * @param values of {@link ReplayLogAttributes}
 */
public record ReplayLogSettings(AttributeValues values) {
    private static final long BYTES_PER_MB = 1_000_000;

    /** What a replay log has of which nobody said more. */
    public static final ReplayLogSettings DEFAULTS = new ReplayLogSettings(ReplayLogAttributes.ALL.defaults());

    /**
     * These settings with a JSON object's attributes changed; names are the management API's.
     *
     * @param change values are Boolean, Number or String
     * @throws io.reprise.broker.model.settings.InvalidSettingsException naming every attribute that is unknown or out of range
     */
    public ReplayLogSettings with(Map<String, ?> change) {
        return new ReplayLogSettings(values.with(change));
    }

    /** These settings with one attribute changed. */
    public <T> ReplayLogSettings with(Attribute<T> attribute, T value) {
        return new ReplayLogSettings(values.with(attribute, value));
    }

    /** The JSON object: every attribute in the declared order. */
    public Map<String, Object> toMap() {
        return values.toMap();
    }

    /** Whether messages are put into it. */
    public boolean ingressEnabled() {
        return values.get(ReplayLogAttributes.INGRESS_ENABLED);
    }

    /** Whether endpoints can be replayed from it. */
    public boolean egressEnabled() {
        return values.get(ReplayLogAttributes.EGRESS_ENABLED);
    }

    /** The quota, bytes. */
    public long maxSpoolBytes() {
        return values.get(ReplayLogAttributes.MAX_SPOOL_USAGE) * BYTES_PER_MB;
    }

    /** Whether its filters say which messages are put into it. */
    public boolean topicFilterEnabled() {
        return values.get(ReplayLogAttributes.TOPIC_FILTER_ENABLED);
    }
}
