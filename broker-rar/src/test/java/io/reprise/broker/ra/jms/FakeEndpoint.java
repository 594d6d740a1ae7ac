package io.reprise.broker.ra.jms;

import io.reprise.broker.model.delivery.DeliverySession;
import io.reprise.broker.model.delivery.Flow;
import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.endpoint.EndpointSettings;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.message.Message;
import io.reprise.broker.model.topic.TopicFilter;
import io.reprise.broker.model.topic.TopicName;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** An endpoint in memory: messages in order of their ids, each with its count of failed attempts. */
final class FakeEndpoint {
    final EndpointKind kind;
    final String name;
    final EndpointSettings settings;
    final List<TopicFilter> subscriptions;
    final Set<FakeFlow> flows = new LinkedHashSet<>();
    private final TreeMap<Long, Spooled> waiting = new TreeMap<>();
    private final List<Runnable> wakeUps = new ArrayList<>();
    String endReason = "";

    /** A message and how often it was presented and failed. */
    record Spooled(Message message, long msgId, int failures) {}

    FakeEndpoint(EndpointKind kind, String name, EndpointSettings settings, List<TopicFilter> subscriptions) {
        this.kind = kind;
        this.name = name;
        this.settings = settings;
        this.subscriptions = List.copyOf(subscriptions);
    }

    boolean attracts(TopicName topic) {
        return (kind == EndpointKind.QUEUE && topic.equals(TopicName.queueTopic(name)))
                || subscriptions.stream().anyMatch(filter -> filter.matches(topic));
    }

    /** Messages waiting, oldest first. */
    synchronized List<Spooled> waiting() {
        return List.copyOf(waiting.values());
    }

    void add(Message message, long msgId) {
        putBack(new Spooled(message, msgId, 0));
    }

    void putBack(Spooled spooled) {
        List<Runnable> due;
        synchronized (this) {
            waiting.put(spooled.msgId(), spooled);
            due = List.copyOf(wakeUps);
            wakeUps.clear();
            notifyAll();
        }
        due.forEach(Runnable::run);
    }

    synchronized @Nullable Spooled poll() {
        return waiting.isEmpty() ? null : waiting.pollFirstEntry().getValue();
    }

    void whenAvailable(Runnable wakeUp) {
        synchronized (this) {
            if (waiting.isEmpty() && endReason.isEmpty()) {
                wakeUps.add(wakeUp);
                return;
            }
        }
        wakeUp.run();
    }

    /** Ends all flows, as when it is deleted. */
    void end(String reason) {
        List<Runnable> due;
        synchronized (this) {
            endReason = reason;
            due = List.copyOf(wakeUps);
            wakeUps.clear();
            notifyAll();
        }
        due.forEach(Runnable::run);
    }

    synchronized Flow bind() {
        if (flows.size() >= settings.maxBindCount()) {
            throw new BrokerException(ErrorCode.MAX_BIND_COUNT_REACHED, name + ": " + flows.size() + " consumers");
        }
        FakeFlow flow = new FakeFlow();
        flows.add(flow);
        return flow;
    }

    /** One consumer. */
    final class FakeFlow implements Flow {
        volatile boolean closed;

        @Override
        public DeliverySession openSession() {
            return new FakeLine(FakeEndpoint.this, this);
        }

        @Override
        public boolean isActive() {
            return !closed;
        }

        @Override
        public String endReason() {
            return endReason;
        }

        @Override
        public void close() {
            synchronized (FakeEndpoint.this) {
                closed = true;
                flows.remove(this);
                FakeEndpoint.this.notifyAll();
            }
        }
    }
}
