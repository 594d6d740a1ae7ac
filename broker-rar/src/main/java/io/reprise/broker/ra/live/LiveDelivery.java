package io.reprise.broker.ra.live;

import io.reprise.broker.model.delivery.Delivery;
import io.reprise.broker.model.live.LiveEvent;
import io.reprise.broker.model.live.LiveMessage;
import io.reprise.broker.model.live.LiveMessageType;
import io.reprise.broker.model.message.Message;
import io.reprise.broker.model.message.ReplicationGroupMsgId;
import org.jspecify.annotations.Nullable;

/** A message that comes to a live subscriber: neither acknowledged nor delivered again. Immutable. */
public final class LiveDelivery implements Delivery {
    private final long number;
    private final LiveEvent.Received received;
    private final long discardedBefore;
    private final @Nullable Boolean recovered;
    private final PlaceKeeper.Step step;

    LiveDelivery(
            long number,
            LiveEvent.Received received,
            long discardedBefore,
            @Nullable Boolean recovered,
            PlaceKeeper.Step step) {
        this.number = number;
        this.received = received;
        this.discardedBefore = discardedBefore;
        this.recovered = recovered;
        this.step = step;
    }

    PlaceKeeper.Step step() {
        return step;
    }

    public LiveMessageType type() {
        return received.type();
    }

    /** The message with its place on its subject. */
    public LiveMessage live() {
        return received.message();
    }

    /** How many direct messages were lost to this consumer since the message before [spec 1.5]. */
    public long discardedBefore() {
        return discardedBefore;
    }

    /** Whether a recovery that was over just before was complete; null if there was none. */
    public @Nullable Boolean recovered() {
        return recovered;
    }

    @Override
    public Message message() {
        return live().message();
    }

    /** Its number in this stream: a live message has no id that anybody could ask for. */
    @Override
    public long msgId() {
        return number;
    }

    /** @throws UnsupportedOperationException always: see {@link #msgId} */
    @Override
    public ReplicationGroupMsgId replicationGroupMsgId() {
        throw new UnsupportedOperationException("a live message has no id in the VPN");
    }

    @Override
    public long spooledTimeMillis() {
        return live().publishedMillis();
    }

    @Override
    public long expirationMillis() {
        return 0;
    }

    @Override
    public int deliveryCount() {
        return 1;
    }
}
