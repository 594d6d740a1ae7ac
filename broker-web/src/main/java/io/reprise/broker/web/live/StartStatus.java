package io.reprise.broker.web.live;

/** What a stream says when what it begins with is over (spec 3.2). */
enum StartStatus {
    /** What follows is live; no recovery was asked for. */
    LIVE,
    /** Everything missed came before this. */
    DATA_SYNC,
    /** Snapshots came instead of what was missed. */
    DATA_RESYNC;

    static StartStatus of(boolean complete) {
        return complete ? DATA_SYNC : DATA_RESYNC;
    }
}
