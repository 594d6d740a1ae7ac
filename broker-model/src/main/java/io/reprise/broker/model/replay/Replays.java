package io.reprise.broker.model.replay;

import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.message.ReplicationGroupMsgId;
import java.util.Map;

/**
 * The replays of a VPN's endpoints, for administrators [spec 2.3]; clients ask by {@link io.reprise.broker.model.delivery.Flow}. Thread-safe;
 * blocks for the database. A call that throws has changed nothing: it throws {@link io.reprise.broker.model.error.BrokerException}
 * {@code NOT_FOUND} if the endpoint does not exist.
 */
public interface Replays {
    /**
     * Starts a replay; one that runs on the endpoint is cancelled for it. Durable when it returns.
     *
     * @return what it selects
     * @throws io.reprise.broker.model.error.BrokerException {@code REPLAY_DISABLED} without a log that gives out messages, {@code
     *     REPLAY_START_TIME_NOT_AVAILABLE}, {@code REPLAY_START_MESSAGE_UNAVAILABLE}, {@code REPLAY_PARTITIONED_QUEUE}, {@code
     *     INVALID_PARAMETER}
     */
    ReplayRange start(EndpointKind kind, String endpointName, ReplayRequest request);

    /** What a start would do now; refused as a start would be. Reads all of the range's heads: as long as that takes. */
    ReplayPreview preview(EndpointKind kind, String endpointName, ReplayRequest request);

    /**
     * Cancels the replay that runs on the endpoint: what was there before comes back.
     *
     * @throws io.reprise.broker.model.error.BrokerException {@code REPLAY_NOT_RUNNING}
     */
    void cancel(EndpointKind kind, String endpointName);

    ReplayStatus status(EndpointKind kind, String endpointName);

    /** How many endpoints have a replay in each state; those without one are not counted. At once, as of the last
     * entry; empty while the VPN is not served. */
    Map<ReplayState, Integer> counts();

    /**
     * Appends one message of the log to an endpoint, as a message of its own; disturbs nothing.
     *
     * @return the id it has there
     * @throws io.reprise.broker.model.error.BrokerException {@code REPLAY_START_MESSAGE_UNAVAILABLE} if the log does not hold it, or
     *     what the endpoint refuses it with
     */
    ReplicationGroupMsgId copy(ReplicationGroupMsgId id, EndpointKind kind, String endpointName);
}
