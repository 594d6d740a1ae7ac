package io.reprise.broker.model.definition;

import io.reprise.broker.model.endpoint.EndpointKind;

/** What a document calls things: as the management API does. */
public final class DefinitionNames {
    static final String VERSION = "definitionsVersion";
    /** Where VPNs are. */
    public static final String VPNS = "msgVpns";

    static final String VPN_NAME = "msgVpnName";
    /** Where replay logs are. */
    public static final String REPLAY_LOGS = "replayLogs";

    static final String REPLAY_LOG_NAME = "replayLogName";
    /** Where endpoints' subscriptions are. */
    public static final String SUBSCRIPTIONS = "subscriptions";

    static final String SUBSCRIPTION = "subscriptionTopic";
    /** Where replay logs' filters are. */
    public static final String TOPIC_FILTERS = "topicFilterSubscriptions";

    static final String TOPIC_FILTER = "topicFilterSubscription";

    private DefinitionNames() {}

    /** Where endpoints of a kind are. */
    public static String collection(EndpointKind kind) {
        return kind == EndpointKind.QUEUE ? "queues" : "topicEndpoints";
    }

    static String nameAttribute(EndpointKind kind) {
        return kind == EndpointKind.QUEUE ? "queueName" : "topicEndpointName";
    }
}
