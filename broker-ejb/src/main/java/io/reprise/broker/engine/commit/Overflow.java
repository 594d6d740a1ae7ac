package io.reprise.broker.engine.commit;

import io.reprise.broker.engine.deliver.EndpointDispatch;
import io.reprise.broker.engine.deliver.VpnDispatch;
import io.reprise.broker.engine.endpoint.EndpointConfig;
import io.reprise.broker.engine.state.EndpointState;
import io.reprise.broker.model.endpoint.EndpointSettings;
import io.reprise.broker.model.endpoint.OverflowPolicy;

/**
 * How full an endpoint may get. One whose oldest messages go when there is no room takes a new one nevertheless, and they go right
 * after the entry that brings it; as long as they do, it may be over its quota by a bounded amount [spec 1.4, ADR 0009]. The
 * committer's.
 */
final class Overflow {
    private final VpnDispatch dispatch;

    Overflow(VpnDispatch dispatch) {
        this.dispatch = dispatch;
    }

    /**
     * Up to how many bytes an endpoint may be filled by one unit. A unit that fits into the quota alone is never refused for what is
     * there, unless that is over the bound already.
     *
     * @param draftBytes what the draft has added so far, without the unit
     */
    long limitBytes(EndpointConfig endpoint, EndpointState on, long draftBytes) {
        long quotaBytes = endpoint.settings().maxSpoolBytes();
        if (!discardsOld(endpoint.settings()) || !canDiscard(endpoint)) {
            return quotaBytes;
        }
        long usedBytes = Math.max(0, usedBytes(on, draftBytes));
        boolean isBehind = usedBytes > quotaBytes + quotaBytes / 10 + Committer.MAX_ENTRY_BYTES;
        return isBehind ? quotaBytes : usedBytes + quotaBytes;
    }

    /** A message was admitted: if there is too much now, the oldest are to go once it is on disk. */
    void admitted(EndpointConfig endpoint, EndpointState on, long addedBytes, Draft draft) {
        if (!on.replay().state().holdsBack()
                && discardsOld(endpoint.settings())
                && usedBytes(on, addedBytes) > endpoint.settings().maxSpoolBytes()) {
            draft.overflow(endpoint.id());
        }
    }

    private static long usedBytes(EndpointState on, long addedBytes) {
        return on.sizeBytes() + on.reservedBytes() + addedBytes;
    }

    private static boolean discardsOld(EndpointSettings settings) {
        return settings.overflowPolicy() == OverflowPolicy.DISCARD_OLD && !settings.isLastValueQueue();
    }

    private boolean canDiscard(EndpointConfig endpoint) {
        EndpointDispatch live = dispatch.endpoint(endpoint.id());
        return live != null && live.canDiscard();
    }
}
