package io.reprise.broker.model.management;

/**
 * A VPN's figures at one moment. Gauges are exact; counters count since the broker started.
 *
 * @param state e.g. {@code STARTING}, {@code ACTIVE}, {@code RECOVERING}, {@code FENCED}, {@code STOPPED}
 * @param epoch the ownership number of this life
 * @param lastCommitNo number of the last log entry
 * @param lastMsgId the last id given
 * @param tailFromCommitNo where a recovery would begin to fold
 * @param spooledMsgCount references on all endpoints
 * @param spooledBytes their bytes
 * @param maxSpooledBytes the VPN's quota, {@code maxMsgSpoolUsage} in bytes; 0 = unlimited
 * @param logEntries entries stored
 * @param preparedBranches branches undecided
 * @param publishedMsgs stored since start
 * @param rejectedMsgs NACKed since start
 * @param duplicateMsgs re-sent ones acknowledged and dropped since start
 * @param unroutedMsgs accepted with no endpoint since start
 * @param lostMsgs non-persistent ones admitted whose entry was then not stored, or perhaps not, since start
 * @param commits entries committed since start
 * @param bufferedMsgCount sent ahead to sessions and not presented, on all endpoints, as all below
 * @param inFlightMsgCount presented and not settled
 * @param inDoubtMsgCount acknowledged in prepared branches
 * @param delayedMsgCount waiting for their time
 * @param heldMsgCount damaged, or dead with nowhere to go
 * @param redeliveredMsgs presented again since this broker serves the VPN, as all below
 * @param expiredMsgs removed by their time to live
 * @param maxRedeliveryExceededMsgs removed as they were delivered as often as they may be
 * @param consumerRejectedMsgs removed as their consumers rejected them
 * @param overflowedMsgs removed as the oldest where there was no room
 * @param retriedMsgs sent back to where they died
 * @param runningReplays endpoints whose replay is under way
 * @param startedReplays replays begun since start, as all below
 * @param completedReplays replays all of whose messages were acknowledged
 * @param failedReplays replays that failed or were cancelled
 * @param replayedMsgs put on endpoints once more
 * @param voidAcks acknowledgements that succeeded without effect, as a replay had taken their messages off the endpoint
 * @param checkpointLagEntries log entries that a recovery would fold now
 * @param committerBusyMillis for how long the committer has been at one log entry; 0 while it rests
 */
public record VpnStatistics(
        String state,
        long epoch,
        long lastCommitNo,
        long lastMsgId,
        long tailFromCommitNo,
        long spooledMsgCount,
        long spooledBytes,
        long maxSpooledBytes,
        long logEntries,
        int preparedBranches,
        long publishedMsgs,
        long rejectedMsgs,
        long duplicateMsgs,
        long unroutedMsgs,
        long lostMsgs,
        long commits,
        long bufferedMsgCount,
        long inFlightMsgCount,
        long inDoubtMsgCount,
        long delayedMsgCount,
        long heldMsgCount,
        long redeliveredMsgs,
        long expiredMsgs,
        long maxRedeliveryExceededMsgs,
        long consumerRejectedMsgs,
        long overflowedMsgs,
        long retriedMsgs,
        int runningReplays,
        long startedReplays,
        long completedReplays,
        long failedReplays,
        long replayedMsgs,
        long voidAcks,
        long checkpointLagEntries,
        long committerBusyMillis) {}
