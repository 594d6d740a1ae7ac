package io.reprise.broker.engine.live;

import io.reprise.broker.engine.client.ClientTally;
import io.reprise.broker.model.live.LiveSubjects;
import io.reprise.broker.model.live.SubjectPosition;
import io.reprise.broker.model.message.Message;
import io.reprise.broker.model.publish.PendingOutcome;
import java.util.List;
import java.util.function.Predicate;

/** What the live side wants done to the log. Thread-safe. */
public interface LiveStore {
    /** Makes direct retained messages ready to be stored as snapshots, one of a subject. Blocks for the database if some are large. */
    Ready ready(List<DirectSnapshot> snapshots);

    /** Snapshots ready to be stored; that is asked for once. */
    interface Ready {
        /**
         * Stores them. One whose subject has got a newer guaranteed one meanwhile is left out. They come back in {@link
         * LiveFeed#committed}, direct and placed on {@code VpnState.SNAPSHOTS}. Only hands over; what is deleted after that is so behind it.
         *
         * @param isWanted which of them still are to be stored
         */
        PendingOutcome store(Predicate<DirectSnapshot> isWanted);
    }

    /**
     * A direct retained message.
     *
     * @param position that of the newest guaranteed message before it
     * @param afterMsgId the newest message of the VPN before it, as {@link LiveFeed#committed} told
     * @param takenInMillis milliseconds of the epoch
     */
    record DirectSnapshot(Message message, SubjectPosition position, long afterMsgId, long takenInMillis) {}

    /** Takes away the snapshot of a subject; the outcome tells how many there were on disk: 0 or 1. */
    PendingOutcome delete(String subject);

    /**
     * Hands a direct message to the endpoints and the replay log that attract it, as far as there is room. Does not wait, but with {@code
     * promotionPolicy=backpressure}. For {@link LiveSubjects#publish}, after the message was put in its place among the live ones.
     *
     * @param client whose message it is
     */
    void promote(Message direct, ClientTally client);

    /**
     * If a guaranteed message to its subject was published and is not decided, keeps a direct one behind it [LOG.md L28].
     *
     * @param then has the direct message follow; called once, on a thread of the broker, when what was undecided was told by {@link
     *     LiveFeed#committed} or refused
     * @param lost is called instead if there is no room to wait, or the end comes before
     * @return whether it is kept, or lost; else the caller goes on by itself
     */
    default boolean follow(Message direct, Runnable then, Runnable lost) {
        return false;
    }

    /** Direct messages stored for at least one endpoint or the replay log. */
    default long promotedMsgs() {
        return 0;
    }

    /** Direct messages that endpoints or the log attract, and that were not stored. */
    default long promotionDiscards() {
        return 0;
    }
}
