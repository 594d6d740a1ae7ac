package io.reprise.broker.model.endpoint;

/** Whether a message that the endpoint refuses is refused to its publisher, or only skipped here (spec 1.5). */
public enum RejectToSender implements SempName {
    NEVER("never", "never"),
    /** Unless the refusal is for the endpoint's ingress being off. */
    WHEN_ENABLED("when-queue-enabled", "when-topic-endpoint-enabled"),
    ALWAYS("always", "always");

    private final String queueName;
    private final String topicEndpointName;

    RejectToSender(String queueName, String topicEndpointName) {
        this.queueName = queueName;
        this.topicEndpointName = topicEndpointName;
    }

    @Override
    public String sempName() {
        return queueName;
    }

    @Override
    public String sempName(EndpointKind kind) {
        return kind == EndpointKind.QUEUE ? queueName : topicEndpointName;
    }
}
