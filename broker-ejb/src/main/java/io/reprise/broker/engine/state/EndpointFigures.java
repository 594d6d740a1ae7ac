package io.reprise.broker.engine.state;

/**
 * What an endpoint durably holds after one entry. Immutable: made by the committer, read by anyone.
 *
 * @param messages on it, those in flight too
 * @param sizeBytes what they use of the quota
 * @param reservedMessages of prepared branches on their way here
 * @param oldestMsgId 0 if it is empty, as the next
 * @param newestMsgId of them
 * @param replay the facts of its replay
 * @param replayedMessages copies of a running replay that are on it
 * @param heldBackMessages live messages that wait for its replay's end
 * @param setAsideMessages that come back if its replay fails
 */
public record EndpointFigures(
        long messages,
        long sizeBytes,
        long reservedMessages,
        long oldestMsgId,
        long newestMsgId,
        EndpointReplay replay,
        long replayedMessages,
        long heldBackMessages,
        long setAsideMessages) {
    /** Of one that holds nothing, and was never replayed. */
    public static final EndpointFigures NONE = new EndpointFigures(0, 0, 0, 0, 0, EndpointReplay.NONE, 0, 0, 0);

    /** Those of an endpoint as it is now; the committer's thread. */
    public static EndpointFigures of(EndpointState on) {
        return new EndpointFigures(
                on.messages(),
                on.sizeBytes(),
                on.reservedMessages(),
                on.firstMsgId(),
                on.lastMsgId(),
                on.replay(),
                on.replayedMessages(),
                on.heldBackMessages(),
                on.setAsideMessages());
    }
}
