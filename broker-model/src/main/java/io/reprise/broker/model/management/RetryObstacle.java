package io.reprise.broker.model.management;

/** Why a message did not go back to where it died [spec 4.3]. */
public enum RetryObstacle {
    /** It did not die: somebody published it here. */
    NOT_DEAD("not-dead"),
    /** It is presented to somebody, in doubt, or gone meanwhile. */
    NOT_FREE("not-free"),
    /** The endpoint it died on exists no more. */
    ORIGIN_DELETED("origin-deleted"),
    /** The endpoint it died on does not take it: it is full, takes none now, or allows smaller ones only. */
    NO_ROOM("no-room"),
    /** The endpoint it died on keeps last values only, and has a newer one. */
    REPLACED("replaced"),
    /** Its bytes are damaged. */
    DAMAGED("damaged");

    private final String text;

    RetryObstacle(String text) {
        this.text = text;
    }

    /** As the management API has it. */
    public String text() {
        return text;
    }
}
