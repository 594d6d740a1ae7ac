package io.reprise.broker.engine.metrics;

import io.reprise.broker.model.live.LiveStatistics;

/** The live side's figures, as they are scraped [spec 1.5, 3]. */
final class LiveFigures {
    private LiveFigures() {}

    static void register(EngineMetrics metrics, EngineMetrics.Source<LiveStatistics> source) {
        metrics.gauge(source, "reprise_live_subscribers", "Live subscriptions.", LiveStatistics::subscribers);
        metrics.gauge(source, "reprise_subjects", "Subjects known.", LiveStatistics::subjects);
        metrics.gauge(source, "reprise_snapshots", "Subjects with a retained message.", LiveStatistics::snapshots);
        metrics.gauge(
                source,
                "reprise_snapshots_bytes",
                "Content of snapshots in memory, bytes.",
                LiveStatistics::snapshotBytes);
        metrics.gauge(source, "reprise_history_messages", "Messages kept as history.", LiveStatistics::cachedMsgs);
        metrics.gauge(source, "reprise_history_bytes", "What they count, bytes.", LiveStatistics::cachedBytes);
        metrics.counter(
                source, "reprise_messages_direct_total", "Messages published direct.", LiveStatistics::directMsgs);
        metrics.counter(
                source,
                "reprise_messages_demoted_total",
                "Guaranteed messages that went to live subscribers.",
                LiveStatistics::demotedMsgs);
        metrics.counter(
                source,
                "reprise_messages_promoted_total",
                "Direct messages stored for endpoints or the replay log.",
                LiveStatistics::promotedMsgs);
        metrics.counter(
                source,
                "reprise_promotion_discarded_messages_total",
                "Direct messages that endpoints or the replay log attract, left out for want of room.",
                LiveStatistics::promotionDiscards);
        metrics.counter(
                source,
                "reprise_live_delivered_messages_total",
                "Messages handed to live subscribers.",
                LiveStatistics::deliveredMsgs);
        metrics.counter(
                source,
                "reprise_live_discarded_messages_total",
                "Direct messages lost in the buffers of slow subscribers.",
                LiveStatistics::directDiscards);
        metrics.counter(
                source,
                "reprise_live_intake_discarded_messages_total",
                "Direct messages lost on their way to all subscribers, as too many waited.",
                LiveStatistics::intakeDiscards);
        metrics.counter(
                source,
                "reprise_live_ended_subscribers_total",
                "Subscriptions ended as they did not keep up with guaranteed messages.",
                LiveStatistics::slowSubscribersEnded);
        metrics.counter(
                source,
                "reprise_snapshots_served_total",
                "Snapshots served to subscribers.",
                LiveStatistics::snapshotsServed);
        metrics.counter(
                source,
                "reprise_history_served_messages_total",
                "Messages of the history served.",
                LiveStatistics::historyHits);
        metrics.counter(
                source,
                "reprise_recoveries_complete_total",
                "Recoveries that gave all that was missed.",
                LiveStatistics::recoveriesInSync);
        metrics.counter(
                source,
                "reprise_recoveries_incomplete_total",
                "Recoveries that gave snapshots instead.",
                LiveStatistics::recoveriesResynced);
        metrics.counter(
                source,
                "reprise_history_evicted_messages_total",
                "Messages that left the history for its bounds, not for their age.",
                LiveStatistics::evictedMsgs);
    }
}
