package io.reprise.broker.model.endpoint;

import io.reprise.broker.model.settings.Attribute;
import io.reprise.broker.model.settings.AttributeValues;
import io.reprise.broker.model.settings.InvalidSettingsException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The settings of one endpoint, all of them, each within its range (spec 1.4). Immutable. What there is is declared in {@link
 * EndpointAttributes}; the methods here give the values their types.
 *
 * @param values of that kind's attributes
 */
public record EndpointSettings(EndpointKind kind, AttributeValues values) {
    private static final long BYTES_PER_MB = 1_000_000;
    private static final long TEMPORARY_MB = 500;
    private static final long SHARED_BIND_COUNT = 1_000;
    private static final EndpointSettings QUEUE_DEFAULTS = new EndpointSettings(
            EndpointKind.QUEUE, EndpointAttributes.of(EndpointKind.QUEUE).defaults());
    private static final EndpointSettings TOPIC_ENDPOINT_DEFAULTS = new EndpointSettings(
            EndpointKind.TOPIC_ENDPOINT,
            EndpointAttributes.of(EndpointKind.TOPIC_ENDPOINT).defaults());

    /** What an endpoint has that an administrator creates without saying more. */
    public static EndpointSettings defaults(EndpointKind kind) {
        return kind == EndpointKind.QUEUE ? QUEUE_DEFAULTS : TOPIC_ENDPOINT_DEFAULTS;
    }

    /** What an endpoint has that a bean, a client or an embedding program creates: switched on, times to live respected. */
    public static EndpointSettings clientCreated(EndpointKind kind) {
        return defaults(kind)
                .with(EndpointAttributes.INGRESS_ENABLED, true)
                .with(EndpointAttributes.EGRESS_ENABLED, true)
                .with(EndpointAttributes.RESPECT_TTL_ENABLED, true);
    }

    /**
     * What a temporary endpoint has: as one that a client creates, with room for 500 MB. A queue gives its messages to its consumers in
     * turn. Nobody but its owner may use it, if it is not shared.
     *
     * @param shared whether a topic endpoint does so too, to at most 1000 of them
     * @param selector what a topic endpoint keeps; empty for all
     */
    public static EndpointSettings temporary(EndpointKind kind, boolean shared, String selector) {
        EndpointSettings settings = clientCreated(kind).with(EndpointAttributes.MAX_SPOOL_USAGE, TEMPORARY_MB);
        if (kind == EndpointKind.QUEUE) {
            return settings.with(EndpointAttributes.ACCESS_TYPE, AccessType.NON_EXCLUSIVE);
        }
        EndpointSettings selective = settings.with(EndpointAttributes.SELECTOR, selector);
        return shared
                ? selective
                        .with(EndpointAttributes.ACCESS_TYPE, AccessType.NON_EXCLUSIVE)
                        .with(EndpointAttributes.MAX_BIND_COUNT, SHARED_BIND_COUNT)
                        .with(EndpointAttributes.PERMISSION, Permission.CONSUME)
                : selective;
    }

    /**
     * These settings with a JSON object's attributes changed; names are the management API's for this kind of endpoint.
     *
     * @param change values are Boolean, Number or String
     * @throws InvalidSettingsException naming every attribute that is unknown, out of range, or not supported at that value
     */
    public EndpointSettings with(Map<String, ?> change) {
        return new EndpointSettings(kind, new SettingsChange(kind, change).applyTo(values));
    }

    /**
     * These settings with one attribute changed.
     *
     * @throws InvalidSettingsException as for a JSON object
     */
    public <T> EndpointSettings with(EndpointAttribute<T> attribute, T value) {
        Attribute<T> own = attribute.on(kind);
        return own == null
                ? with(Map.of(attribute.toString(), String.valueOf(value)))
                : new EndpointSettings(kind, values.with(own, value));
    }

    /** The JSON object: every attribute of this kind of endpoint, in the declared order, and the views of {@code maxRedelivery}. */
    public Map<String, Object> toMap() {
        Map<String, Object> result = new LinkedHashMap<>();
        values.toMap().forEach((name, value) -> {
            result.put(name, value);
            if (name.equals(EndpointAttributes.MAX_REDELIVERY.toString())) {
                result.put(RedeliveryView.ENABLED, RedeliveryView.enabled(maxRedelivery()));
                result.put(RedeliveryView.COUNT, RedeliveryView.count(maxRedelivery()));
            }
        });
        return result;
    }

