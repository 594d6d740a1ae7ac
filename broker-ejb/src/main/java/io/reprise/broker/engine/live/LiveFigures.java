package io.reprise.broker.engine.live;

import io.reprise.broker.model.live.LiveStatistics;

/**
 * What there is at one moment.
 *
 * @param snapshotBytes of contents in memory
 * @param cachedBytes of the history, with what each message counts for beside its size
 */
record LiveFigures(
        int subscribers, long subjects, long snapshots, long snapshotBytes, long cachedMsgs, long cachedBytes) {
    static final LiveFigures NOTHING = new LiveFigures(0, 0, 0, 0, 0, 0);

    static LiveFigures of(LiveState state) {
        Subjects subjects = state.subjects();
        return new LiveFigures(
                state.subscribers(),
                subjects.all().size(),
                subjects.snapshots().count(),
                subjects.snapshots().bytes(),
                subjects.history().count(),
                subjects.history().bytes());
    }

    LiveStatistics with(LiveCounters counters, LiveStore store) {
        return new LiveStatistics(
                subscribers,
                subjects,
                snapshots,
                snapshotBytes,
                cachedMsgs,
                cachedBytes,
                counters.direct.sum(),
                counters.demoted.sum(),
                store.promotedMsgs(),
                store.promotionDiscards(),
                counters.delivered.sum(),
                counters.directDiscards.sum(),
                counters.intakeDiscards.sum(),
                counters.slowEnded.sum(),
                counters.snapshotsServed.sum(),
                counters.historyHits.sum(),
                counters.inSync.sum(),
                counters.resynced.sum(),
                counters.evicted.sum());
    }
}
