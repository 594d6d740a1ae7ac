package io.reprise.broker.model.endpoint;

/** A value of an attribute that is one of a few words in the management API (spec 1.4). */
public interface SempName {
    /** The word for a queue. */
    String sempName();

    /** The word for an endpoint of that kind. */
    default String sempName(EndpointKind kind) {
        return sempName();
    }
}
