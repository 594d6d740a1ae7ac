package io.reprise.broker.model.management;

/** Where a message on an endpoint is at one moment [spec 4.3]. */
public enum MessageState {
    /** Whoever asks next may get it. */
    FREE("free"),
    /** Sent ahead to a session, not presented. */
    BUFFERED("buffered"),
    /** Presented, or being read for that, and not settled. */
    IN_FLIGHT("in-flight"),
    /** Acknowledged in a prepared branch that is undecided. */
    IN_DOUBT("in-doubt"),
    /** Waits for its time after a failure. */
    DELAYED("delayed"),
    /** Damaged, or dead with nowhere to go. */
    HELD("held"),
    /** Its removal is on its way to the log. */
    LEAVING("leaving");

    private final String text;

    MessageState(String text) {
        this.text = text;
    }

    /** As the management API has it. */
    public String text() {
        return text;
    }
}
