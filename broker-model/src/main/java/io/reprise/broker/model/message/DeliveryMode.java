package io.reprise.broker.model.message;

/**
 * How a message is published and delivered (spec 1.5). Stored by ordinal: the order is part of the format, new ones go to the end.
 */
public enum DeliveryMode {
    /** Never acknowledged, never blocks, not stored as such. */
    DIRECT("Direct"),
    /** Guaranteed; a send returns after admission, storing follows with the next commit. */
    NON_PERSISTENT("Non-Persistent"),
    /** Guaranteed; a send returns when it is stored durably. */
    PERSISTENT("Persistent");

    private final String headerName;

    DeliveryMode(String headerName) {
        this.headerName = headerName;
    }

    /** The value of the HTTP header {@code Solace-Delivery-Mode} (spec 5.2). */
    public String headerName() {
        return headerName;
    }

    public boolean isGuaranteed() {
        return this != DIRECT;
    }

    /** The mode in which an endpoint gets it: a direct message is promoted. */
    public DeliveryMode onEndpoint() {
        return this == DIRECT ? NON_PERSISTENT : this;
    }
}
