package io.reprise.broker.engine.live;

import io.reprise.broker.engine.live.LiveStore.DirectSnapshot;
import io.reprise.broker.model.message.Message;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Direct snapshots that are not on disk yet, the newest of each subject; one lot of them is written at a time [spec 3.1, LOG.md L27]. The
 * loop's alone.
 */
final class WriteBehind {
    private Map<Subject, Unwritten> waiting = new LinkedHashMap<>();
    private Map<Subject, Unwritten> beingWritten = Map.of();

    private record Unwritten(Content content, DirectSnapshot snapshot) {}

    /** A subject's new snapshot, which is in memory. */
    void add(Subject subject, Content content, Message message, long afterMsgId) {
        waiting.remove(subject);
        waiting.put(
                subject,
                new Unwritten(
                        content, new DirectSnapshot(message, content.position(), afterMsgId, content.takenInMillis())));
    }

    /** A subject has another snapshot, or none. */
    void forget(Subject subject) {
        waiting.remove(subject);
    }

    /** What is to be written next, without what has expired meanwhile; nothing while something is being written. */
    List<DirectSnapshot> take() {
        if (!beingWritten.isEmpty()) {
            return List.of();
        }
        beingWritten = waiting;
        beingWritten
                .entrySet()
                .removeIf(entry -> entry.getKey().content != entry.getValue().content());
        waiting = new LinkedHashMap<>();
        return beingWritten.values().stream().map(Unwritten::snapshot).toList();
    }

    /** What was being written of a subject is on disk; null if nothing was. */
    @Nullable
    Content written(Subject subject) {
        Unwritten written = beingWritten.get(subject);
        return written == null ? null : written.content();
    }

    /** What was taken is written, or was not: then what is still its subject's snapshot waits again. */
    void settled(boolean isWritten) {
        if (!isWritten) {
            beingWritten.forEach((subject, unwritten) -> {
                if (subject.content == unwritten.content()) {
                    waiting.putIfAbsent(subject, unwritten);
                }
            });
        }
        beingWritten = Map.of();
    }
}
