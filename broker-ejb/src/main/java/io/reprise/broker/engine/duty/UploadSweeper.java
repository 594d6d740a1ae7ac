package io.reprise.broker.engine.duty;

import io.reprise.broker.engine.commit.VpnCore;
import io.reprise.broker.engine.log.EntryCodec;
import io.reprise.broker.engine.log.UploadRef;
import io.reprise.broker.model.store.LogEntry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

/**
 * Deletes uploads that no entry came to refer to [LOG.md L4]. Once after each start: those of dead owners. What this owner
 * uploads in vain it deletes itself when the publish is rejected.
 */
public final class UploadSweeper implements Duty {
    /** Longer than any publish may take, so that none is swept from under its entry. */
    private static final Duration LEAST_AGE = Duration.ofMinutes(10);

    private final VpnCore core;
    private boolean swept;

    public UploadSweeper(VpnCore core) {
        this.core = core;
    }

    @Override
    public void runOnce() {
        if (swept) {
            return;
        }
        List<UploadRef> referenced = new ArrayList<>();
        for (long commitNo : core.atBoundary(state -> state.entries().withUploads())) {
            for (LogEntry entry : core.store().readHeads(commitNo, commitNo)) {
                Reclaimer.collect(EntryCodec.decode(entry.head()), referenced);
            }
        }
        core.store().sweepUploads(new HashSet<>(referenced), LEAST_AGE.toMillis());
        swept = true;
    }
}
