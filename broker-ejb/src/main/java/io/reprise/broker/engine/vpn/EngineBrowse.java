package io.reprise.broker.engine.vpn;

import io.reprise.broker.engine.commit.VpnCore;
import io.reprise.broker.engine.deliver.StoredContent;
import io.reprise.broker.engine.log.MessageSlot;
import io.reprise.broker.engine.selector.Selector;
import io.reprise.broker.engine.store.StoreUnavailableException;
import io.reprise.broker.engine.vpn.EndpointWalk.Step;
import io.reprise.broker.model.delivery.Browse;
import io.reprise.broker.model.delivery.DeadLetter;
import io.reprise.broker.model.delivery.StoredMessage;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.message.Message;
import io.reprise.broker.model.message.MessageCodec;
import io.reprise.broker.model.message.ReplicationGroupMsgId;
import java.util.ArrayDeque;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A browser: pages of ids from the state, each message read when it is asked for. It knows nothing of dispatch, so that it can't be in
 * anybody's way. One thread at a time.
 */
final class EngineBrowse implements Browse {
    private static final System.Logger LOG = System.getLogger(EngineBrowse.class.getName());

    private final VpnCore core;
    private final long originBits;
    private final long endpointId;
    private final @Nullable Selector selector;
    private final EndpointWalk walk;
    private final ArrayDeque<Step> page = new ArrayDeque<>();

    EngineBrowse(VpnCore core, long originBits, long endpointId, @Nullable Selector selector) {
        this.core = core;
        this.originBits = originBits;
        this.endpointId = endpointId;
        this.selector = selector;
        this.walk = new EndpointWalk(endpointId);
    }

    /** A message that is looked at. */
    private record Browsed(
            Message message,
            long msgId,
            ReplicationGroupMsgId replicationGroupMsgId,
            long spooledTimeMillis,
            long expirationMillis,
            int deliveryCount,
            Optional<DeadLetter> deadLetter)
            implements StoredMessage {}

    @Override
    public @Nullable StoredMessage next() {
        Step step = nextStep();
        while (step != null) {
            Browsed message = readable(step);
            page.remove();
            walk.passed(step);
            if (message != null && isWanted(message)) {
                return message;
            }
            step = nextStep();
        }
        return null;
    }

    private boolean isWanted(Browsed message) {
        return selector == null
                || selector.matches(
                        message.message(),
                        message.deliveryCount(),
                        message.deadLetter().orElse(null));
    }

    private @Nullable Step nextStep() {
        if (page.isEmpty()) {
            page.addAll(core.atBoundary(walk::page));
        }
        return page.peek();
    }

    /** Null if it is gone meanwhile, or damaged. */
    private @Nullable Browsed readable(Step step) {
        try {
            return read(step);
        } catch (StoreUnavailableException e) {
            throw new BrokerException(
                    ErrorCode.DATABASE_UNAVAILABLE,
                    "message " + step.msgId() + " could not be read: " + e.getMessage(),
                    e);
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.DEBUG, "message " + step.msgId() + " can't be browsed", e);
            return null;
        }
    }

    private @Nullable Browsed read(Step step) {
        MessageSlot slot = core.reader().slot(step.msgId());
        StoredContent stored = slot == null ? null : core.reader().read(slot.rootMsgId());
        if (slot == null || stored == null) {
            return null;
        }
        return new Browsed(
                MessageCodec.decode(stored.content()),
                step.msgId(),
                new ReplicationGroupMsgId(originBits, slot.rootMsgId()),
                slot.spooledTimeMillis(),
                step.isCopy() ? step.expirationMillis() : slot.expirationMillis(endpointId),
                step.attempts() + 1,
                Optional.ofNullable(slot.deadLetter()));
    }
}
