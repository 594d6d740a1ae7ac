package io.reprise.broker.engine.live;

import io.reprise.broker.engine.routing.EndpointIds;
import io.reprise.broker.model.live.SubjectPosition;
import org.jspecify.annotations.Nullable;

/**
 * A topic as live subscribers see it. There may be millions: every field counts. The loop's alone, but for {@link #content}, which any
 * thread reads.
 */
final class Subject {
    final String topic;

    /** Its newest guaranteed message; a snapshot's if no more is known. */
    SubjectPosition head = SubjectPosition.NONE;

    /** Whether no later one can have been missed: else nobody is told that he has missed nothing. */
    boolean isHeadSure;

    /** No message up to this id can be had from the history. */
    long goneThroughMsgId;

    /** Subscribers that named it. */
    EndpointIds exact = EndpointIds.none();

    @Nullable
    KeptRing kept;

    /** The snapshot, if it is on disk; else 0. */
    long snapshotMsgId;

    long snapshotMillis;

    /** The snapshot, if it is in memory. One that is not on disk is. */
    volatile @Nullable Content content;

    @Nullable
    Subject olderSnapshot;

    @Nullable
    Subject newerSnapshot;

    Subject(String topic) {
        this.topic = topic;
    }

    boolean hasSnapshot() {
        return snapshotMsgId != 0 || content != null;
    }

    int keptCount() {
        return kept == null ? 0 : kept.size();
    }

    /** Whether nobody would miss it. */
    boolean isForgettable() {
        return !hasSnapshot() && keptCount() == 0 && exact.isEmpty();
    }
}
