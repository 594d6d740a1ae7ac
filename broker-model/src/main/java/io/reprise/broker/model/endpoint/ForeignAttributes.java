package io.reprise.broker.model.endpoint;

import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Attributes of the same objects in SEMP that Reprise knows and does not offer: accepted at SEMP's default, so that existing tools
 * work, and refused at any other value (spec 5.1).
 */
final class ForeignAttributes {
    private static final Map<String, String> DEFAULTS_OF_BOTH = Map.of(
            "consumerAckPropagationEnabled", "true",
            "deliveryCountEnabled", "false",
            "eventBindCountThreshold", "{clearPercent=60, setPercent=80}",
            "eventRejectLowPriorityMsgLimitThreshold", "{clearPercent=60, setPercent=80}");

    private static final Map<String, String> DEFAULTS_OF_QUEUES = Map.of(
            "eventMsgSpoolUsageThreshold", "{clearPercent=18, setPercent=25}",
            "partitionRebalanceDelay", "5",
            "partitionRebalanceMaxHandoffTime", "3");

    private static final Map<String, String> DEFAULTS_OF_TOPIC_ENDPOINTS =
            Map.of("eventSpoolUsageThreshold", "{clearPercent=18, setPercent=25}");

    private ForeignAttributes() {}

    static boolean names(EndpointKind kind, String attribute) {
        return DEFAULTS_OF_BOTH.containsKey(attribute) || ofKind(kind).containsKey(attribute);
    }

    /** SEMP's default, as text. */
    static String defaultOf(EndpointKind kind, String attribute) {
        return DEFAULTS_OF_BOTH.getOrDefault(attribute, ofKind(kind).getOrDefault(attribute, ""));
    }

    /** Whether a JSON value, a nested object included, is SEMP's default. */
    static boolean isDefault(EndpointKind kind, String attribute, @Nullable Object json) {
        Object comparable = json instanceof Map<?, ?> object ? new TreeMap<>(object) : json;
        return defaultOf(kind, attribute).equals(String.valueOf(comparable));
    }

    private static Map<String, String> ofKind(EndpointKind kind) {
        return kind == EndpointKind.QUEUE ? DEFAULTS_OF_QUEUES : DEFAULTS_OF_TOPIC_ENDPOINTS;
    }
}
