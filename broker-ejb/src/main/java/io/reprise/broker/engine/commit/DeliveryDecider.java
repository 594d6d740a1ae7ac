package io.reprise.broker.engine.commit;

import io.reprise.broker.engine.deliver.EngineDelivery;
import io.reprise.broker.engine.log.AckRef;
import io.reprise.broker.engine.log.Effect.Counted;
import io.reprise.broker.engine.log.Effect.Delayed;
import io.reprise.broker.engine.log.Effect.Presented;
import io.reprise.broker.engine.log.MessageSlot;
import io.reprise.broker.engine.state.EndpointState;
import io.reprise.broker.engine.state.VpnState;
import io.reprise.broker.model.delivery.DeathReason;
import io.reprise.broker.model.endpoint.RedeliveryPolicy;
import io.reprise.broker.model.management.RetryObstacle;
import io.reprise.broker.model.publish.CommitOutcome.Stored;

/** What becomes of deliveries and of messages nobody took: failed attempts, deaths, retries, removals. The committer's. */
final class DeliveryDecider {
    private final VpnState state;
    private final DeadLetters deadLetters;

    DeliveryDecider(VpnState state, DeadLetters deadLetters) {
        this.state = state;
        this.deadLetters = deadLetters;
    }

    /** An attempt failed, or was none after all. The one that used up what is allowed is the message's last [spec 4.3]. */
    void release(ReleaseOperation release, Draft draft) {
        EngineDelivery delivery = release.delivery();
        AckRef ref = delivery.ref();
        // Of a message that came back after a replay, and is with somebody, the attempt that counts is that one.
        boolean counts = !delivery.isOvertaken();
        int died = 0;
        if (counts && draft.isThere(ref)) {
            if (!release.counts()) {
                draft.effect(new Presented(ref.endpointId(), ref.generation(), ref.msgId(), 0));
            } else if (hasDied(delivery, draft)) {
                died = 1;
            } else {
                count(delivery, draft);
            }
        } else if (counts && draft.isKept(ref)) {
            // From before a replay: it is nowhere now, but what it has been through counts if it comes back.
            draft.effect(
                    release.counts()
                            ? new Counted(ref.endpointId(), ref.generation(), ref.msgId(), delivery.deliveryCount())
                            : new Presented(ref.endpointId(), ref.generation(), ref.msgId(), 0));
        }
        draft.include(release, new Stored(0, died));
    }

    private boolean hasDied(EngineDelivery delivery, Draft draft) {
        int deliveries = delivery.deliveryCount();
        DeathReason reason = delivery.isRejected() ? DeathReason.REJECTED : DeathReason.REDELIVERY;
        return (delivery.isRejected() || delivery.policy().isExhausted(deliveries))
                && deadLetters.die(delivery.ref(), delivery.slot(), reason, deliveries, draft);
    }

    private static void count(EngineDelivery delivery, Draft draft) {
        AckRef ref = delivery.ref();
        RedeliveryPolicy policy = delivery.policy();
        int failures = delivery.deliveryCount();
        long delayMillis = policy.isExhausted(failures) ? 0 : policy.delayMillis(failures);
        draft.effect(new Counted(
                ref.endpointId(),
                ref.generation(),
                ref.msgId(),
                failures,
                delayMillis == 0 ? 0 : draft.nowMillis() + delayMillis));
    }

    /** Messages have died: each moves, is deleted, or is held. */
    void die(DeathOperation death, Draft draft) {
        int gone = 0;
        for (MessageSlot slot : death.messages()) {
            AckRef ref = death.seizedFrom().ref(slot.msgId(), slot.sizeBytes());
            if (!death.seizedFrom().seizures().isSeized(slot.msgId()) || !draft.isThere(ref)) {
                continue;
            }
            int deliveries = death.seizedFrom().attempts(slot.msgId());
            if (deadLetters.die(ref, slot, death.reason(), deliveries, draft)) {
                gone++;
            } else {
                death.hold(slot.msgId());
            }
        }
        draft.include(death, new Stored(0, gone));
    }

    /** Dead messages go home. */
    void retry(RetryOperation retry, Draft draft) {
        int moved = 0;
        for (DeadMessage message : retry.messages()) {
            MessageSlot slot = message.slot();
            AckRef ref = retry.seizedFrom().ref(slot.msgId(), slot.sizeBytes());
            Obstruction obstruction = retry.seizedFrom().seizures().isSeized(slot.msgId()) && draft.isThere(ref)
                    ? deadLetters.retry(ref, message, draft)
                    : new Obstruction(RetryObstacle.NOT_FREE, "it is gone meanwhile");
            if (obstruction == null) {
                moved++;
            } else {
                retry.leave(slot.msgId(), obstruction);
            }
        }
        draft.include(retry, new Stored(0, moved));
    }

    /** Delayed messages are offered again. */
    void waitNoLonger(WaitNoLongerOperation release, Draft draft) {
        int released = 0;
        for (AckRef ref : release.refs()) {
            EndpointState on = state.endpoint(ref.endpointId());
            if (on != null && draft.isThere(ref) && on.delayedUntilMillis(ref.msgId()) != 0) {
                draft.effect(new Delayed(ref.endpointId(), ref.generation(), ref.msgId(), 0));
                released++;
            }
        }
        draft.include(release, new Stored(0, released));
    }

    void remove(RemoveOperation remove, Draft draft) {
        for (AckRef ref : remove.refs()) {
            if (draft.isThere(ref)) {
                draft.remove(ref, remove.reason());
            }
        }
        draft.include(remove, Outcomes.DONE);
    }
}
