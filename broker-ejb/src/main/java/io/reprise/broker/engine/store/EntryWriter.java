package io.reprise.broker.engine.store;

import io.reprise.broker.engine.store.AppendResult.Kind;
import io.reprise.broker.model.store.LogEntry;
import java.sql.SQLException;
import java.util.concurrent.CountDownLatch;
import org.hibernate.StatelessSession;
import org.jspecify.annotations.Nullable;

/**
 * Writes the log's entries, one after the other, over the pinned connection. What goes well takes one statement here; all else
 * is settled by a {@link SlotContest}. Once fenced or given up it writes nothing more: then the slot's content is not known
 * here, and only a new takeover can tell. Committer thread; {@link #giveUp()} any thread.
 */
final class EntryWriter {
    private final PinnedLink link;
    private final CountDownLatch givenUp = new CountDownLatch(1);
    private volatile SlotMark last;
    private @Nullable AppendResult end;

    /**
     * @param opening what the takeover wrote
     */
    EntryWriter(PinnedLink link, SlotMark opening) {
        this.link = link;
        this.last = opening;
    }

    /** The last entry that is surely there. Any thread. */
    SlotMark last() {
        return last;
    }

    AppendResult write(LogEntry entry, Attempt attempt) {
        if (end != null) {
            return end;
        }
        if (entry.commitNo() != last.commitNo() + 1) {
            throw new IllegalArgumentException("Entry " + entry.commitNo() + " after " + last.commitNo());
        }
        StatelessSession session = link.session();
        if (session == null || !fits(entry)) {
            return contest(entry, attempt, null);
        }
        try {
            attempt.run(session, entry);
        } catch (RuntimeException failure) {
            return contest(entry, attempt, failure);
        }
        last = SlotMark.of(entry);
        return AppendResult.committed();
    }

    /** Opens the connection ahead of the first entry, so that the limits are known. */
    void open() throws SQLException {
        link.open();
    }

    /** Ends a wait for the database; this writer has written its last. */
    void giveUp() {
        givenUp.countDown();
        link.cut();
    }

    /** After the committer has ended. */
    void close() {
        givenUp.countDown();
        link.close();
    }

    private AppendResult contest(LogEntry entry, Attempt attempt, @Nullable RuntimeException failure) {
        SlotContest contest = new SlotContest(link, last, entry, attempt);
        if (!fits(entry)) {
            contest.refuse("Entry of " + size(entry) + " bytes; max_allowed_packet allows " + link.maxRowBytes());
        }
        AppendResult result = failure == null ? null : contest.failed(failure);
        if (result == null) {
            result = contest.settle(givenUp);
        }
        if (result.kind() == Kind.COMMITTED || result.kind() == Kind.REFUSED) {
            last = contest.settled(result);
        } else {
            end = result;
        }
        return result;
    }

    private boolean fits(LogEntry entry) {
        return size(entry) <= link.maxRowBytes();
    }

    private static long size(LogEntry entry) {
        byte[] body = entry.body();
        return (long) entry.head().length + (body == null ? 0 : body.length);
    }
}
