package io.reprise.broker.engine.commit;

import io.reprise.broker.engine.log.BodyLocation;
import io.reprise.broker.engine.log.Effect.BranchPrepared;
import io.reprise.broker.engine.log.Effect.PreparedWork;
import io.reprise.broker.engine.log.EntryHead;
import io.reprise.broker.engine.log.MessageSlot;
import io.reprise.broker.engine.state.VpnState;
import io.reprise.broker.model.publish.BranchId;
import java.util.List;

/** Branches that a state knows of. */
final class PreparedBranches {
    private PreparedBranches() {}

    /** One that will log a message of so many bytes. */
    static void reserve(VpnState state, int sizeBytes) {
        MessageSlot slot = new MessageSlot(0, "t", sizeBytes, 4, true, true, 0, 0, List.of(), BodyLocation.NOWHERE);
        BranchId branch = new BranchId(1, new byte[] {(byte) state.lastCommitNo()}, new byte[0]);
        PreparedWork work = new PreparedWork(List.of(), List.of(slot), List.of());
        state.apply(
                state.lastCommitNo() + 1,
                new EntryHead(0, 0, 0, 0, List.of(), List.of(new BranchPrepared(branch, work))),
                0);
    }
}
