package io.reprise.broker.engine.commit;

import io.reprise.broker.engine.commit.Admission.Refusal;
import io.reprise.broker.engine.endpoint.EndpointConfig;
import io.reprise.broker.engine.endpoint.EndpointDirectory;
import io.reprise.broker.engine.log.Alias;
import io.reprise.broker.engine.log.MessageSlot;
import io.reprise.broker.engine.log.Placement;
import io.reprise.broker.engine.state.EndpointState;
import io.reprise.broker.engine.state.VpnState;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.publish.CommitOutcome.Rejected;
import io.reprise.broker.model.publish.CommitOutcome.Stored;
import org.jspecify.annotations.Nullable;

/**
 * Brings single messages of the replay log, or of an endpoint, to endpoints once more, each under an id of its own that stands for that [spec
 * 2.5, LOG.md L13]. The endpoint takes it as it takes what is published; its time to live counts anew. The committer's.
 */
final class LogCopies {
    private final VpnState state;
    private final EndpointDirectory directory;
    private final Overflow overflow;

    LogCopies(VpnState state, EndpointDirectory directory, Overflow overflow) {
        this.state = state;
        this.directory = directory;
        this.overflow = overflow;
    }

    void copy(CopyOperation copy, Draft draft) {
        MessageSlot original = copy.original();
        EndpointConfig endpoint = directory.byId(copy.endpointId());
        EndpointState on = state.endpoint(copy.endpointId());
        if (endpoint == null || on == null) {
            copy.settle(new Rejected(ErrorCode.NOT_FOUND, "the endpoint was deleted meanwhile"));
            return;
        }
        Rejected gone = gone(copy);
        if (gone != null) {
            copy.settle(gone);
            return;
        }
        long addedBytes = draft.added(endpoint.id()).bytes;
        Refusal refusal = Admission.refusalToMove(
                endpoint, on, addedBytes, overflow.limitBytes(endpoint, on, addedBytes), original.sizeBytes());
        if (refusal != null) {
            copy.settle(refusal.rejected());
            return;
        }
        overflow.admitted(endpoint, on, addedBytes + original.sizeBytes(), draft);
        MessageSlot placed = LastValue.place(template(original, endpoint, draft), state, directory, draft);
        draft.include(copy, new Stored(placed.msgId(), 1));
    }

    /** Where it was to be copied from may have let it go since it was found there. */
    private @Nullable Rejected gone(CopyOperation copy) {
        long msgId = copy.original().msgId();
        if (copy.sourceId() == CopyOperation.OF_LOG) {
            return msgId > state.log().trimmedThroughMsgId()
                    ? null
                    : new Rejected(
                            ErrorCode.REPLAY_START_MESSAGE_UNAVAILABLE,
                            "message " + msgId + " has left the replay log");
        }
        EndpointState source = state.endpoint(copy.sourceId());
        return source != null && source.contains(msgId)
                ? null
                : new Rejected(ErrorCode.NOT_FOUND, "message " + msgId + " has left its endpoint");
    }

    private static MessageSlot template(MessageSlot original, EndpointConfig endpoint, Draft draft) {
        long expirationMillis = PublishPlanner.deadline(draft.nowMillis(), original.ttlMillis());
        Placement placement = PublishPlanner.placement(
                endpoint,
                PartitionKey.of(original, endpoint.id()),
                original.priority(),
                expirationMillis,
                draft.nowMillis());
        return original.moved(
                placement,
                expirationMillis,
                new Alias(original.rootMsgId(), false, endpoint.id(), endpoint.name(), null));
    }
}
