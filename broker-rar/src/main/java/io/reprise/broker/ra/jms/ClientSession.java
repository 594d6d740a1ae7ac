package io.reprise.broker.ra.jms;

import io.reprise.broker.model.delivery.Flow;
import jakarta.jms.JMSException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.apache.qpid.jms.meta.JmsConsumerId;
import org.apache.qpid.jms.meta.JmsConsumerInfo;
import org.jspecify.annotations.Nullable;

/** A session of a client, as the provider knows it: its work and its consumers. Thread-safe as its parts are. */
final class ClientSession {
    private final SessionWork work;
    private final Executor executor;
    private final Consumer<ClientDelivery> dispatch;
    private final ListenerPump.Troubles troubles;
    private final Map<JmsConsumerId, ConsumerLink> links = new ConcurrentHashMap<>();
    private final Map<JmsConsumerId, ListenerPump> pumps = new ConcurrentHashMap<>();

    /**
     * A session without consumers.
     *
     * @param dispatch hands a buffered message to the client
     * @param troubles is told what goes wrong while a listener waits
     */
    ClientSession(
            SessionWork work, Executor executor, Consumer<ClientDelivery> dispatch, ListenerPump.Troubles troubles) {
        this.work = work;
        this.executor = executor;
        this.dispatch = dispatch;
        this.troubles = troubles;
    }

    SessionWork work() {
        return work;
    }

    void addConsumer(JmsConsumerInfo info, Flow flow) {
        ConsumerLink link = new ConsumerLink(info, flow);
        links.put(info.getId(), link);
        pumps.put(info.getId(), new ListenerPump(link, executor, dispatch, troubles));
    }

    void removeConsumer(JmsConsumerId id) {
        ConsumerLink link = links.remove(id);
        pumps.remove(id);
        if (link != null) {
            link.close();
        }
    }

    /** Gets a message for a receiving application, on its thread; waits as told, see {@link ConsumerLink#receive}. */
    void pull(JmsConsumerId id, long timeoutMillis) throws JMSException {
        ConsumerLink link = links.get(id);
        ClientDelivery delivery = link == null ? null : link.receive(timeoutMillis);
        if (delivery != null) {
            dispatch.accept(delivery);
        }
    }

    /** The consumer takes messages: one, if it has a listener; one who receives asks by pulling. */
    void start(JmsConsumerInfo info) {
        ListenerPump pump = pump(info);
        if (pump != null && info.isListener()) {
            pump.request();
        }
    }

    void stop(JmsConsumerInfo info) {
        ListenerPump pump = pump(info);
        if (pump != null) {
            pump.pause();
        }
    }

    /** Ends the session with its consumers. */
    void close() {
        List.copyOf(links.keySet()).forEach(this::removeConsumer);
        work.close();
    }

    private @Nullable ListenerPump pump(JmsConsumerInfo info) {
        return pumps.get(info.getId());
    }
}
