package io.reprise.broker.engine.duty;

import io.reprise.broker.engine.commit.VpnCore;
import io.reprise.broker.engine.state.Checkpointing;
import io.reprise.broker.engine.state.VpnState;
import io.reprise.broker.engine.store.CheckpointBatch;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/** Writes what differs from the checkpoint, batch by batch, oldest first [LOG.md L15]. */
public final class Checkpointer implements Duty {
    private static final int MAX_BATCHES_A_RUN = 64;

    private final VpnCore core;
    private final String vpn;
    private final AtomicLong durableTailFrom;
    private boolean written;

    /**
     * @param durableTailFrom set to the lowest entry a recovery needs, whenever that is on disk
     */
    public Checkpointer(VpnCore core, AtomicLong durableTailFrom) {
        this.core = core;
        this.vpn = core.store().vpn();
        this.durableTailFrom = durableTailFrom;
    }

    @Override
    public void runOnce() {
        for (int batches = 0; batches < MAX_BATCHES_A_RUN; batches++) {
            Optional<CheckpointBatch> batch = core.atBoundary(this::copy);
            if (batch.isEmpty() || !write(batch.get())) {
                return;
            }
        }
    }

    private Optional<CheckpointBatch> copy(VpnState state) {
        Checkpointing checkpointing = new Checkpointing(vpn, state);
        boolean upToDate = written && checkpointing.waiting() == 0 && checkpointing.tailFrom() == durableTailFrom.get();
        return upToDate ? Optional.empty() : Optional.of(checkpointing.copy());
    }

    /** Writes a batch; whether another may be worth it at once. */
    private boolean write(CheckpointBatch batch) {
        boolean done = false;
        try {
            core.store().writeCheckpoint(batch);
            done = true;
        } finally {
            boolean success = done;
            core.atBoundary(state -> {
                Checkpointing checkpointing = new Checkpointing(vpn, state);
                if (success) {
                    checkpointing.written();
                } else {
                    checkpointing.notWritten();
                }
                return success;
            });
        }
        durableTailFrom.set(batch.checkpoint().tailFrom());
        written = true;
        int rows = batch.upserts().size() + batch.deletes().size();
        return rows >= Checkpointing.MAX_ROWS;
    }
}
