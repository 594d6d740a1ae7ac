package io.reprise.broker.ra.live;

import io.reprise.broker.model.live.LiveStart;
import java.time.Duration;

/**
 * What a consumer or bean wants of a topic as a live subscriber [spec 3.4]. Immutable.
 *
 * @param start what comes first
 * @param conflation if above zero, at most the newest message of each subject in each such interval
 */
public record LiveWish(LiveStart start, Duration conflation) {
    /** The names by which applications ask, as activation properties and as options of a destination. */
    public static final String TOPIC_DELIVERY = "topicDelivery";

    public static final String SNAPSHOT = "snapshot";
    public static final String HISTORY = "history";
    public static final String CONFLATE = "conflate";
    /** Of a destination only; both or none. */
    public static final String EPOCH = "epoch";

    public static final String SEQ = "seq";

    /** Live instead of from an endpoint. */
    public static final String DIRECT = "direct";

    /** From an endpoint, as it is without any of these. */
    public static final String GUARANTEED = "guaranteed";

    /** One that doesn't ask for a position: history if that is above zero, else the snapshot if it is wanted. */
    public static LiveWish of(int history, boolean snapshot, Duration conflation) {
        LiveStart otherwise = snapshot ? new LiveStart.Snapshot() : new LiveStart.Nothing();
        return new LiveWish(history > 0 ? new LiveStart.History(history) : otherwise, conflation);
    }

    @Override
    public String toString() {
        return TOPIC_DELIVERY + "=" + DIRECT + ", start=" + start + ", " + CONFLATE + "=" + conflation;
    }
}
