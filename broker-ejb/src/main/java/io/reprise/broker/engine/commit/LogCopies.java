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

/**
 * Brings single messages of the replay log to endpoints once more, each under an id of its own that stands for the logged one [spec
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
        MessageSlot logged = copy.logged();
        EndpointConfig endpoint = directory.byId(copy.endpointId());
        EndpointState on = state.endpoint(copy.endpointId());
        if (endpoint == null || on == null) {
            copy.settle(new Rejected(ErrorCode.NOT_FOUND, "the endpoint was deleted meanwhile"));
            return;
        }
        if (logged.msgId() <= state.log().trimmedThroughMsgId()) {
            copy.settle(new Rejected(
                    ErrorCode.REPLAY_START_MESSAGE_UNAVAILABLE,
                    "message " + logged.msgId() + " has left the replay log"));
            return;
        }
        long addedBytes = draft.added(endpoint.id()).bytes;
        Refusal refusal = Admission.refusalToMove(
                endpoint, on, addedBytes, overflow.limitBytes(endpoint, on, addedBytes), logged.sizeBytes());
        if (refusal != null) {
            copy.settle(refusal.rejected());
            return;
        }
        overflow.admitted(endpoint, on, addedBytes + logged.sizeBytes(), draft);
        MessageSlot placed = LastValue.place(template(logged, endpoint, draft), state, directory, draft);
        draft.include(copy, new Stored(placed.msgId(), 1));
    }

    private static MessageSlot template(MessageSlot logged, EndpointConfig endpoint, Draft draft) {
        long expirationMillis = PublishPlanner.deadline(draft.nowMillis(), logged.ttlMillis());
        Placement placement = PublishPlanner.placement(
                endpoint,
                PartitionKey.of(logged, endpoint.id()),
                logged.priority(),
                expirationMillis,
                draft.nowMillis());
        return logged.moved(
                placement, expirationMillis, new Alias(logged.msgId(), false, endpoint.id(), endpoint.name(), null));
    }
}