    /** The value of an attribute; on a kind of endpoint that has no such attribute, the default. */
    public <T> T get(EndpointAttribute<T> attribute) {
        Attribute<T> own = attribute.on(kind);
        return own == null ? attribute.defaultValue() : values.get(own);
    }

    public AccessType accessType() {
        return get(EndpointAttributes.ACCESS_TYPE);
    }

    public Permission permission() {
        return get(EndpointAttributes.PERMISSION);
    }

    public String owner() {
        return get(EndpointAttributes.OWNER);
    }

    public boolean ingressEnabled() {
        return get(EndpointAttributes.INGRESS_ENABLED);
    }

    public boolean egressEnabled() {
        return get(EndpointAttributes.EGRESS_ENABLED);
    }

    /** The quota; 0 on a last-value queue. */
    public long maxSpoolBytes() {
        return get(EndpointAttributes.MAX_SPOOL_USAGE) * BYTES_PER_MB;
    }

    /** Whether it keeps only the newest message. */
    public boolean isLastValueQueue() {
        return get(EndpointAttributes.MAX_SPOOL_USAGE) == 0;
    }

    public int maxMsgSizeBytes() {
        return get(EndpointAttributes.MAX_MSG_SIZE).intValue();
    }

    public int maxBindCount() {
        return get(EndpointAttributes.MAX_BIND_COUNT).intValue();
    }

    public int maxDeliveredUnackedMsgsPerFlow() {
        return get(EndpointAttributes.MAX_DELIVERED_UNACKED_MSGS_PER_FLOW).intValue();
    }

    public Prefetch prefetch() {
        return get(EndpointAttributes.PREFETCH);
    }

    /** Total deliveries; 0 is no limit. */
    public int maxRedelivery() {
        return get(EndpointAttributes.MAX_REDELIVERY).intValue();
    }

    public boolean redeliveryDelayEnabled() {
        return get(EndpointAttributes.REDELIVERY_DELAY_ENABLED);
    }

    public Duration redeliveryDelayInitialInterval() {
        return Duration.ofMillis(get(EndpointAttributes.REDELIVERY_DELAY_INITIAL_INTERVAL));
    }

    public Duration redeliveryDelayMaxInterval() {
        return Duration.ofMillis(get(EndpointAttributes.REDELIVERY_DELAY_MAX_INTERVAL));
    }

    /** In hundredths: 200 doubles. */
    public int redeliveryDelayMultiplierPercent() {
        return get(EndpointAttributes.REDELIVERY_DELAY_MULTIPLIER).intValue();
    }

    public Duration deliveryDelay() {
        return Duration.ofSeconds(get(EndpointAttributes.DELIVERY_DELAY));
    }

    /** Zero is none. */
    public Duration maxTtl() {
        return Duration.ofSeconds(get(EndpointAttributes.MAX_TTL));
    }

    public boolean respectTtlEnabled() {
        return get(EndpointAttributes.RESPECT_TTL_ENABLED);
    }

    /** Empty: removed messages are deleted. */
    public Optional<EndpointName> deadMsgQueue() {
        String name = get(EndpointAttributes.DEAD_MSG_QUEUE);
        return name.isEmpty() ? Optional.empty() : Optional.of(EndpointName.of(name));
    }

    public boolean respectDmqEligibleEnabled() {
        return get(EndpointAttributes.RESPECT_DMQ_ELIGIBLE_ENABLED);
    }

    public RejectToSender rejectMsgToSender() {
        return get(EndpointAttributes.REJECT_MSG_TO_SENDER);
    }

    public boolean rejectLowPriorityMsgEnabled() {
        return get(EndpointAttributes.REJECT_LOW_PRIORITY_MSG_ENABLED);
    }

    public long rejectLowPriorityMsgLimit() {
        return get(EndpointAttributes.REJECT_LOW_PRIORITY_MSG_LIMIT);
    }

    public boolean respectMsgPriorityEnabled() {
        return get(EndpointAttributes.RESPECT_MSG_PRIORITY_ENABLED);
    }

    public OverflowPolicy overflowPolicy() {
        return get(EndpointAttributes.OVERFLOW_POLICY);
    }

    /** Which messages a topic endpoint keeps [spec 4.1]; empty for all. */
    public String selector() {
        return get(EndpointAttributes.SELECTOR);
    }

    public int partitionCount() {
        return get(EndpointAttributes.PARTITION_COUNT).intValue();
    }
}
