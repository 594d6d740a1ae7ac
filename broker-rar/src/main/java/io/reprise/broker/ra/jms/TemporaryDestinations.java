package io.reprise.broker.ra.jms;

import io.reprise.broker.model.delivery.TemporaryEndpoint;
import io.reprise.broker.model.delivery.TemporaryRequest;
import io.reprise.broker.model.endpoint.EndpointName;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.topic.TopicName;
import io.reprise.broker.model.vpn.MessageVpn;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.qpid.jms.JmsTemporaryDestination;

/**
 * The temporary queues and topics of one connection, gone with it [JMS 3.1 §6.2.2]. A queue is a temporary endpoint; a topic is a name
 * that nobody else has, and each of its consumers has an endpoint of its own. Thread-safe.
 */
final class TemporaryDestinations {
    private final MessageVpn vpn;
    private final Map<String, TemporaryEndpoint> queues = new ConcurrentHashMap<>();
    private final Set<String> topics = ConcurrentHashMap.newKeySet();

    TemporaryDestinations(MessageVpn vpn) {
        this.vpn = vpn;
    }

    /** Makes it, and tells it its name. */
    void create(JmsTemporaryDestination destination) {
        if (destination.isTopic()) {
            String topic = TopicName.ofTemporary(UUID.randomUUID().toString()).text();
            topics.add(topic);
            destination.setAddress(topic);
            return;
        }
        TemporaryEndpoint queue = vpn.createTemporary(new TemporaryRequest.Queue());
        queues.put(queue.name(), queue);
        destination.setAddress(queue.name());
    }

    void delete(JmsTemporaryDestination destination) {
        topics.remove(destination.getAddress());
        TemporaryEndpoint queue = queues.remove(destination.getAddress());
        if (queue != null) {
            queue.close();
        }
    }

    void deleteAll() {
        topics.clear();
        List.copyOf(queues.keySet()).forEach(name -> {
            TemporaryEndpoint queue = queues.remove(name);
            if (queue != null) {
                queue.close();
            }
        });
    }

    /** @throws BrokerException if it is temporary and another connection's: that alone consumes from it */
    void requireOwnQueue(String name) {
        if (EndpointName.isTemporary(name) && !queues.containsKey(name)) {
            throw refused("queue", name);
        }
    }

    /** The same of a topic. */
    void requireOwnTopic(String name) {
        if (TopicName.isTemporary(name) && !topics.contains(name)) {
            throw refused("topic", name);
        }
    }

    private static BrokerException refused(String what, String name) {
        return BrokerException.refused(
                ErrorCode.NOT_FOUND,
                "consumer of temporary " + what + " '" + name + "'",
                "it is not this connection's, or deleted",
                "those that this connection made");
    }
}
