package io.reprise.broker.engine.metrics;

import io.reprise.broker.model.replay.ReplayLogStatus;

/**
 * A replay log's figures, as they are scraped [spec 2.1]. A VPN without a log has none.
 *
 * @param quotaBytes its {@code maxSpoolUsage} in bytes
 */
public record ReplayLogFigures(ReplayLogStatus status, long quotaBytes) {
    static void register(EngineMetrics metrics, EngineMetrics.Source<ReplayLogFigures> source) {
        metrics.gauge(
                source,
                "reprise_replay_log_messages",
                "Messages in the replay log.",
                log -> log.status().messages());
        metrics.gauge(
                source,
                "reprise_replay_log_bytes",
                "What they use of its quota, bytes.",
                log -> log.status().usageBytes());
        metrics.gauge(
                source,
                "reprise_replay_log_quota_bytes",
                "The replay log's quota, bytes.",
                ReplayLogFigures::quotaBytes);
        metrics.counter(
                source,
                "reprise_replay_log_logged_messages_total",
                "Messages put into the replay log.",
                log -> log.status().loggedMsgs());
        metrics.counter(
                source,
                "reprise_replay_log_trimmed_messages_total",
                "Messages that left the replay log.",
                log -> log.status().trimmedMsgs());
        metrics.counter(
                source,
                "reprise_replay_log_logged_bytes_total",
                "Bytes put into the replay log, as its quota counts them.",
                log -> log.status().loggedBytes());
        metrics.counter(
                source,
                "reprise_replay_log_trimmed_bytes_total",
                "Bytes that left the replay log.",
                log -> log.status().trimmedBytes());
        metrics.counter(
                source,
                "reprise_replay_log_over_quota_messages_total",
                "Messages refused to their publishers as the replay log had no room.",
                log -> log.status().overQuotaMsgs());
    }
}
