package io.reprise.broker.model.delivery;

import io.reprise.broker.model.replay.ReplayRange;
import io.reprise.broker.model.replay.ReplayRequest;
import java.util.Optional;

/** A consumer bound to an endpoint: one activation of a bean or one consumer of a client. Thread-safe. */
public interface Flow extends AutoCloseable {
    /** Opens a session; each delivers in parallel to the others. */
    DeliverySession openSession();

    /** Whether it gets messages now: on an exclusive queue only one flow does, the others stand by [spec 1.4]. */
    boolean isActive();

    /**
     * Asks for a replay of its endpoint, as a client may: of an exclusive one, from its active flow, with the permission to consume
     * [spec 2.3]. Its own sessions stay, and see only the stream. Durable when it returns; blocks for the database.
     *
     * @param replayId names the request: one that was accepted before is not started again, whoever asked [spec 2.5]
     * @return what it selects; empty if a request of that name was accepted before
     * @throws io.reprise.broker.model.error.BrokerException as {@link io.reprise.broker.model.replay.Replays#start}, and {@code
     *     REPLAY_NOT_EXCLUSIVE}, {@code REPLAY_NOT_ACTIVE_FLOW}; then nothing has changed
     */
    Optional<ReplayRange> startReplay(String replayId, ReplayRequest request);

    /** Why it was ended by the broker (endpoint deleted, egress disabled, broker stopping); empty while it lives. */
    String endReason();

    /**
     * No message is presented any more, waiting receives return null, what is merely buffered goes back uncounted. Deliveries
     * already presented may still be settled. A second call does nothing.
     */
    @Override
    void close();
}
