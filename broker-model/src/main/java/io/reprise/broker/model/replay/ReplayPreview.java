package io.reprise.broker.model.replay;

/**
 * What a start would do now; nothing was done [spec 2.2]. The counts are exact for one moment.
 *
 * @param range what it selects
 * @param matchingMsgs messages of the range that the endpoint's subscriptions, as they are now, attract: so many would be replayed
 * @param removedMsgs messages on the endpoint that would be taken off it
 * @param removedNotLoggedMsgs those of them that the log doesn't hold, which no replay brings back
 * @param topicFilterEnabled whether the log holds only what its topic filter lets in: messages published to other topics are on
 *     endpoints and in no log
 */
public record ReplayPreview(
        ReplayRange range,
        long matchingMsgs,
        long removedMsgs,
        long removedNotLoggedMsgs,
        boolean topicFilterEnabled) {}
