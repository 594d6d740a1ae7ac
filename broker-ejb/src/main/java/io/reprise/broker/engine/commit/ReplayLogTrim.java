package io.reprise.broker.engine.commit;

import io.reprise.broker.engine.log.Effect;
import io.reprise.broker.engine.log.Effect.Trimmed;
import io.reprise.broker.engine.state.LogTotals;
import io.reprise.broker.engine.state.LoggedIndex.Cut;
import io.reprise.broker.engine.state.VpnState;
import java.util.List;

/** What is to leave the replay log, as effects [spec 2.1, LOG.md L17]. The committer's thread. */
public final class ReplayLogTrim {
    private ReplayLogTrim() {}

    /** So full a log may be before its oldest entries go. */
    static long lineBytes(long quotaBytes) {
        return quotaBytes - quotaBytes / 10;
    }

    /** The oldest entries, so that with what prepared branches will log it is as full as a log of this quota may be; nothing, if it is. */
    public static List<Effect> toQuota(VpnState state, long quotaBytes) {
        long used = state.log().sizeBytes() + state.reservedLogBytes();
        long tooMuch = used - lineBytes(quotaBytes);
        return tooMuch <= 0
                ? List.of()
                : effects(state.log(), state.entries().logged().oldest(tooMuch));
    }

    /** All that the log holds: it is deleted. */
    public static List<Effect> everything(VpnState state) {
        LogTotals log = state.log();
        return effects(log, new Cut(state.lastMsgId(), log.messages(), log.sizeBytes()));
    }

    static List<Effect> effects(LogTotals log, Cut cut) {
        return cut.messages() == 0
                ? List.of()
                : List.of(new Trimmed(
                        cut.throughMsgId(), log.trimmedCount() + cut.messages(), log.trimmedBytes() + cut.sizeBytes()));
    }
}
