package io.reprise.broker.model.endpoint;

/** What happens to a message for which the endpoint has no room. */
public enum OverflowPolicy implements SempName {
    /** The new message is refused. */
    REJECT("reject"),
    /** The oldest messages go to the dead message queue, counted. */
    DISCARD_OLD("discardOld");

    private final String sempName;

    OverflowPolicy(String sempName) {
        this.sempName = sempName;
    }

    @Override
    public String sempName() {
        return sempName;
    }
}
