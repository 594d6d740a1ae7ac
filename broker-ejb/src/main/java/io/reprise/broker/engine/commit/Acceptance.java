package io.reprise.broker.engine.commit;

import io.reprise.broker.engine.access.PublishRight;
import io.reprise.broker.engine.deliver.EngineDelivery;
import io.reprise.broker.engine.endpoint.EndpointDirectory;
import io.reprise.broker.engine.log.AckRef;
import io.reprise.broker.engine.log.BodyLocation;
import io.reprise.broker.engine.log.MessageSlot;
import io.reprise.broker.engine.log.Placement;
import io.reprise.broker.engine.log.UploadRef;
import io.reprise.broker.engine.state.VpnState;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.live.SubjectPosition;
import io.reprise.broker.model.message.DeliveryMode;
import io.reprise.broker.model.message.Message;
import io.reprise.broker.model.publish.CommitOutcome.Rejected;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What storing messages takes, alone or in a branch: planning, the refusal of what can't be stored, and the slots [spec 1.5]. The
 * committer's.
 */
final class Acceptance {
    private final VpnState state;
    private final EndpointDirectory directory;
    private final PublishPlanner planner;
    private final CommitCounters counters;
    private final ParkedPublishes parked;
    private final long maxOperationBytes;

    /**
     * @param maxOperationBytes what one operation may add to an entry; a larger one is refused before it is tried [LOG.md L3]
     */
    Acceptance(
            VpnState state,
            EndpointDirectory directory,
            PublishPlanner planner,
            CommitCounters counters,
            ParkedPublishes parked,
            long maxOperationBytes) {
        this.state = state;
        this.directory = directory;
        this.planner = planner;
        this.counters = counters;
        this.parked = parked;
        this.maxOperationBytes = maxOperationBytes;
    }

    /**
     * What was planned of an operation.
     *
     * @param isDecided false if it can't be decided before this draft is on disk, and nothing was done
     * @param accepted its messages; null if it is not to be stored now: it was refused and told, or waits for room in the replay log
     */
    record Plan(boolean isDecided, @Nullable List<Planned> accepted) {
        private static final Plan AWAY = new Plan(true, null);
        private static final Plan LATER = new Plan(false, null);
    }

    /**
     * Plans the messages of an operation.
     *
     * @param right by which they are published
     * @param acks what it takes off endpoints
     */
    Plan plan(Operation operation, PublishRight right, List<EncodedMessage> messages, List<AckRef> acks, Draft draft) {
        Rejected denied = denied(right, messages);
        if (denied != null) {
            operation.settle(denied);
            return Plan.AWAY;
        }
        if (parked.isBehindAnother(messages)) {
            parked.park(operation, messages);
            return Plan.AWAY;
        }
        List<Planned> planned = planner.plan(right.username(), messages, acks, draft);
        if (planned.size() == 1 && planned.get(0) instanceof Planned.NoRoom noRoom) {
            return withoutRoom(noRoom, operation, messages);
        }
        return isRefused(planned, operation, draft) ? Plan.AWAY : new Plan(true, planned);
    }

    private @Nullable Rejected denied(PublishRight right, List<EncodedMessage> messages) {
        for (EncodedMessage each : messages) {
            BrokerException denied = right.refusal(directory, each.message().topic());
            if (denied != null) {
                return new Rejected(denied.code(), String.valueOf(denied.getMessage()));
            }
        }
        return null;
    }

    /** Whether a direct message has to wait for a publish on its subject that waits for room; then it does. */
    boolean waitsBehindParked(FollowOperation follow) {
        return parked.parkIfBehind(follow);
    }

    /** Plans a direct message: where there is no room it goes without, and nobody is told [spec 1.5]. */
    Plan planPromotion(PromoteOperation promote, Draft draft) {
        List<Planned> planned = planner.plan(PublishRight.UNBOUND.username(), promote.message(), List.of(), draft);
        Planned only = planned.get(0);
        if (only instanceof Planned.NoRoom noRoom) {
            if (noRoom.verdict() == LogRoom.Verdict.IN_THE_NEXT_ENTRY) {
                return Plan.LATER;
            }
            promote.settle(new Rejected(ErrorCode.REPLAY_LOG_QUOTA_EXCEEDED, "no room in the replay log"));
            return Plan.AWAY;
        }
        boolean isAttracted = only instanceof Planned.Accepted accepted
                && (accepted.logged() || !accepted.placements().isEmpty());
        if (!isAttracted) {
            promote.settle(Outcomes.DONE);
            return Plan.AWAY;
        }
        return new Plan(true, planned);
    }

