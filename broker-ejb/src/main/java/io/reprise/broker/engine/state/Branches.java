package io.reprise.broker.engine.state;

import io.reprise.broker.engine.log.AckRef;
import io.reprise.broker.engine.log.Effect.PublisherAccepted;
import io.reprise.broker.engine.log.MessageSlot;
import io.reprise.broker.engine.log.Placement;
import io.reprise.broker.model.publish.BranchId;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The prepared branches and what they hold: room on endpoints and in the replay log, publisher sequences, acknowledgements in doubt [LOG.md L26]. Not
 * thread-safe: the committer's.
 */
final class Branches {
    private final Map<Long, EndpointState> endpoints;
    private final Map<BranchId, BranchState> branches = new LinkedHashMap<>();
    private final Set<PublisherAccepted> publishers = new HashSet<>();
    private final Set<AckRef> inDoubt = new HashSet<>();
    private long reservedLogBytes;

    /** @param endpoints where they reserve room */
    Branches(Map<Long, EndpointState> endpoints) {
        this.endpoints = endpoints;
    }

    @Nullable
    BranchState get(BranchId branch) {
        return branches.get(branch);
    }

    Collection<BranchState> all() {
        return Collections.unmodifiableCollection(branches.values());
    }

    void put(BranchState branch) {
        branches.put(branch.branch(), branch);
    }

    void remove(BranchState branch) {
        branches.remove(branch.branch());
    }

    void hold(BranchState branch) {
        publishers.addAll(branch.work().publishers());
        inDoubt.addAll(branch.work().acknowledgements());
        reserve(branch, 1);
    }

    void release(BranchState branch) {
        branch.work().publishers().forEach(publishers::remove);
        branch.work().acknowledgements().forEach(inDoubt::remove);
        reserve(branch, -1);
    }

    boolean holds(PublisherAccepted sequence) {
        return publishers.contains(sequence);
    }

    boolean isInDoubt(AckRef ack) {
        return inDoubt.contains(ack);
    }

    /** What they will put into the replay log, bytes. */
    long reservedLogBytes() {
        return reservedLogBytes;
    }

    private void reserve(BranchState branch, int sign) {
        for (MessageSlot slot : branch.work().messages()) {
            reservedLogBytes += slot.logged() ? (long) sign * slot.sizeBytes() : 0;
            for (Placement placement : slot.placements()) {
                EndpointState endpoint = endpoints.get(placement.endpointId());
                if (endpoint != null) {
                    endpoint.reserve(sign, (long) sign * slot.sizeBytes());
                }
            }
        }
    }
}
