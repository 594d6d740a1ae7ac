package io.reprise.broker.model.delivery;

/** Why a message went to a dead message queue [spec 4.3]. The ordinals are stored; the texts are what a consumer reads. */
public enum DeathReason {
    /** It was delivered as often as it may be. */
    REDELIVERY("redelivery"),
    /** Its time to live ended. */
    TTL("ttl"),
    /** There was no room, and it was the oldest. */
    OVERFLOW("overflow"),
    /** An administrator said so. */
    ADMIN("admin"),
    /** Its consumer rejected it. */
    REJECTED("rejected");

    private final String text;

    DeathReason(String text) {
        this.text = text;
    }

    /** As a consumer and the management API read it. */
    public String text() {
        return text;
    }
}