    private Plan withoutRoom(Planned.NoRoom noRoom, Operation operation, List<EncodedMessage> messages) {
        return switch (noRoom.verdict()) {
            case IN_THE_NEXT_ENTRY -> Plan.LATER;
            case NEVER -> {
                parked.refuse(operation, messages.size(), noRoom.unitBytes() + " B: more than its quota");
                yield Plan.AWAY;
            }
            case NOT_NOW, FITS -> {
                parked.park(operation, messages);
                yield Plan.AWAY;
            }
        };
    }

    private boolean isRefused(List<Planned> planned, Operation operation, Draft draft) {
        Rejected refusal = null;
        if (planned.size() == 1 && planned.get(0) instanceof Planned.Refused refused) {
            refusal = refused.outcome();
        } else if (bytes(planned, operation, draft) > maxOperationBytes) {
            refusal = new Rejected(
                    ErrorCode.MESSAGE_TOO_BIG,
                    "not stored: " + bytes(planned, operation, draft)
                            + " B in the log's entry, with a place on each endpoint it" + " goes to; allowed: "
                            + maxOperationBytes + " B, half of the database's max_allowed_packet");
        }
        if (refusal == null) {
            return false;
        }
        operation.settle(refusal);
        return true;
    }

    private long bytes(List<Planned> planned, Operation operation, Draft draft) {
        long placements = 0;
        long delays = 0;
        for (Planned next : planned) {
            if (next instanceof Planned.Accepted accepted) {
                placements += accepted.placements().size();
                delays += delays(accepted, draft);
            }
        }
        return operation.entryBytes() + Draft.placementBytes(placements) + Draft.delayBytes(delays);
    }

    /** On how many endpoints it waits. */
    private long delays(Planned.Accepted accepted, Draft draft) {
        long deliveryTimeMillis = accepted.message().message().deliveryTimeMillis();
        return accepted.placements().stream()
                .map(placement -> directory.byId(placement.endpointId()))
                .filter(endpoint -> endpoint != null
                        && FirstDelivery.untilMillis(endpoint.settings(), deliveryTimeMillis, draft.nowMillis()) != 0)
                .count();
    }

    /** The slot of an accepted message, its bytes in the draft; it has no id yet. */
    MessageSlot template(Planned.Accepted accepted, Draft draft) {
        EncodedMessage encoded = accepted.message();
        Message message = encoded.message();
        List<Placement> placements = DraftSubjects.placements(accepted);
        return new MessageSlot(
                0,
                message.topic().text(),
                encoded.sizeBytes(),
                message.priority(),
                message.deliveryMode() == DeliveryMode.PERSISTENT,
                accepted.logged(),
                draft.timeMillis(),
                accepted.senderExpirationMillis(),
                SubjectPosition.NONE,
                placements,
                isRead(message, placements, accepted.logged()) ? body(encoded, draft) : BodyLocation.NOWHERE,
                message.dmqEligible(),
                message.deliveryTimeMillis(),
                message.deliveryMode() == DeliveryMode.DIRECT,
                null);
    }

    /** Whether anybody may read its content: what is published to a subject is there for live subscribers, whoever else attracts it. */
    private static boolean isRead(Message message, List<Placement> placements, boolean logged) {
        return logged || !placements.isEmpty() || !message.topic().isQueueTopic();
    }

    static BodyLocation body(EncodedMessage encoded, Draft draft) {
        UploadRef upload = encoded.upload();
        return upload == null
                ? draft.append(encoded.content(), encoded.crc32c())
                : new BodyLocation(upload, encoded.uploadOffset(), encoded.content().length, encoded.crc32c());
    }

    /** Gives a message its id and its places. */
    MessageSlot place(MessageSlot template, Draft draft) {
        MessageSlot slot = LastValue.place(template, state, directory, draft);
        for (Placement placement : slot.placements()) {
            if (placement.endpointId() != VpnState.SNAPSHOTS) {
                draft.expectDelivery(placement, slot.msgId());
            }
        }
        return slot;
    }

    /** Those acknowledgements that have an effect; a void one succeeds without [spec 2.4]. */
    List<AckRef> acknowledgeable(List<EngineDelivery> deliveries, Draft draft) {
        if (deliveries.isEmpty()) {
            return List.of();
        }
        List<AckRef> acks = new ArrayList<>(deliveries.size());
        for (EngineDelivery delivery : deliveries) {
            AckRef ref = delivery.ref();
            if (delivery.settlement() == EngineDelivery.Settlement.SETTLED || !draft.isThere(ref)) {
                counters.voidAcks.increment();
            }
            if (delivery.settlement() != EngineDelivery.Settlement.SETTLED && draft.isKept(ref)) {
                acks.add(ref);
            }
        }
        return acks;
    }
}
