package io.reprise.broker.engine.log;

import io.reprise.broker.model.publish.BranchId;
import io.reprise.broker.model.replay.ReplayFailure;
import java.util.List;

/**
 * What an entry changes beside the messages it brings: outcomes with absolute values, never commands [LOG.md L12]. Applying
 * one whose endpoint or message no longer exists does nothing. The tags of the stored form are in {@link EntryCodec}.
 */
public sealed interface Effect {

    /** A new owner began here [LOG.md L7]. */
    record Opened(long epoch) implements Effect {}

    /**
     * Messages left an endpoint's backlog.
     *
     * @param msgIds rising
     * @param sizeBytes their sum in the endpoint's quota
     */
    record Removed(long endpointId, int generation, Removal reason, long[] msgIds, long sizeBytes) implements Effect {}

    /**
     * Delivery attempts were counted: so many were there before the next [spec 4.3]. What was presented is no longer.
     *
     * @param delayedUntilMillis when it may be delivered again, milliseconds of the epoch; 0 = at once
     */
    record Counted(long endpointId, int generation, long msgId, int attempts, long delayedUntilMillis)
            implements Effect {
        /** To be delivered again at once. */
        public Counted(long endpointId, int generation, long msgId, int attempts) {
            this(endpointId, generation, msgId, attempts, 0);
        }
    }

    /**
     * A delivery is being made, or was taken back unseen: if the broker dies before it is settled, it counts [LOG.md L24].
     *
     * @param attempt its number, from 1; 0 if nobody has seen it after all
     */
    record Presented(long endpointId, int generation, long msgId, int attempt) implements Effect {}

    /** Messages of a priority may be presented up to this id without a word; those above it surely were not [LOG.md L24]. */
    record Horizon(long endpointId, int priority, long msgId) implements Effect {}

    /** Every delivery was settled before the broker stopped: what the horizons reserved was not used. */
    record Quiesced() implements Effect {}

    /** A message waits until then, milliseconds of the epoch; 0 = no longer. Its attempts stay. */
    record Delayed(long endpointId, int generation, long msgId, long untilMillis) implements Effect {}

    /**
     * A publisher's message of this sequence was accepted [spec 1.2].
     *
     * @param publisherId its {@link PublisherName}
     */
    record PublisherAccepted(String publisherId, long sequence) implements Effect {}

    /** A branch is prepared: its acknowledgements wait, its messages lie in this entry and have room reserved [LOG.md L26]. */
    record BranchPrepared(BranchId branch, PreparedWork work) implements Effect {}

    /** A branch is decided and forgotten; what it did stands in this same entry. */
    record BranchDecided(BranchId branch, boolean committed) implements Effect {}

    /** An endpoint exists from here on. */
    record EndpointCreated(long endpointId) implements Effect {}

    /** An endpoint and all it held are gone. */
    record EndpointDeleted(long endpointId) implements Effect {}

    /**
     * All messages of the replay log up to an id have left it [LOG.md L17]. The totals are of all that have ever left it, this
     * included: so what is left of an entry that is trimmed in part is known without its directory.
     *
     * @param throughMsgId the new low-water mark
     * @param trimmedCount running total of messages trimmed
     * @param trimmedBytes running total of their bytes
     */
    record Trimmed(long throughMsgId, long trimmedCount, long trimmedBytes) implements Effect {}

    /**
     * A replay of an endpoint began [spec 2.4, LOG.md L21-L23]: what was on it is set aside, what is published to it from here on is
     * held back. One that was running has ended before.
     *
     * @param generation the number of the backlog for its copies, never used before
     * @param heldBack that of the backlog for what is held back
     * @param heldFromMsgId the first id that is held back
     * @param emptied backlogs of the endpoint that hold nothing and are not kept
     * @param replayId names a client's request, which is spent now; empty for an administrator's
     * @param fromMsgId it begins after this message of the log
     * @param throughMsgId it ends with this one
     * @param ratePerSecond copies put on the endpoint in a second at most; 0 = no limit
     * @param filters the endpoint's subscriptions as they are now
     */
    record ReplayStarted(
            long endpointId,
            int generation,
            int heldBack,
            long heldFromMsgId,
            List<Integer> emptied,
            String replayId,
            long fromMsgId,
            long throughMsgId,
            int ratePerSecond,
            List<String> filters,
            long timeMillis)
            implements Effect {}

    /**
     * A replay has looked at the log up to {@code cursorMsgId} and put copies on its endpoint [LOG.md L23].
     *
     * @param msgIds rising
     * @param lanes of each
     * @param expirationMillis when each expires there, milliseconds of the epoch; 0 = never
     * @param sizeBytes their sum in the endpoint's quota
     */
    record Fed(
            long endpointId,
            int generation,
            long cursorMsgId,
            long[] msgIds,
            int[] lanes,
            long[] expirationMillis,
            long sizeBytes,
            long timeMillis)
            implements Effect {}

    /** A replay's range is done: what was held back is the endpoint's backlog, behind what is still there of the copies [LOG.md L21]. */
    record ReplayJoined(long endpointId, int generation) implements Effect {}

    /**
     * A replay is complete, or came to nothing: then its copies are gone, and what was set aside and held back is the backlog.
     *
     * @param failure {@code NONE} if it is complete
     */
    record ReplayEnded(long endpointId, int generation, ReplayFailure failure, long timeMillis) implements Effect {}

    /** Why messages leave a backlog. The ordinals are stored. */
    enum Removal {
        /** Acknowledged. */
        ACKNOWLEDGED,
        /** Its time to live ended. */
        EXPIRED,
        /** A newer message of a last-value queue took its place. */
        REPLACED,
        /** An administrator's purge. */
        PURGED,
        /** It was delivered as often as it may be. */
        REDELIVERY_LIMIT,
        /** It was the oldest where there was no room. */
        OVERFLOW,
        /** An administrator sent it back from a dead message queue to where it died. */
        RETRIED,
        /** Its consumer rejected it. */
        REJECTED
    }

    /**
     * What a prepared branch will do.
     *
     * @param acknowledgements deliveries it acknowledges
     * @param messages messages it publishes, with their placements as admitted; ids are given at commit, so those here count
     *     from 0
     * @param publishers publisher sequences to mark as accepted
     */
    record PreparedWork(
            List<AckRef> acknowledgements, List<MessageSlot> messages, List<PublisherAccepted> publishers) {}
}
