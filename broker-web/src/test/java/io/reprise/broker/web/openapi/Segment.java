package io.reprise.broker.web.openapi;

import java.util.Arrays;

/**
 * A part of paths that names an object: the collection's segment, what one of its objects is called, and the parameter that follows
 * it. A new collection needs a line here.
 */
enum Segment {
    VPNS("msgVpns", "MsgVpn", "msgVpnName", "string", "The name of the VPN.", "default"),
    QUEUES("queues", "Queue", "queueName", "string", "The name of the queue, a / in it as %2F.", "orders/eu"),
    TOPIC_ENDPOINTS(
            "topicEndpoints",
            "TopicEndpoint",
            "topicEndpointName",
            "string",
            "The name of the topic endpoint.",
            "audit"),
    SUBSCRIPTIONS(
            "subscriptions",
            "Subscription",
            "subscriptionTopic",
            "string",
            "The topic filter, a / in it as %2F.",
            "orders/eu/>"),
    MESSAGES("msgs", "Msg", "msgId", "integer", "The id of the message, as lists of messages show it.", "1"),
    REPLAY_LOGS("replayLogs", "ReplayLog", "replayLogName", "string", "The name of the replay log.", "all"),
    TOPIC_FILTERS(
            "topicFilterSubscriptions",
            "TopicFilterSubscription",
            "topicFilterSubscription",
            "string",
            "The topic filter, a / in it as %2F; with ! before it an exception.",
            "orders/>"),
    ACTIVATIONS(
            "activations", "Activation", "activationName", "string", "The name of the activation.", "shop.OrderBean#1"),
    CLIENTS("clients", "Client", "clientName", "string", "The name of the client, a / in it as %2F.", "alice@10.0.0.7"),
    FLOWS("txFlows", "TxFlow", "flowId", "integer", "The number of the flow on its endpoint.", "1"),
    REJECTIONS("rejections", "Rejection", "reason", "string", "Why messages were refused.", ""),
    SNAPSHOTS("snapshots", "Snapshot", "subject", "string", "The subject, a / in it as %2F.", "prices/ACME"),
    ALARMS("alarms", "Alarm", "alarmName", "string", "The name of the alarm.", ""),
    ACL_PROFILES("aclProfiles", "AclProfile", "aclProfileName", "string", "The name of the ACL profile.", "sensors"),
    CLIENT_CONNECT_EXCEPTIONS(
            "clientConnectExceptions",
            "ClientConnectException",
            "clientConnectExceptionAddress",
            "string",
            "The address or range, its / as %2F.",
            "10.1.0.0/16"),
    PUBLISH_TOPIC_EXCEPTIONS(
            "publishTopicExceptions",
            "PublishTopicException",
            "publishTopicException",
            "string",
            "Syntax and topic filter, a / in it as %2F: smf,orders%2F%3E.",
            "smf,orders/>"),
    SUBSCRIBE_TOPIC_EXCEPTIONS(
            "subscribeTopicExceptions",
            "SubscribeTopicException",
            "subscribeTopicException",
            "string",
            "Syntax and topic filter, a / in it as %2F: smf,orders%2F%3E.",
            "smf,orders/>"),
    CLIENT_USERNAMES("clientUsernames", "ClientUsername", "clientUsername", "string", "The name of the user.", "alice"),
    REST_DELIVERY_POINTS(
            "restDeliveryPoints",
            "RestDeliveryPoint",
            "restDeliveryPointName",
            "string",
            "The name of the REST delivery point.",
            "shop"),
    REST_CONSUMERS_OF_POINT(
            "restConsumers", "RestConsumer", "restConsumerName", "string", "The name of the REST consumer.", "hook"),
    QUEUE_BINDINGS(
            "queueBindings",
            "QueueBinding",
            "queueBindingName",
            "string",
            "The name of the queue, a / in it as %2F.",
            "orders/eu"),
    REST_VPN("v1", "", "msgVpnName", "string", "The name of the VPN.", "default"),
    REST_QUEUE("QUEUE", "", "queueName", "string", "The name of the queue, a / in it as %2F.", "orders/eu"),
    REST_TOPIC_ENDPOINT(
            "TOPIC_ENDPOINT", "", "topicEndpointName", "string", "The name of the topic endpoint.", "audit"),
    REST_CONSUMERS(
            "consumers",
            "",
            "consumerId",
            "string",
            "The id of the consumer, as its creation was answered.",
            "kR3fPz0qWm4X7tYb9cVdLsA1"),
    REST_TOPIC(
            "TOPIC",
            "",
            "topic",
            "string",
            "The topic as it is spelled; its levels may be separated by / or by %2F.",
            "orders/eu/42");

    private final String segment;
    private final String word;
    private final String parameter;
    private final String type;
    private final String text;
    private final String example;

    Segment(String segment, String word, String parameter, String type, String text, String example) {
        this.segment = segment;
        this.word = word;
        this.parameter = parameter;
        this.type = type;
        this.text = text;
        this.example = example;
    }

    /** That of a variable which comes after a segment of a path. */
    static Segment after(String segment, String variable) {
        return Arrays.stream(values())
                .filter(known -> known.segment.equals(segment))
                .findFirst()
                .orElseThrow(() -> new AssertionError("the variable {" + variable + "} after " + segment
                        + " is not known: add the collection to Segment, with the description of its parameter"));
    }

    /** The word of a segment in the names of operations, plural or not; the segment itself if it is no collection. */
    static String wordOf(String segment, boolean plural) {
        return Arrays.stream(values())
                .filter(known -> known.segment.equals(segment) && !known.word.isEmpty())
                .findFirst()
                .map(known -> known.word + (plural ? "s" : ""))
                .orElseGet(() -> capitalised(segment));
    }

    static String capitalised(String text) {
        return Character.toUpperCase(text.charAt(0)) + text.substring(1);
    }

    String parameter() {
        return parameter;
    }

    String type() {
        return type;
    }

    String text() {
        return text;
    }

    String example() {
        return example;
    }

    /** The example without what the path alone has before it. */
    String exampleName() {
        return example.startsWith("smf,") ? example.substring("smf,".length()) : example;
    }
}
