package io.reprise.broker.engine.commit;

import io.reprise.broker.engine.endpoint.EndpointDirectory;
import io.reprise.broker.engine.endpoint.LogFilter;
import io.reprise.broker.engine.endpoint.ReplayLogConfig;
import io.reprise.broker.engine.state.VpnState;
import io.reprise.broker.model.topic.TopicName;
import java.util.function.BooleanSupplier;

/**
 * The replay log's room [spec 2.1, LOG.md L17]: what is published takes its place there, and in the same entry the oldest entries go as
 * far as they must. What prepared branches will log counts as used, so that their commit never has to wait. The committer's.
 */
final class LogRoom {
    private final VpnState state;
    private final EndpointDirectory directory;
    private final BooleanSupplier trimmingIsHeld;
    private final LogFilter filter = new LogFilter();

    /** @param trimmingIsHeld whether nothing may be trimmed for what is published now */
    LogRoom(VpnState state, EndpointDirectory directory, BooleanSupplier trimmingIsHeld) {
        this.state = state;
        this.directory = directory;
        this.trimmingIsHeld = trimmingIsHeld;
    }

    /** Whether there is room for what a unit would log. */
    enum Verdict {
        /** There is, once the oldest entries are gone. */
        FITS,
        /** There will be once this draft is on disk: what it logs itself can go then. */
        IN_THE_NEXT_ENTRY,
        /** What is there can't go now. */
        NOT_NOW,
        /** It is more than the quota. */
        NEVER
    }

    /** Whether the log takes what is published to this topic. */
    boolean takes(TopicName topic) {
        ReplayLogConfig log = directory.replayLog();
        return log != null && filter.takes(log, topic);
    }

    /**
     * Whether a unit's messages fit.
     *
     * @param unitBytes what it logs; 0 always fits
     */
    Verdict verdict(long unitBytes, Draft draft) {
        boolean first = draft.loggedBytes() == 0 && draft.reservedLogBytes() <= 0;
        Verdict verdict = verdict(unitBytes, heldBytes() + draft.loggedBytes() + draft.reservedLogBytes(), first);
        return verdict == Verdict.NOT_NOW && !first ? Verdict.IN_THE_NEXT_ENTRY : verdict;
    }

    /** Whether it would fit into an entry of its own. */
    Verdict verdictAlone(long unitBytes) {
        return verdict(unitBytes, heldBytes(), true);
    }

    private Verdict verdict(long unitBytes, long heldBytes, boolean first) {
        long quotaBytes = quotaBytes();
        if (unitBytes == 0) {
            return Verdict.FITS;
        } else if (unitBytes > quotaBytes) {
            return Verdict.NEVER;
        }
        long limitBytes = first ? quotaBytes : ReplayLogTrim.lineBytes(quotaBytes);
        return heldBytes + unitBytes <= limitBytes ? Verdict.FITS : Verdict.NOT_NOW;
    }

    /** Whether a message of a branch that is committed still fits, though the quota was lowered since it was prepared. */
    boolean fitsReserved(int sizeBytes, Draft draft) {
        long held = trimmingIsHeld.getAsBoolean() ? state.log().sizeBytes() : 0;
        return directory.replayLog() != null && held + draft.loggedBytes() + sizeBytes <= quotaBytes();
    }

    /** What of the log can't be trimmed now, with what prepared branches will log. */
    private long heldBytes() {
        return (trimmingIsHeld.getAsBoolean() ? state.log().sizeBytes() : 0) + state.reservedLogBytes();
    }

    /** Has the oldest entries go if the log would be too full with what the draft adds. */
    void trimFor(Draft draft) {
        if (draft.loggedBytes() == 0 && draft.reservedLogBytes() <= 0 || trimmingIsHeld.getAsBoolean()) {
            return;
        }
        long used = state.log().sizeBytes() + state.reservedLogBytes() + draft.loggedBytes() + draft.reservedLogBytes();
        long tooMuch = used - ReplayLogTrim.lineBytes(quotaBytes());
        if (tooMuch > 0) {
            draft.trim(state.entries().logged().oldest(tooMuch));
        }
    }

    /** Never above 100 %; without a log there is nothing. */
    boolean isWithinQuota() {
        return state.log().sizeBytes() <= quotaBytes();
    }

    private long quotaBytes() {
        ReplayLogConfig log = directory.replayLog();
        return log == null ? 0 : log.settings().maxSpoolBytes();
    }
}
