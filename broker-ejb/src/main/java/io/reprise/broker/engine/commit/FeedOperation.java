package io.reprise.broker.engine.commit;

import io.reprise.broker.engine.log.MessageSlot;
import java.util.List;

/** A reader outside the committer proposes what a replay puts on its endpoint next [LOG.md L23]. */
final class FeedOperation extends Operation {
    /** What one copy adds to an entry at most: id, lane, expiry, and its part of a horizon. */
    private static final int COPY_BYTES = 24;

    private final ReplayFeed feed;

    FeedOperation(ReplayFeed feed, long timeoutMillis) {
        super(timeoutMillis);
        this.feed = feed;
    }

    ReplayFeed feed() {
        return feed;
    }

    List<MessageSlot> messages() {
        return feed.messages();
    }

    @Override
    int entryBytes() {
        return 64 + COPY_BYTES * feed.messages().size();
    }
}
