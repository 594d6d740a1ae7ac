package io.reprise.broker.model.live;

/** What a live subscriber gets before the live messages [spec 3.1, 3.2]. */
public sealed interface LiveStart {
    /** Of each matching subject the newest retained message, if there is one. */
    record Snapshot() implements LiveStart {}

    /** Nothing. */
    record Nothing() implements LiveStart {}

    /**
     * Of each matching subject the newest messages that are kept, oldest first; its snapshot if none is kept.
     *
     * @param newest how many of each; 1 and more
     */
    record History(int newest) implements LiveStart {
        public History {
            if (newest < 1) {
                throw new IllegalArgumentException("history of " + newest + ", allowed 1 and more");
            }
        }
    }

    /** What came after a position of the one subject that is subscribed to; else its snapshot. */
    record AfterPosition(SubjectPosition position) implements LiveStart {}

    /**
     * What came on all subjects after a message of the VPN, in the order of publication; else snapshots.
     *
     * @param msgId as {@code covers} of an event told it
     */
    record AfterMessage(long msgId) implements LiveStart {}
}
