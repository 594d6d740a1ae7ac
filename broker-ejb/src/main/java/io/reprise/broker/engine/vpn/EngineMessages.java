package io.reprise.broker.engine.vpn;

import io.reprise.broker.engine.commit.VpnCore;
import io.reprise.broker.engine.deliver.EndpointDispatch;
import io.reprise.broker.engine.endpoint.EndpointConfig;
import io.reprise.broker.engine.selector.Selector;
import io.reprise.broker.engine.store.StoreUnavailableException;
import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.management.EndpointMessages;
import io.reprise.broker.model.management.MessageView;
import io.reprise.broker.model.management.RetryResult;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The messages of an endpoint of whoever serves the VPN now. Thread-safe; holds no state of its own. */
final class EngineMessages implements EndpointMessages {
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
