package io.reprise.broker.engine.state;

import java.util.HashMap;
import java.util.Map;
import java.util.function.LongConsumer;
import java.util.function.UnaryOperator;

/**
 * What is exceptional about messages on one endpoint; most have no note. A note read from a row already says what commits up to
 * its own did [LOG.md L15]. Not thread-safe: the committer's.
 */
final class Notes {
    private final Map<Long, Note> notes = new HashMap<>();
    private final LongConsumer dirty;

    /** @param dirty told the message whose note changed */
    Notes(LongConsumer dirty) {
        this.dirty = dirty;
    }

    void load(long msgId, Note note) {
        notes.put(msgId, note);
    }

    Note of(long msgId) {
        return notes.isEmpty() ? Note.NONE : notes.getOrDefault(msgId, Note.NONE);
    }

    Map<Long, Note> all() {
        return notes;
    }

    void change(long msgId, long commitNo, UnaryOperator<Note> by) {
        Note before = of(msgId);
        if (commitNo <= before.asOf()) {
            return;
        }
        Note after = by.apply(before);
        if (after.isPlain()) {
            notes.remove(msgId);
        } else {
            notes.put(msgId, after);
        }
        dirty.accept(msgId);
    }

    /** The message is gone. */
    void drop(long msgId, long commitNo) {
        Note note = notes.get(msgId);
        if (note != null && commitNo > note.asOf()) {
            notes.remove(msgId);
            dirty.accept(msgId);
        }
    }
}
