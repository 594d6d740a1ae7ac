package io.reprise.broker.engine.metrics;

import io.reprise.broker.model.management.VpnStatistics;

/** A VPN's figures, as they are scraped: what it stores, delivers and replays [spec 1, 2, 4]. */
final class ServedFigures {
    private static final double MILLIS = 1e3;

    private ServedFigures() {}

    static void register(EngineMetrics metrics, EngineMetrics.Source<VpnStatistics> source) {
        publishing(metrics, source);
        delivery(metrics, source);
        replays(metrics, source);
        log(metrics, source);
    }

    private static void publishing(EngineMetrics metrics, EngineMetrics.Source<VpnStatistics> source) {
        metrics.counter(source, "reprise_messages_published_total", "Messages stored.", VpnStatistics::publishedMsgs);
        metrics.counter(
                source,
                "reprise_messages_rejected_total",
                "Messages refused to their publishers.",
                VpnStatistics::rejectedMsgs);
        metrics.counter(
                source,
                "reprise_messages_duplicate_total",
                "Messages sent again, acknowledged and dropped.",
                VpnStatistics::duplicateMsgs);
        metrics.counter(
                source,
                "reprise_messages_unrouted_total",
                "Messages accepted that no endpoint attracts.",
                VpnStatistics::unroutedMsgs);
        metrics.counter(
                source,
                "reprise_messages_lost_total",
                "Non-persistent messages admitted whose log entry was then not stored, or perhaps not.",
                VpnStatistics::lostMsgs);
        metrics.counter(source, "reprise_commits_total", "Log entries written.", VpnStatistics::commits);
        metrics.gauge(
                source,
                "reprise_spooled_messages",
                "References to messages on all endpoints.",
                VpnStatistics::spooledMsgCount);
        metrics.gauge(
                source, "reprise_spooled_bytes", "What they use of their quotas, bytes.", VpnStatistics::spooledBytes);
        metrics.gauge(
                source,
                "reprise_spool_quota_bytes",
                "The VPN's quota for them, bytes; 0 is unlimited.",
                VpnStatistics::maxSpooledBytes);
    }

    private static void log(EngineMetrics metrics, EngineMetrics.Source<VpnStatistics> source) {
        metrics.gauge(source, "reprise_log_entries", "Log entries stored.", VpnStatistics::logEntries);
        metrics.gauge(
                source,
                "reprise_prepared_branches",
                "Transaction branches prepared and undecided.",
                VpnStatistics::preparedBranches);
        metrics.gauge(
                source,
                "reprise_checkpoint_lag_entries",
                "Log entries a recovery would fold.",
                VpnStatistics::checkpointLagEntries);
        metrics.gauge(
                source,
                "reprise_committer_busy_seconds",
                "For how long the committer has been at one log entry; 0 while it rests.",
                statistics -> statistics.committerBusyMillis() / MILLIS);
        metrics.gauge(
                source,
                "reprise_vpn_active",
                "1 if the VPN is served by this broker.",
                statistics -> "ACTIVE".equals(statistics.state()) ? 1 : 0);
    }

    private static void replays(EngineMetrics metrics, EngineMetrics.Source<VpnStatistics> source) {
        metrics.gauge(
                source,
                "reprise_replays_running",
                "Endpoints whose replay is under way.",
                VpnStatistics::runningReplays);
        metrics.counter(source, "reprise_replays_started_total", "Replays begun.", VpnStatistics::startedReplays);
        metrics.counter(
                source,
                "reprise_replays_completed_total",
                "Replays all of whose messages were acknowledged.",
                VpnStatistics::completedReplays);
        metrics.counter(
                source,
                "reprise_replays_failed_total",
                "Replays that failed or were cancelled.",
                VpnStatistics::failedReplays);
        metrics.counter(
                source,
                "reprise_messages_replayed_total",
                "Messages put on endpoints once more.",
                VpnStatistics::replayedMsgs);
        metrics.counter(
                source,
                "reprise_acknowledgements_void_total",
                "Acknowledgements without effect, as a replay had taken their messages off the endpoint.",
                VpnStatistics::voidAcks);
    }

    private static void delivery(EngineMetrics metrics, EngineMetrics.Source<VpnStatistics> source) {
        metrics.gauge(
                source,
                "reprise_buffered_messages",
                "Messages sent ahead to sessions and not presented.",
                VpnStatistics::bufferedMsgCount);
        metrics.gauge(
                source,
                "reprise_unacknowledged_messages",
                "Messages presented and not settled.",
                VpnStatistics::inFlightMsgCount);
        metrics.gauge(
                source,
                "reprise_in_doubt_messages",
                "Messages acknowledged in prepared branches.",
                VpnStatistics::inDoubtMsgCount);
        metrics.gauge(
                source, "reprise_delayed_messages", "Messages waiting for their time.", VpnStatistics::delayedMsgCount);
        metrics.gauge(
                source,
                "reprise_held_messages",
                "Messages damaged, or dead with nowhere to go.",
                VpnStatistics::heldMsgCount);
        metrics.counter(
                source,
                "reprise_messages_redelivered_total",
                "Messages presented again.",
                VpnStatistics::redeliveredMsgs);
        metrics.counter(
                source,
                "reprise_messages_expired_total",
                "Messages that died by their time to live.",
                VpnStatistics::expiredMsgs);
        metrics.counter(
                source,
                "reprise_messages_redelivery_exceeded_total",
                "Messages that died as they were delivered as often as they may be.",
                VpnStatistics::maxRedeliveryExceededMsgs);
        metrics.counter(
                source,
                "reprise_messages_consumer_rejected_total",
                "Messages that died as their consumers rejected them.",
                VpnStatistics::consumerRejectedMsgs);
        metrics.counter(
                source,
                "reprise_messages_overflowed_total",
                "Messages that died as the oldest where there was no room.",
                VpnStatistics::overflowedMsgs);
        metrics.counter(
                source,
                "reprise_messages_retried_total",
                "Dead messages sent back to where they died.",
                VpnStatistics::retriedMsgs);
    }
}
