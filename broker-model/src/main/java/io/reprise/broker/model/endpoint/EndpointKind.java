package io.reprise.broker.model.endpoint;

/** What an endpoint is (spec 1.4). */
public enum EndpointKind {
    /** Addressed by its name, and attracts what its subscriptions match. */
    QUEUE("queue"),
    /** One topic for one durable subscriber. */
    TOPIC_ENDPOINT("topic endpoint");

    private final String text;

    EndpointKind(String text) {
        this.text = text;
    }

    /** For messages to people, e.g. {@code queue}. */
    public String text() {
        return text;
    }
}
