package io.reprise.broker.model.endpoint;

/** How the flows of an endpoint share it. */
public enum AccessType implements SempName {
    /** One flow gets the messages, the others stand by. */
    EXCLUSIVE("exclusive"),
    /** Messages go round over the flows that have room. */
    NON_EXCLUSIVE("non-exclusive");

    private final String sempName;

    AccessType(String sempName) {
        this.sempName = sempName;
    }

    @Override
    public String sempName() {
        return sempName;
    }
}
