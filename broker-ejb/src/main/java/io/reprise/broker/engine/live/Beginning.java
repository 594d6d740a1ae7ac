package io.reprise.broker.engine.live;

import io.reprise.broker.model.live.LiveMessageType;
import io.reprise.broker.model.live.SubjectPosition;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a subscriber gets before the live messages: chosen by the loop in one step, read by the subscriber's own thread.
 *
 * @param messages in their order
 * @param recovery whether a recovery was asked for and is complete; null if none was
 * @param covers the id through which the stream is complete with it
 */
record Beginning(List<Chosen> messages, @Nullable Boolean recovery, long covers) {
    /** A message. */
    sealed interface Chosen {
        /** The subject's newest guaranteed message as the subscriber came. */
        SubjectPosition head();
    }

    /**
     * A snapshot.
     *
     * @param msgId where it is on disk; 0 if it is not: then it is {@code held}
     * @param takenInMillis from when its time counts
     */
    record Snapshot(
            Subject subject,
            long msgId,
            long takenInMillis,
            @Nullable Content held,
            SubjectPosition head) implements Chosen {
        static Snapshot of(Subject subject) {
            Content content = subject.content;
            boolean isOnDisk = subject.snapshotMsgId != 0;
            return new Snapshot(
                    subject, subject.snapshotMsgId, subject.snapshotMillis, isOnDisk ? null : content, subject.head);
        }

        /** The content, as far as it is in memory; any thread. */
        @Nullable
        Content inMemory() {
            if (held != null) {
                return held;
            }
            Content content = subject.content;
            return content != null && content.msgId() == msgId ? content : null;
        }
    }

    /** A message of the history. */
    record Kept(LiveMessageType type, long msgId, SubjectPosition head) implements Chosen {}
}
