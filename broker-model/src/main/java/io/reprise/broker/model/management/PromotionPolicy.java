package io.reprise.broker.model.management;

/** What happens to direct messages that endpoints or the replay log attract when storing can't keep up [spec 1.5]. */
public enum PromotionPolicy {
    /** Endpoints and log don't get them; that is counted. */
    DISCARD("discard"),
    /** Their publisher waits for room. */
    BACKPRESSURE("backpressure");

    private final String word;

    PromotionPolicy(String word) {
        this.word = word;
    }

    /** Its value in the management API. */
    public String word() {
        return word;
    }
}
