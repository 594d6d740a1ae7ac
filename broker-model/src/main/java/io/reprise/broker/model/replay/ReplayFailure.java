package io.reprise.broker.model.replay;

/** Why a replay failed [spec 2.4]. The ordinals are stored. */
public enum ReplayFailure {
    /** None did. */
    NONE("n/a", "The replay did not fail."),
    MESSAGE_UNAVAILABLE("REPLAY_MESSAGE_UNAVAILABLE", "The log was trimmed past where the replay was."),
    MESSAGE_REJECTED("REPLAY_MESSAGE_REJECTED", "The endpoint did not take a message: its quota, or a message's size."),
    LOG_MODIFIED("REPLAY_LOG_MODIFIED", "The replay log was altered so that messages left it, or deleted."),
    CANCELLED("REPLAY_CANCELLED", "An administrator or another start cancelled it."),
    TOPIC_MODIFIED("TOPIC_MODIFIED_ON_TOPIC_ENDPOINT", "The topic of the topic endpoint was changed."),
    FAILED("REPLAY_FAILED", "A fault of the broker or a damaged log entry; the broker's log has the cause.");

    private final String reason;
    private final String text;

    ReplayFailure(String reason, String text) {
        this.reason = reason;
        this.text = text;
    }

    /** As the management API tells it. */
    public String reason() {
        return reason;
    }

    /** One sentence for people. */
    public String text() {
        return text;
    }
}
