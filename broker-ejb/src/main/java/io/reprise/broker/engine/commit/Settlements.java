package io.reprise.broker.engine.commit;

import io.reprise.broker.engine.deliver.Announcement;
import io.reprise.broker.engine.deliver.EndpointDispatch;
import io.reprise.broker.engine.deliver.EngineDelivery;
import io.reprise.broker.engine.deliver.SettlementSink;
import io.reprise.broker.engine.log.AckRef;
import io.reprise.broker.engine.log.Effect.Counted;
import io.reprise.broker.engine.log.Effect.Presented;
import io.reprise.broker.engine.log.Effect.Quiesced;
import io.reprise.broker.engine.log.Effect.Removal;
import io.reprise.broker.engine.log.MessageSlot;
import io.reprise.broker.engine.state.EndpointState;
import io.reprise.broker.engine.state.VpnState;
import io.reprise.broker.model.delivery.DeathReason;
import io.reprise.broker.model.publish.PendingOutcome;
import java.util.List;
import java.util.function.Consumer;

/**
 * Takes what deliveries must have in the log, and puts it to the committer. Any thread; its parts are thread-safe, and the state is
 * only read by what the committer runs.
 */
final class Settlements implements SettlementSink {
    private final Intake intake;
    private final VpnState state;
    private final CommitListener listener;
    private final long timeoutMillis;

    Settlements(Intake intake, VpnState state, CommitListener listener, long timeoutMillis) {
        this.intake = intake;
        this.state = state;
        this.listener = listener;
        this.timeoutMillis = timeoutMillis;
    }

    @Override
    public PendingOutcome release(EngineDelivery delivery) {
        return offer(new ReleaseOperation(delivery, true, timeoutMillis));
    }

    @Override
    public void takeBack(EngineDelivery delivery) {
        offer(new ReleaseOperation(delivery, false, timeoutMillis));
    }

    @Override
    public void presented(EngineDelivery delivery) {
        intake.presented(delivery);
    }

    @Override
    public PendingOutcome announce(Announcement announced) {
        return decide(draft -> {
            AckRef ref = announced.ref();
            if (announced.attempt() > 0 && draft.isThere(ref)) {
                draft.effect(new Presented(ref.endpointId(), ref.generation(), ref.msgId(), announced.attempt()));
            }
            draft.reserveHorizon(ref.endpointId(), announced.priority(), ref.msgId() + DraftHorizons.AHEAD_IDS);
        });
    }

    @Override
    public PendingOutcome die(EndpointDispatch seizedFrom, List<MessageSlot> messages, DeathReason reason) {
        return offer(new DeathOperation(seizedFrom, messages, reason, timeoutMillis));
    }

    @Override
    public void limitWasLowered(String endpoint, long msgId, int deliveries, int limit) {
        listener.limitWasLowered(endpoint, msgId, deliveries, limit);
    }

    @Override
    public void delivered(long millis) {
        listener.delivered(millis);
    }

    /** Counts what was presented when an earlier core of this VPN ended, and not settled [LOG.md L24]. */
    PendingOutcome countUnsettled() {
        return decide(draft -> state.endpoints().forEach(endpoint -> countUnsettled(endpoint, draft)));
    }

    private static void countUnsettled(EndpointState endpoint, Draft draft) {
        endpoint.forEachPresented((generation, msgId, attempt) -> {
            if (draft.isKept(new AckRef(endpoint.id(), generation, msgId, 0))) {
                draft.effect(new Counted(endpoint.id(), generation, msgId, attempt));
            }
        });
    }

    /** Everything is settled, and nothing will be presented any more. */
    PendingOutcome quiesced() {
        return decide(draft -> draft.effect(new Quiesced()));
    }

    /** Not everything is settled, and nobody will wait for it any more: what is presented counts [LOG.md L24]. */
    PendingOutcome leftUnsettled() {
        intake.markRegardlessOfAge();
        return decide(draft -> {});
    }

    PendingOutcome expireSnapshots(List<MessageSlot> expired) {
        return offer(new DecidedOperation(
                draft -> {
                    int gone = 0;
                    for (MessageSlot slot : expired) {
                        int generation = state.snapshots().generationOf(slot.msgId());
                        AckRef ref = new AckRef(VpnState.SNAPSHOTS, generation, slot.msgId(), slot.sizeBytes());
                        if (draft.isOn(ref)) {
                            draft.remove(ref, Removal.EXPIRED);
                            gone++;
                        }
                    }
                    return gone;
                },
                timeoutMillis));
    }

    /** Something small that can't be refused, as a {@link DecidedOperation}. */
    PendingOutcome decide(Consumer<Draft> decision) {
        return offer(new DecidedOperation(
                draft -> {
                    decision.accept(draft);
                    return 0;
                },
                timeoutMillis));
    }

    private PendingOutcome offer(Operation operation) {
        intake.offer(operation, timeoutMillis);
        return operation;
    }
}
