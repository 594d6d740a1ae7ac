package io.reprise.broker.engine.store;

import io.reprise.broker.engine.store.AppendResult.Kind;
import io.reprise.broker.engine.store.Attempt.ChangeFailure;
import io.reprise.broker.model.store.LogEntry;
import java.sql.SQLException;
import java.util.concurrent.CountDownLatch;
import org.hibernate.StatelessSession;
import org.jspecify.annotations.Nullable;

/**
 * Brings one entry into its slot after a first try failed, or finds out who is in it [LOG.md L2].
 *
 * <pre>
 *   send ── done ──────────────▶ COMMITTED (the closing entry: REFUSED)
 *    │ ├── duplicate key ── read the slot: own ▶ COMMITTED, closing ▶ REFUSED, foreign ▶ FENCED, empty ▶ send
 *    │ ├── definite no ──── three times ▶ send an empty closing entry instead, else ▶ send
 *    │ └── anything else ── new connection; slot N−1 not ours ▶ FENCED [L9], else ▶ send
 *    └── given up ────────▶ ABANDONED
 * </pre>
 *
 * That a row is absent never counts as evidence: the same bytes are sent again until the key answers. One use, committer thread.
 */
final class SlotContest {
    private static final System.Logger LOG = System.getLogger(SlotContest.class.getName());
    private static final int REFUSALS_UNTIL_CLOSED = 3;

    private final PinnedLink link;
    private final SlotMark before;
    private final LogEntry entry;
    private final LogEntry closing;
    private final Attempt attempt;

    private LogEntry sending;
    private int refusals;
    private String reason = "";

    /**
     * @param before what the slot below holds for sure
     */
    SlotContest(PinnedLink link, SlotMark before, LogEntry entry, Attempt attempt) {
        this.link = link;
        this.before = before;
        this.entry = entry;
        this.attempt = attempt;
        this.closing = Takeover.closing(entry);
        this.sending = entry;
    }

    /** Never to be sent: only its slot gets closed. */
    void refuse(String why) {
        reason = why;
        sending = closing;
    }

    /** Goes on after a failed first try. */
    @Nullable
    AppendResult failed(Exception failure) {
        if (failure instanceof ChangeFailure change && change.isDefinite()) {
            refuse(SqlFailure.text(change));
            return null;
        }
        return switch (SqlFailure.of(failure)) {
            case DUPLICATE_KEY -> holder();
            case REFUSED -> refused(failure);
            case UNCLEAR -> unclear(failure);
        };
    }

    AppendResult settle(CountDownLatch givenUp) {
        try (Patience patience = new Patience(givenUp)) {
            while (patience.goOn()) {
                AppendResult result = round();
                if (result != null) {
                    return result;
                }
            }
        }
        return AppendResult.of(Kind.ABANDONED, "Given up at entry " + entry.commitNo() + ": " + reason);
    }

    /** What the slot holds when it was settled as committed or refused. */
    SlotMark settled(AppendResult result) {
        return SlotMark.of(result.kind() == Kind.COMMITTED ? entry : closing);
    }

    private @Nullable AppendResult round() {
        try {
            StatelessSession session = link.session();
            if (session == null) {
                session = link.open();
                SlotMark found = link.read(before.commitNo());
                if (!before.equals(found)) {
                    return AppendResult.of(
                            Kind.FENCED, "Entry " + before.commitNo() + " is no longer this owner's: " + found);
                }
            }
            send(session);
            return done();
        } catch (SQLException | RuntimeException failure) {
            return failed(failure);
        }
    }

    private void send(StatelessSession session) {
        (sending == closing ? Attempt.INSERT : attempt).run(session, sending);
    }

    private AppendResult done() {
        return sending == closing ? AppendResult.of(Kind.REFUSED, reason) : AppendResult.committed();
    }

    private @Nullable AppendResult holder() {
        try {
            SlotMark found = link.read(entry.commitNo());
            if (found == null) {
                return null;
            }
            if (found.equals(SlotMark.of(entry))) {
                return AppendResult.committed();
            }
            return found.equals(SlotMark.of(closing))
                    ? AppendResult.of(Kind.REFUSED, reason)
                    : AppendResult.of(Kind.FENCED, "Entry " + entry.commitNo() + " is another owner's: " + found);
        } catch (SQLException failure) {
            return unclear(failure);
        }
    }

    private @Nullable AppendResult refused(Exception failure) {
        note(failure);
        link.drop();
        if (++refusals >= REFUSALS_UNTIL_CLOSED) {
            sending = closing;
        }
        return null;
    }

    private @Nullable AppendResult unclear(Exception failure) {
        note(failure);
        link.drop();
        return null;
    }

    /** Once per change of cause. */
    private void note(Exception failure) {
        String text = SqlFailure.text(failure);
        if (!text.equals(reason)) {
            reason = text;
            LOG.log(
                    System.Logger.Level.WARNING,
                    "VPN {0}: entry {1} is not stored yet and tried again: {2}",
                    entry.vpn(),
                    String.valueOf(entry.commitNo()),
                    text);
        }
    }
}
