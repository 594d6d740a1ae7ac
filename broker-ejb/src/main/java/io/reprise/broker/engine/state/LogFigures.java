package io.reprise.broker.engine.state;

/**
 * What the replay log holds after one entry. Immutable.
 *
 * @param usageBytes what it uses of its quota
 * @param messages how many it holds
 * @param oldestMsgId 0 if it is empty, as all that follows
 * @param oldestTimeMillis when that was taken in, milliseconds of the epoch
 * @param newestMsgId the last of them
 * @param newestTimeMillis when that was taken in, milliseconds of the epoch
 */
public record LogFigures(
        long usageBytes,
        long messages,
        long oldestMsgId,
        long oldestTimeMillis,
        long newestMsgId,
        long newestTimeMillis) {
    private static final LogFigures EMPTY = new LogFigures(0, 0, 0, 0, 0, 0);

    static LogFigures of(VpnState state) {
        LogTotals log = state.log();
        LoggedIndex index = state.entries().logged();
        return log.messages() == 0
                ? EMPTY
                : new LogFigures(
                        log.sizeBytes(),
                        log.messages(),
                        index.oldestMsgId(),
                        index.oldestTimeMillis(),
                        log.newestMsgId(),
                        index.newestTimeMillis());
    }
}
