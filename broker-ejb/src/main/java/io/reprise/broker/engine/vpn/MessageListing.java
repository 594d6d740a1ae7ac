package io.reprise.broker.engine.vpn;

import io.reprise.broker.engine.commit.VpnCore;
import io.reprise.broker.engine.deliver.EndpointDispatch;
import io.reprise.broker.engine.deliver.Whereabouts;
import io.reprise.broker.engine.endpoint.EndpointConfig;
import io.reprise.broker.engine.log.MessageSlot;
import io.reprise.broker.engine.state.EndpointState;
import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.management.MessageState;
import io.reprise.broker.model.management.MessageView;
import io.reprise.broker.model.message.ReplicationGroupMsgId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What is on an endpoint, as an administrator sees it: read from heads of the log, never bodies. One thread. */
final class MessageListing {
    private final VpnCore core;
    private final long originBits;
    private final EndpointConfig endpoint;
    private final EndpointDispatch dispatch;

    MessageListing(VpnCore core, long originBits, EndpointConfig endpoint, EndpointDispatch dispatch) {
        this.core = core;
        this.originBits = originBits;
        this.endpoint = endpoint;
        this.dispatch = dispatch;
    }

    long count() {
        return core.atBoundary(state -> Optional.ofNullable(state.endpoint(endpoint.id()))
                .map(EndpointState::messages)
                .orElse(0L));
    }

    /** Up to {@code limit} messages whose ids are greater, in their order; those that vanish meanwhile are left out, others follow. */
    List<MessageView> after(long msgId, int limit) {
        List<MessageView> views = new ArrayList<>();
        long from = msgId;
        while (views.size() < limit) {
            long last = from;
            int most = limit - views.size();
            List<Long> ids = core.atBoundary(state -> MessagePages.after(state, endpoint.id(), last, most));
            ids.forEach(id ->
                    Optional.ofNullable(core.reader().slot(id)).map(this::view).ifPresent(views::add));
            if (ids.size() < most) {
                return views;
            }
            from = ids.get(ids.size() - 1);
        }
        return views;
    }

    private MessageView view(MessageSlot slot) {
        Whereabouts where = dispatch.whereabouts(slot.msgId());
        return new MessageView(
                slot.msgId(),
                new ReplicationGroupMsgId(originBits, slot.rootMsgId()),
                slot.topic(),
                slot.sizeBytes(),
                slot.priority(),
                slot.spooledTimeMillis(),
                dispatch.placement(slot).expirationMillis(),
                where.attempts(),
                where.state(),
                where.delayedUntilMillis(),
                where.state() == MessageState.HELD ? heldReason(where) : "",
                Optional.ofNullable(slot.deadLetter()));
    }

    private String heldReason(Whereabouts where) {
        return where.isDead() ? "dead, and " + deadMessageQueue() : "damaged";
    }

    private String deadMessageQueue() {
        return endpoint.settings()
                .deadMsgQueue()
                .map(name -> core.directory().byName(EndpointKind.QUEUE, name.text()) == null
                        ? "its dead message queue '" + name + "' does not exist"
                        : "its dead message queue '" + name + "' takes none")
                .orElse("waits to be deleted");
    }
}
