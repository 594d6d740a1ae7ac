package io.reprise.broker.model.management;

import io.reprise.broker.model.message.ReplicationGroupMsgId;
import java.util.List;
import java.util.Optional;

/**
 * The messages of one endpoint, for administrators. Thread-safe. What concerns many is done in batches of at most 1,000, each whole or
 * not at all, of the messages that were there at the call; if the database goes away in between, those before stay done and the call
 * throws. Every call throws {@link io.reprise.broker.model.error.BrokerException} {@code NOT_FOUND} if the endpoint does not exist, and
 * {@code INVALID_SELECTOR} for a bad selector before it does anything. An empty selector is all messages; selectors may name the
 * properties of a dead message.
 */
public interface EndpointMessages {
    /**
     * Messages in the order of their ids.
     *
     * @param msgId exclusive; 0 for the first page
     * @param limit 1–1,000; fewer are the end
     */
    List<MessageView> after(long msgId, int limit);

    Optional<MessageView> message(long msgId);

    /** How many there are. */
    long count();

    /** Sends dead messages back to where they died, as new: not delivered yet, their time to live from the beginning [spec 4.3]. */
    RetryResult retry(String selector);

    /**
     * The same with one.
     *
     * @throws io.reprise.broker.model.error.BrokerException {@code NOT_FOUND}; {@code NOT_ALLOWED} with what is in its way
     */
    void retryOne(long msgId);

    /** Removes messages that are not in flight; how many that were. */
    long delete(String selector);

    /**
     * The same with one.
     *
     * @throws io.reprise.broker.model.error.BrokerException {@code NOT_FOUND}; {@code NOT_ALLOWED} if it is in flight
     */
    void deleteOne(long msgId);

    /**
     * Moves messages that are not in flight to the endpoint's dead message queue; how many went. What has no room there, or is not to
     * be kept when it dies, stays.
     *
     * @throws io.reprise.broker.model.error.BrokerException {@code NOT_ALLOWED} if the endpoint names no dead message queue
     */
    long deadLetter(String selector);

    /**
     * Appends one message of a queue to this endpoint, as a message of its own, not delivered yet; the queue keeps it.
     *
     * @param queue which has it, or this endpoint itself
     * @param id as {@link MessageView} shows it
     * @return the id by which this endpoint's listing has the copy
     * @throws io.reprise.broker.model.error.BrokerException {@code NOT_FOUND} (the queue, or the message on it), {@code INVALID_PARAMETER}
     *     for an id of another origin, or what this endpoint refuses it with
     */
    long copyFrom(String queue, ReplicationGroupMsgId id);

    /** Delayed messages wait no longer; how many that were. */
    long releaseDelayed();

    /**
     * The same with one.
     *
     * @throws io.reprise.broker.model.error.BrokerException {@code NOT_FOUND}; {@code NOT_ALLOWED} if it is not delayed
     */
    void releaseOne(long msgId);
}
