package io.reprise.broker.engine.commit;

import io.reprise.broker.engine.endpoint.EndpointConfig;
import io.reprise.broker.engine.endpoint.EndpointDirectory;
import io.reprise.broker.engine.log.AckRef;
import io.reprise.broker.engine.log.Alias;
import io.reprise.broker.engine.log.Death;
import io.reprise.broker.engine.log.Effect.Removal;
import io.reprise.broker.engine.log.MessageSlot;
import io.reprise.broker.engine.state.EndpointState;
import io.reprise.broker.engine.state.VpnState;
import io.reprise.broker.model.delivery.DeathReason;
import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.endpoint.EndpointName;
import io.reprise.broker.model.endpoint.EndpointSettings;
import io.reprise.broker.model.management.RetryObstacle;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Moves messages to dead message queues and back, each move within one entry: out of one endpoint, into the other, under a new id
 * that stands for the old one [spec 4.3, LOG.md L13]. The committer's.
 */
final class DeadLetters {
    /** What a slot takes in an entry beside its topic and its endpoint's name. */
    private static final int SLOT_BYTES = 160;

    private final VpnState state;
    private final EndpointDirectory directory;
    private final Overflow overflow;

    DeadLetters(VpnState state, EndpointDirectory directory, Overflow overflow) {
        this.state = state;
        this.directory = directory;
        this.overflow = overflow;
    }

    static int entryBytes(List<MessageSlot> messages) {
        int bytes = 0;
        for (MessageSlot slot : messages) {
            bytes += SLOT_BYTES + 3 * slot.topic().length();
        }
        return bytes;
    }

    /**
     * A message has died. It goes to its endpoint's dead message queue; it is deleted if the endpoint says so by naming none, or
     * if its publisher doesn't want it kept and the endpoint respects that or has no such queue.
     *
     * @return false if there is nowhere to go with it: nothing was done, and it is to be held where it is
     */
    boolean die(AckRef ref, MessageSlot slot, DeathReason reason, int deliveries, Draft draft) {
        EndpointConfig on = directory.byId(ref.endpointId());
        if (on == null) {
            return false;
        }
        EndpointConfig target = target(on);
        if (isDeleted(on, target, slot)) {
            if (reason == DeathReason.ADMIN) {
                return false;
            }
            draft.remove(ref, removal(reason));
            return true;
        }
        if (target == null || target.id() == on.id() || refusal(target, slot, draft) != null) {
            return false;
        }
        Death before = slot.alias() == null ? null : slot.alias().first();
        Death first = before == null ? new Death(reason, on.name(), draft.nowMillis(), deliveries) : before;
        Alias alias = new Alias(slot.rootMsgId(), true, on.id(), on.name(), first);
        // Nothing there expires by what its publisher or its old endpoint said.
        place(
                slot.moved(
                        PublishPlanner.placement(
                                target, PartitionKey.of(slot, on.id()), slot.priority(), 0, draft.nowMillis()),
                        slot.senderExpirationMillis(),
                        alias),
                draft);
        draft.remove(ref, removal(reason));
        return true;
    }

    /**
     * A dead message goes back to where it died, as new: not delivered yet, its time to live from the beginning.
     *
     * @return what is in its way, and nothing was done; null if it went
     */
    @Nullable
    Obstruction retry(AckRef ref, DeadMessage message, Draft draft) {
        MessageSlot slot = message.slot();
        Alias alias = slot.alias();
        if (alias == null || !alias.dead()) {
            return new Obstruction(RetryObstacle.NOT_DEAD, "it was published here");
        }
        EndpointConfig home = directory.byId(alias.home());
        if (home == null) {
            return new Obstruction(RetryObstacle.ORIGIN_DELETED, "'" + alias.homeName() + "' was deleted");
        }
        if (home.id() == ref.endpointId()) {
            return new Obstruction(RetryObstacle.NO_ROOM, home.label() + " is where it died and where it is");
        }
        String refusal = refusal(home, slot, draft);
        if (refusal != null) {
            return new Obstruction(RetryObstacle.NO_ROOM, refusal);
        }
        if (hasNewerValue(home, draft)) {
            return new Obstruction(RetryObstacle.REPLACED, home.label() + " keeps the last value and has a newer one");
        }
        long expirationMillis = PublishPlanner.deadline(draft.nowMillis(), message.ttlMillis());
        place(
                slot.moved(
                        PublishPlanner.placement(
                                home,
                                PartitionKey.of(slot, ref.endpointId()),
                                slot.priority(),
                                expirationMillis,
                                draft.nowMillis()),
                        expirationMillis,
                        new Alias(alias.rootMsgId(), false, alias.home(), alias.homeName(), alias.first())),
                draft);
        draft.remove(ref, Removal.RETRIED);
        return null;
    }

    private void place(MessageSlot moved, Draft draft) {
        LastValue.place(moved, state, directory, draft);
    }

    private @Nullable EndpointConfig target(EndpointConfig of) {
        Optional<EndpointName> name = of.settings().deadMsgQueue();
        return name.isEmpty()
                ? null
                : directory.byName(EndpointKind.QUEUE, name.get().text());
    }

    private static boolean isDeleted(EndpointConfig on, @Nullable EndpointConfig target, MessageSlot slot) {
        EndpointSettings settings = on.settings();
        return settings.deadMsgQueue().isEmpty()
                || !slot.dmqEligible() && (settings.respectDmqEligibleEnabled() || target == null);
    }

    /** Why an endpoint does not take it, for people; null if it does, and then its oldest may have to go for that. */
    private @Nullable String refusal(EndpointConfig target, MessageSlot slot, Draft draft) {
        EndpointState there = state.endpoint(target.id());
        if (there == null) {
            return target.label() + " is being made";
        }
        long addedBytes = draft.added(target.id()).bytes;
        long limitBytes = overflow.limitBytes(target, there, addedBytes);
        Admission.Refusal refusal = Admission.refusalToMove(target, there, addedBytes, limitBytes, slot.sizeBytes());
        if (refusal != null) {
            return refusal.text();
        }
        overflow.admitted(target, there, addedBytes + slot.sizeBytes(), draft);
        return null;
    }

    /** On a last-value queue what is there is newer than what died there before. */
    private boolean hasNewerValue(EndpointConfig home, Draft draft) {
        EndpointState there = state.endpoint(home.id());
        return home.settings().isLastValueQueue()
                && there != null
                && there.messages() + draft.added(home.id()).messages > 0;
    }

    private static Removal removal(DeathReason reason) {
        return switch (reason) {
            case REDELIVERY -> Removal.REDELIVERY_LIMIT;
            case TTL -> Removal.EXPIRED;
            case OVERFLOW -> Removal.OVERFLOW;
            case ADMIN -> Removal.PURGED;
            case REJECTED -> Removal.REJECTED;
        };
    }
}
