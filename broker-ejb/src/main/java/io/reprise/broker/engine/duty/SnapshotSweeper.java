package io.reprise.broker.engine.duty;

import io.reprise.broker.engine.commit.VpnCore;
import io.reprise.broker.engine.log.MessageSlot;
import io.reprise.broker.model.management.VpnSettings;
import io.reprise.broker.model.publish.CommitOutcome.Stored;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/**
 * Takes snapshots that have expired off the disk [spec 3.1], and has subjects forgotten that have neither snapshot nor history. Those who
 * ask don't see an expired one, whether or not it is gone. Ids rise with the time, so it looks from the oldest on. One thread at a time.
 */
public final class SnapshotSweeper implements Duty {
    private static final int BATCH = 1_000;

    /** The numbering of a subject is kept at least so long after its last message. */
    private static final long LEAST_MEMORY_MILLIS = 600_000;

    /** The committer looks at every subject for it: not at each run. */
    private static final long FORGET_INTERVAL_MILLIS = 60_000;

    private final VpnCore core;
    private final InstantSource clock;
    private long forgotMillis;

    public SnapshotSweeper(VpnCore core, InstantSource clock) {
        this.core = core;
        this.clock = clock;
    }

    @Override
    public void runOnce() {
        VpnSettings settings = core.directory().vpn().settings();
        long nowMillis = clock.millis();
        if (Math.abs(nowMillis - forgotMillis) >= FORGET_INTERVAL_MILLIS) {
            forgotMillis = nowMillis;
            core.forgetSubjectsOlderThan(nowMillis
                    - Math.max(LEAST_MEMORY_MILLIS, settings.cacheExpireTime().toMillis()));
        }
        boolean more = !settings.snapshotExpireTime().isZero();
        while (more) {
            more = sweep(nowMillis - settings.snapshotExpireTime().toMillis());
        }
    }

    /** Whether there may be more. */
    private boolean sweep(long takenInUntilMillis) {
        List<Long> oldest = core.atBoundary(state -> {
            List<Long> ids = new ArrayList<>();
            for (int lane : state.snapshots().laneNumbers()) {
                state.snapshots().forEachInLane(lane, 0, msgId -> ids.add(msgId) && ids.size() < BATCH);
            }
            return ids;
        });
        List<MessageSlot> expired = new ArrayList<>();
        for (long msgId : oldest) {
            MessageSlot slot = core.reader().slot(msgId);
            if (slot != null && slot.spooledTimeMillis() > takenInUntilMillis) {
                break;
            }
            // One that is gone meanwhile, or whose head is damaged, hinders no other.
            if (slot != null) {
                expired.add(slot);
            }
        }
        return !expired.isEmpty()
                && core.expireSnapshots(expired).await() instanceof Stored
                && expired.size() == oldest.size()
                && oldest.size() == BATCH;
    }
}
