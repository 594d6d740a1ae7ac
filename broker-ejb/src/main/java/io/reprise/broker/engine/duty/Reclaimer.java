package io.reprise.broker.engine.duty;

import io.reprise.broker.engine.commit.VpnCore;
import io.reprise.broker.engine.log.Effect;
import io.reprise.broker.engine.log.Effect.BranchPrepared;
import io.reprise.broker.engine.log.EntryCodec;
import io.reprise.broker.engine.log.EntryHead;
import io.reprise.broker.engine.log.MessageSlot;
import io.reprise.broker.engine.log.UploadRef;
import io.reprise.broker.engine.state.Checkpointing;
import io.reprise.broker.model.store.LogEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** Deletes entries that no message, branch or recovery needs, and the uploads that went with them [LOG.md L15]. */
public final class Reclaimer implements Duty {
    private static final int BATCH = 1_000;
    private static final int MAX_BATCHES_A_RUN = 100;

    private final VpnCore core;
    private final AtomicLong durableTailFrom;

    public Reclaimer(VpnCore core, AtomicLong durableTailFrom) {
        this.core = core;
        this.durableTailFrom = durableTailFrom;
    }

    @Override
    public void runOnce() {
        while (core.atBoundary(state -> state.letGoOfDropped(BATCH * 10))) {
            // The committer goes on in between.
        }
        for (int batches = 0; batches < MAX_BATCHES_A_RUN; batches++) {
            List<Long> dead =
                    core.atBoundary(state -> state.entries().dead(core.keptFrom(durableTailFrom.get()), BATCH));
            if (dead.isEmpty()) {
                return;
            }
            deleteUploads(dead);
            core.store().deleteEntries(dead);
            core.atBoundary(state -> {
                new Checkpointing(core.store().vpn(), state).entriesDeleted(dead);
                return true;
            });
        }
    }

    /** Uploads go first: a crash in between leaves a dead entry that comes up again. */
    private void deleteUploads(List<Long> dead) {
        List<UploadRef> uploads = new ArrayList<>();
        List<Long> withUploads = core.atBoundary(
                state -> dead.stream().filter(state.entries()::hasUploads).toList());
        for (long commitNo : withUploads) {
            for (LogEntry entry : core.store().readHeads(commitNo, commitNo)) {
                collect(EntryCodec.decode(entry.head()), uploads);
            }
        }
        if (!uploads.isEmpty()) {
            core.store().deleteUploads(uploads);
        }
    }

    static void collect(EntryHead head, List<UploadRef> uploads) {
        collect(head.messages(), uploads);
        for (Effect effect : head.effects()) {
            if (effect instanceof BranchPrepared prepared) {
                collect(prepared.work().messages(), uploads);
            }
        }
    }

    private static void collect(List<MessageSlot> slots, List<UploadRef> uploads) {
        for (MessageSlot slot : slots) {
            UploadRef upload = slot.body().upload();
            if (upload != null && !uploads.contains(upload)) {
                uploads.add(upload);
            }
        }
    }
}
