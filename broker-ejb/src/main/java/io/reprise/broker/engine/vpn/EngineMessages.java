package io.reprise.broker.engine.vpn;

import io.reprise.broker.engine.commit.VpnCore;
import io.reprise.broker.engine.deliver.EndpointDispatch;
import io.reprise.broker.engine.endpoint.EndpointConfig;
import io.reprise.broker.engine.log.MessageSlot;
import io.reprise.broker.engine.selector.Selector;
import io.reprise.broker.engine.store.StoreUnavailableException;
import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.management.EndpointMessages;
import io.reprise.broker.model.management.MessageView;
import io.reprise.broker.model.management.RetryResult;
import io.reprise.broker.model.message.ReplicationGroupMsgId;
import io.reprise.broker.model.publish.CommitOutcome;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The messages of an endpoint of whoever serves the VPN now. Thread-safe; holds no state of its own. */
final class EngineMessages implements EndpointMessages {
    private static final int PAGE = 1_000;

    private final VpnLife life;
    private final EndpointKind kind;
    private final String name;

    EngineMessages(VpnLife life, EndpointKind kind, String name) {
        this.life = life;
        this.kind = kind;
        this.name = name;
    }

    /** @throws BrokerException {@code NOT_FOUND} */
    static EndpointDispatch dispatch(VpnCore core, EndpointConfig endpoint) {
        EndpointDispatch dispatch = core.dispatch().endpoint(endpoint.id());
        if (dispatch == null) {
            throw new BrokerException(ErrorCode.NOT_FOUND, endpoint.label() + " was deleted meanwhile");
        }
        return dispatch;
    }

    @Override
    public List<MessageView> after(long msgId, int limit) {
        return withListing(listing -> listing.after(msgId, limit));
    }

    @Override
    public Optional<MessageView> message(long msgId) {
        return withListing(listing -> listing.after(msgId - 1, 1).stream()
                .filter(message -> message.msgId() == msgId)
                .findFirst());
    }

    @Override
    public long count() {
        return withListing(MessageListing::count);
    }

    @Override
    public RetryResult retry(String selector) {
        Selector wanted = compiled(selector);
        return withActions(actions -> actions.retry(wanted));
    }

    @Override
    public void retryOne(long msgId) {
        withActions(actions -> actions.retryOne(msgId));
    }

    @Override
    public long delete(String selector) {
        Selector wanted = compiled(selector);
        return withActions(actions -> wanted == null ? actions.deleteAll() : actions.delete(wanted));
    }

    @Override
    public void deleteOne(long msgId) {
        withActions(actions -> actions.deleteOne(msgId));
    }

    @Override
    public long deadLetter(String selector) {
        Selector wanted = compiled(selector);
        return withActions(actions -> actions.deadLetter(wanted));
    }

    @Override
    public long copyFrom(String queue, ReplicationGroupMsgId id) {
        Tenure tenure = life.tenure();
        if (id.origin() != tenure.originBits()) {
            throw BrokerException.refused(
                    ErrorCode.INVALID_PARAMETER,
                    "message '" + id.format() + "'",
                    "of another origin",
                    "messages of VPN '" + life.vpn() + "'");
        }
        VpnCore core = tenure.core();
        EndpointConfig target = EndpointChanges.require(core, kind, name);
        EndpointConfig source = EndpointChanges.require(core, EndpointKind.QUEUE, queue);
        return reading(() -> {
            MessageSlot found = found(core, source, id);
            CommitOutcome.Stored stored =
                    core.copyFrom(source.id(), found, target.id()).await().orThrow();
            return stored.firstMsgId();
        });
    }

    /** By the id that it was published under, which a moved one has kept for people. */
    private static MessageSlot found(VpnCore core, EndpointConfig source, ReplicationGroupMsgId id) {
        long from = id.msgId() - 1;
        while (true) {
            long after = from;
            List<Long> ids = core.atBoundary(state -> MessagePages.after(state, source.id(), after, PAGE));
            for (long msgId : ids) {
                MessageSlot slot = core.reader().slot(msgId);
                if (slot != null && slot.rootMsgId() == id.msgId()) {
                    return slot;
                }
            }
            if (ids.size() < PAGE) {
                throw new BrokerException(
                        ErrorCode.NOT_FOUND, "message '" + id.format() + "' is not on " + source.label());
            }
            from = ids.get(ids.size() - 1);
        }
    }

    @Override
    public long releaseDelayed() {
        return withActions(MessageActions::releaseDelayed);
    }

    @Override
    public void releaseOne(long msgId) {
        withActions(actions -> actions.releaseOne(msgId));
    }

    private static @Nullable Selector compiled(String selector) {
        return selector.isBlank() ? null : Selector.compile(selector);
    }

    private <T> T withListing(Function<MessageListing, T> work) {
        Tenure tenure = life.tenure();
        EndpointConfig endpoint = EndpointChanges.require(tenure.core(), kind, name);
        EndpointDispatch dispatch = dispatch(tenure.core(), endpoint);
        return reading(() -> work.apply(new MessageListing(tenure.core(), tenure.originBits(), endpoint, dispatch)));
    }

    private <T> T withActions(Function<MessageActions, T> work) {
        VpnCore core = life.tenure().core();
        EndpointConfig endpoint = EndpointChanges.require(core, kind, name);
        EndpointDispatch dispatch = dispatch(core, endpoint);
        return reading(() -> work.apply(new MessageActions(core, endpoint, dispatch)));
    }

    /** Work that reads the log. */
    private interface Reading<T> {
        T run();
    }

    private <T> T reading(Reading<T> work) {
        try {
            return work.run();
        } catch (StoreUnavailableException e) {
            throw new BrokerException(
                    ErrorCode.DATABASE_UNAVAILABLE,
                    "messages of " + EndpointConfig.label(kind, name) + " could not be read: " + e.getMessage(),
                    e);
        }
    }
}
