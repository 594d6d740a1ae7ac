package io.reprise.broker.ra.jms;

import io.reprise.broker.model.endpoint.EndpointName;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.topic.TopicName;
import org.apache.qpid.jms.JmsDestination;
import org.apache.qpid.jms.JmsTemporaryDestination;
import org.apache.qpid.jms.JmsTemporaryQueue;
import org.apache.qpid.jms.JmsTemporaryTopic;
import org.jspecify.annotations.Nullable;

/** Destinations and the topics they stand for: a queue is its network topic [spec 1.2]. */
public final class Destinations {
    private Destinations() {}

    /**
     * The topic to publish to.
     *
     * @throws io.reprise.broker.model.error.BrokerException INVALID_TOPIC; INVALID_PARAMETER if it has options, which are a consumer's
     */
    public static TopicName topicOf(JmsDestination destination) {
        DestinationOptions.refuse(destination, ErrorCode.INVALID_PARAMETER, "sending to");
        return destination.isQueue()
                ? TopicName.queueTopic(destination.getAddress())
                : TopicName.of(destination.getAddress());
    }

    /** Whether options follow the name of a queue or a topic. */
    public static boolean haveOptions(boolean queue, String address) {
        return DestinationOptions.mark(queue, address) >= 0;
    }

    /** The queue that a network topic addresses, else the topic; of temporary ones those that are equal to their owner's. */
    public static JmsDestination of(TopicName topic) {
        if (topic.isQueueTopic()) {
            String queue = topic.queueName();
            return EndpointName.isTemporary(queue) ? new JmsTemporaryQueue(queue) : new RepriseQueue(queue);
        }
        return TopicName.isTemporary(topic.text())
                ? new JmsTemporaryTopic(topic.text())
                : new RepriseTopic(topic.text());
    }

    /** The same destination as one of ours, so that a message's destinations are equal to those it was sent with. */
    static @Nullable JmsDestination ours(@Nullable JmsDestination destination) {
        if (destination == null
                || destination instanceof RepriseQueue
                || destination instanceof RepriseTopic
                || destination instanceof JmsTemporaryDestination) {
            return destination;
        }
        return destination.isQueue()
                ? new RepriseQueue(destination.getAddress())
                : new RepriseTopic(destination.getAddress());
    }
}
