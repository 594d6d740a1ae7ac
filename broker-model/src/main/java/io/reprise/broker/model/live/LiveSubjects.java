package io.reprise.broker.model.live;

import io.reprise.broker.model.message.Message;
import io.reprise.broker.model.topic.TopicName;
import java.util.Optional;

/** The live side of a VPN [spec 1.5, 3]. Thread-safe. */
public interface LiveSubjects {
    /**
     * Subscribes: what {@link LiveRequest#start} asks for, then every later message, without a gap, nothing twice [spec 3.1].
     * Returns at once; the first events are there soon.
     *
     * @param ready called by a thread of the broker when something can be polled after nothing could, or the subscription has
     *     ended; must return at once and not throw
     * @throws io.reprise.broker.model.error.BrokerException {@code INVALID_PARAMETER} if {@link LiveStart.AfterPosition} goes with
     *     several subjects or a wildcard; {@code VPN_DOWN}; then nothing has happened
     */
    LiveSubscription subscribe(LiveRequest request, Runnable ready);

    /**
     * Publishes a direct message [spec 1.5]: to direct subscribers, as its subject's snapshot if retained, and promoted to the
     * endpoints and the replay log that attract it, as far as there is room. Never acknowledged, stored or waited for, save that with
     * {@code promotionPolicy=backpressure} it waits for room for the promotion, at most {@code publishTimeout}.
     *
     * @throws io.reprise.broker.model.error.BrokerException if it can't be a message of this VPN (too big, not direct), or the VPN is
     *     not served; then nothing has happened
     */
    void publish(Message direct);

    /** The newest retained message; empty if there is none, or it has expired. May read from the database. */
    Optional<LiveMessage> snapshot(TopicName subject);

    /**
     * Deletes the snapshot; whether there was one. Durable when it returns.
     *
     * @throws io.reprise.broker.model.error.BrokerException if it could not be written
     */
    boolean deleteSnapshot(TopicName subject);

    /** At once. */
    LiveStatistics statistics();
}
