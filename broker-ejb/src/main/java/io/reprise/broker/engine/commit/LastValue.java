package io.reprise.broker.engine.commit;

import io.reprise.broker.engine.endpoint.EndpointConfig;
import io.reprise.broker.engine.endpoint.EndpointDirectory;
import io.reprise.broker.engine.log.AckRef;
import io.reprise.broker.engine.log.Effect.Removal;
import io.reprise.broker.engine.log.MessageSlot;
import io.reprise.broker.engine.log.Placement;
import io.reprise.broker.engine.state.EndpointState;
import io.reprise.broker.engine.state.VpnState;

/**
 * Places messages in a draft, those that wait with their time; on a last-value queue one takes the place of what is there
 * [spec 1.4]. The committer's.
 */
final class LastValue {
    private LastValue() {}

    static MessageSlot place(MessageSlot template, VpnState state, EndpointDirectory directory, Draft draft) {
        MessageSlot slot = draft.place(template);
        FirstDelivery.delay(slot, state, directory, draft);
        for (Placement placement : slot.placements()) {
            EndpointConfig endpoint = directory.byId(placement.endpointId());
            if (endpoint != null && endpoint.settings().isLastValueQueue()) {
                replace(endpoint.id(), slot, state, draft);
            }
        }
        return slot;
    }

    private static void replace(long endpointId, MessageSlot newest, VpnState state, Draft draft) {
        EndpointState on = state.endpoint(endpointId);
        if (on == null) {
            return;
        }
        Draft.Added added = draft.added(endpointId);
        long before = added.lastValue.msgId();
        int beforeBytes = added.lastValueBytes;
        if (before == 0) {
            boolean heldBack = on.replay().state().holdsBack();
            before = heldBack ? on.firstHeldBackMsgId() : on.firstMsgId();
            beforeBytes = (int) (heldBack ? on.heldBackBytes() : on.sizeBytes());
        }
        AckRef replaced = new AckRef(endpointId, on.generationOf(before), before, beforeBytes);
        if (before != 0 && !draft.isRemoved(replaced)) {
            draft.remove(replaced, Removal.REPLACED);
        }
        added.lastValue = new Draft.MessageOnEndpoint(endpointId, newest.msgId());
        added.lastValueBytes = newest.sizeBytes();
    }
}
