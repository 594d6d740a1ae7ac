package io.reprise.broker.ra.jms;

import io.reprise.broker.model.delivery.BindRequest;
import io.reprise.broker.model.delivery.Flow;
import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.message.Message;
import io.reprise.broker.model.publish.CommitOutcome;
import io.reprise.broker.model.publish.PendingOutcome;
import io.reprise.broker.model.publish.WorkUnit;
import io.reprise.broker.model.vpn.MessageVpn;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import javax.transaction.xa.Xid;
import org.jspecify.annotations.Nullable;

/** A VPN in memory: endpoints by name, and outcomes that a test may dictate. */
final class FakeVpn implements MessageVpn {
    final FakeAdministration administration = new FakeAdministration(this);
    final Map<String, FakeEndpoint> endpoints = new TreeMap<>();
    final List<WorkUnit> committed = new ArrayList<>();
    private final List<Runnable> unsettled = new ArrayList<>();
    private @Nullable CommitOutcome next;
    private boolean holding;
    private long lastMsgId;

    /** The next unit ends so; it is not applied. */
    synchronized void dictate(CommitOutcome outcome) {
        next = outcome;
    }

    /** Units submitted from now on are settled when {@link #settleAll} is called. */
    synchronized void hold() {
        holding = true;
    }

    void settleAll() {
        List<Runnable> due;
        synchronized (this) {
            holding = false;
            due = List.copyOf(unsettled);
            unsettled.clear();
        }
        due.forEach(Runnable::run);
    }

    FakeEndpoint queue(String name) {
        return endpoints.get(key(EndpointKind.QUEUE, name));
    }

    FakeEndpoint topicEndpoint(String name) {
        return endpoints.get(key(EndpointKind.TOPIC_ENDPOINT, name));
    }

    static String key(EndpointKind kind, String name) {
        return kind + ":" + name;
    }

    @Override
    public String name() {
        return "default";
    }

    @Override
    public synchronized CommitOutcome commit(WorkUnit unit) {
        if (next != null) {
            CommitOutcome outcome = next;
            next = null;
            return outcome;
        }
        for (Message message : unit.publishes()) {
            if (message.topic().isQueueTopic() && queue(message.topic().queueName()) == null) {
                return new CommitOutcome.Rejected(
                        ErrorCode.NO_SUCH_QUEUE, "queue '" + message.topic().queueName() + "'");
            }
        }
        committed.add(unit);
        unit.acknowledgements().forEach(delivery -> ((FakeLine.Presented) delivery).acknowledge());
        long first = lastMsgId + 1;
        unit.publishes().forEach(this::route);
        return new CommitOutcome.Stored(
                unit.publishes().isEmpty() ? 0 : first, unit.publishes().size());
    }

    private void route(Message message) {
        long msgId = ++lastMsgId;
        endpoints.values().stream()
                .filter(endpoint -> endpoint.attracts(message.topic()))
                .forEach(endpoint -> endpoint.add(message, msgId));
    }

    @Override
    public PendingOutcome submit(WorkUnit unit) {
        return new PendingOutcome() {
            @Override
            public CommitOutcome await() {
                return commit(unit);
            }

            @Override
            public void whenSettled(Executor executor, Consumer<CommitOutcome> listener) {
                Runnable settle = () -> {
                    CommitOutcome outcome = commit(unit);
                    executor.execute(() -> listener.accept(outcome));
                };
                synchronized (FakeVpn.this) {
                    if (holding) {
                        unsettled.add(settle);
                        return;
                    }
                }
                settle.run();
            }
        };
    }

    @Override
    public CommitOutcome prepare(Xid xid, WorkUnit unit) {
        throw new UnsupportedOperationException();
    }

    @Override
    public CommitOutcome commitPrepared(Xid xid) {
        throw new UnsupportedOperationException();
    }

    @Override
    public CommitOutcome rollbackPrepared(Xid xid) {
        throw new UnsupportedOperationException();
    }

    @Override
    public List<Xid> preparedBranches() {
        return List.of();
    }

    @Override
    public Flow bind(BindRequest request) {
        FakeEndpoint endpoint = endpoints.get(key(request.kind(), request.endpointName()));
        if (endpoint == null) {
            throw new BrokerException(
                    ErrorCode.NOT_FOUND, request.kind().text() + " '" + request.endpointName() + "' does not exist");
        }
        return endpoint.bind();
    }
}
