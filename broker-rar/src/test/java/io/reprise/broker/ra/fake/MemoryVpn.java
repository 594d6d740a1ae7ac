package io.reprise.broker.ra.fake;

import io.reprise.broker.model.delivery.BindRequest;
import io.reprise.broker.model.delivery.Delivery;
import io.reprise.broker.model.delivery.Flow;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.message.Message;
import io.reprise.broker.model.publish.CommitOutcome;
import io.reprise.broker.model.publish.PendingOutcome;
import io.reprise.broker.model.publish.WorkUnit;
import io.reprise.broker.model.topic.TopicName;
import io.reprise.broker.model.vpn.MessageVpn;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javax.transaction.xa.Xid;
import org.jspecify.annotations.Nullable;

/**
 * A VPN in memory: queues by name, branches, and what was committed. A test may script the next outcome of an operation. Thread-safe.
 */
public final class MemoryVpn implements MessageVpn {
    private final String name;
    private final Map<String, MemoryQueue> queues = new LinkedHashMap<>();
    private final List<String> calls = new ArrayList<>();
    private final List<Message> published = new ArrayList<>();
    private final List<Long> acknowledged = new ArrayList<>();
    private final Map<String, WorkUnit> prepared = new LinkedHashMap<>();
    private final List<Xid> preparedXids = new ArrayList<>();
    private final List<Supplier<CommitOutcome>> scripted = new ArrayList<>();
    private final Map<String, CommitOutcome> scriptedAfter = new LinkedHashMap<>();
    private long lastId;

    public MemoryVpn(String name) {
        this.name = name;
    }

    /** The next operation asked of this VPN ends so, and nothing happens. */
    public synchronized void script(Supplier<CommitOutcome> outcome) {
        scripted.add(outcome);
    }

    public void script(CommitOutcome outcome) {
        script(() -> outcome);
    }

    /** The operation after the next one of that name ends so. */
    public synchronized void scriptAfter(String call, CommitOutcome outcome) {
        scriptedAfter.put(call, outcome);
    }

    public synchronized MemoryQueue createQueue(String queueName) {
        return queues.computeIfAbsent(queueName, key -> new MemoryQueue());
    }

    public synchronized @Nullable MemoryQueue queue(String queueName) {
        return queues.get(queueName);
    }

    /** Puts a text on a queue; its id. */
    public synchronized long put(String queueName, String text) {
        Message message = Message.to(TopicName.queueTopic(queueName)).text(text).build();
        return put(queueName, message);
    }

    public synchronized long put(String queueName, Message message) {
        long id = ++lastId;
        createQueue(queueName).offer(new MemoryDelivery(message, id, 1));
        return id;
    }

    /** Each operation asked, e.g. {@code commit}, in order. */
    public synchronized List<String> calls() {
        return List.copyOf(calls);
    }

    public synchronized List<Message> published() {
        return List.copyOf(published);
    }

    /** The ids acknowledged, in order. */
    public synchronized List<Long> acknowledged() {
        return List.copyOf(acknowledged);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public synchronized CommitOutcome commit(WorkUnit unit) {
        return outcome("commit", () -> store(unit));
    }

    @Override
    public PendingOutcome submit(WorkUnit unit) {
        CommitOutcome outcome = commit(unit);
        return new PendingOutcome() {
            @Override
            public CommitOutcome await() {
                return outcome;
            }

            @Override
            public void whenSettled(Executor executor, Consumer<CommitOutcome> listener) {
                executor.execute(() -> listener.accept(outcome));
            }
        };
    }

    @Override
    public synchronized CommitOutcome prepare(Xid xid, WorkUnit unit) {
        return outcome("prepare", () -> {
            prepared.put(key(xid), unit);
            preparedXids.add(xid);
            return new CommitOutcome.Stored(0, 0);
        });
    }

    @Override
    public synchronized CommitOutcome commitPrepared(Xid xid) {
        return outcome("commitPrepared", () -> {
            WorkUnit unit = take(xid);
            return unit == null ? unknownBranch(xid) : store(unit);
        });
    }

    @Override
    public synchronized CommitOutcome rollbackPrepared(Xid xid) {
        return outcome("rollbackPrepared", () -> {
            WorkUnit unit = take(xid);
            if (unit == null) {
                return unknownBranch(xid);
            }
            unit.acknowledgements().forEach(delivery -> queueOf(delivery).release(delivery));
            return new CommitOutcome.Stored(0, 0);
        });
    }

    @Override
    public synchronized List<Xid> preparedBranches() {
        return List.copyOf(preparedXids);
    }

    @Override
    public synchronized Flow bind(BindRequest request) {
        MemoryQueue queue = queues.get(request.endpointName());
        if (queue == null) {
            throw new BrokerException(ErrorCode.NOT_FOUND, "queue '" + request.endpointName() + "' does not exist");
        }
        return queue.bind(request);
    }

    private CommitOutcome outcome(String call, Supplier<CommitOutcome> otherwise) {
        calls.add(call);
        CommitOutcome later = scriptedAfter.remove(call);
        if (later != null) {
            CommitOutcome now = otherwise.get();
            script(later);
            return now;
        }
        return scripted.isEmpty() ? otherwise.get() : scripted.remove(0).get();
    }

    private CommitOutcome store(WorkUnit unit) {
        published.addAll(unit.publishes());
        for (Delivery delivery : unit.acknowledgements()) {
            acknowledged.add(delivery.msgId());
            queueOf(delivery).settle(delivery);
        }
        long first = unit.publishes().isEmpty() ? 0 : lastId + 1;
        lastId += unit.publishes().size();
        return new CommitOutcome.Stored(first, unit.publishes().size());
    }

    private MemoryQueue queueOf(Delivery delivery) {
        return queues.getOrDefault(
                delivery.message().topic().isQueueTopic()
                        ? delivery.message().topic().queueName()
                        : "",
                new MemoryQueue());
    }

    private @Nullable WorkUnit take(Xid xid) {
        preparedXids.removeIf(other -> key(other).equals(key(xid)));
        return prepared.remove(key(xid));
    }

    private static CommitOutcome unknownBranch(Xid xid) {
        return new CommitOutcome.Rejected(ErrorCode.XA_UNKNOWN_BRANCH, "no branch " + key(xid));
    }

    private static String key(Xid xid) {
        return xid.getFormatId()
                + java.util.Arrays.toString(xid.getGlobalTransactionId())
                + java.util.Arrays.toString(xid.getBranchQualifier());
    }
}
