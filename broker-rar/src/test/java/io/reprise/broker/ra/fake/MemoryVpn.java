package io.reprise.broker.ra.fake;

import io.reprise.broker.model.delivery.BindRequest;
import io.reprise.broker.model.delivery.Browse;
import io.reprise.broker.model.delivery.Delivery;
import io.reprise.broker.model.delivery.Flow;
import io.reprise.broker.model.delivery.TemporaryEndpoint;
import io.reprise.broker.model.delivery.TemporaryRequest;
import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.endpoint.EndpointName;
import io.reprise.broker.model.endpoint.EndpointSettings;
import io.reprise.broker.model.endpoint.Permission;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.management.EndpointAdministration;
import io.reprise.broker.model.management.EndpointView;
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
import java.util.function.Predicate;
import java.util.function.Supplier;
import javax.transaction.xa.Xid;
import org.jspecify.annotations.Nullable;

/**
 * A VPN in memory: endpoints by name, branches, and what was committed. A test may script the next outcome of an operation, or hold
 * outcomes back. Thread-safe.
 */
public final class MemoryVpn implements MessageVpn {
    private final String name;
    private final Map<String, MemoryEndpoint> endpoints = new LinkedHashMap<>();
    private final List<String> calls = new ArrayList<>();
    private final List<Message> published = new ArrayList<>();
    private final List<Long> acknowledged = new ArrayList<>();
    private final List<WorkUnit> committed = new ArrayList<>();
    private final List<Runnable> unsettled = new ArrayList<>();
    private final Map<String, WorkUnit> prepared = new LinkedHashMap<>();
    private final List<Xid> preparedXids = new ArrayList<>();
    private @Nullable RuntimeException listingFailure;
    private final List<Supplier<CommitOutcome>> scripted = new ArrayList<>();
    private final Map<String, CommitOutcome> scriptedAfter = new LinkedHashMap<>();
    private final MemoryTemporaries temporaries = new MemoryTemporaries(this);
    private final MemoryLive live = new MemoryLive();
    private boolean holding;
    private long lastId;

    public MemoryVpn(String name) {
        this.name = name;
    }

    /** The next operation asked of this VPN ends so, and nothing happens. */
    public synchronized void failListings(RuntimeException failure) {
        listingFailure = failure;
    }

    /** The next operation ends so. */
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

    /** Units submitted from now on are settled when {@link #settleAll} is called. */
    public synchronized void hold() {
        holding = true;
    }

    public void settleAll() {
        List<Runnable> due;
        synchronized (this) {
            holding = false;
            due = List.copyOf(unsettled);
            unsettled.clear();
        }
        due.forEach(Runnable::run);
    }

    /** The queue of that name, made if there is none. */
    public synchronized MemoryEndpoint createQueue(String queueName) {
        return create(new EndpointView(
                EndpointKind.QUEUE, queueName, EndpointSettings.defaults(EndpointKind.QUEUE), List.of(), 1));
    }

    synchronized MemoryEndpoint create(EndpointView view) {
        return endpoints.computeIfAbsent(key(view.kind(), view.name()), key -> new MemoryEndpoint(view));
    }

    synchronized @Nullable MemoryEndpoint remove(EndpointKind kind, String endpointName) {
        return endpoints.remove(key(kind, endpointName));
    }

    synchronized @Nullable MemoryEndpoint endpoint(EndpointKind kind, String endpointName) {
        return endpoints.get(key(kind, endpointName));
    }

    public @Nullable MemoryEndpoint queue(String queueName) {
        return endpoint(EndpointKind.QUEUE, queueName);
    }

    public @Nullable MemoryEndpoint topicEndpoint(String endpointName) {
        return endpoint(EndpointKind.TOPIC_ENDPOINT, endpointName);
    }

    /** Puts a text on a queue; its id. */
    public synchronized long put(String queueName, String text) {
        Message message = Message.to(TopicName.queueTopic(queueName)).text(text).build();
        return put(queueName, message);
    }

    public synchronized long put(String queueName, Message message) {
        long id = ++lastId;
        createQueue(queueName).offer(MemoryDelivery.of(message, id));
        return id;
    }

    /** Each operation asked, e.g. {@code commit}, in order. */
    public synchronized List<String> calls() {
        return List.copyOf(calls);
    }

    public synchronized List<Message> published() {
        return List.copyOf(published);
    }

    /** Each unit stored, in order. */
    public synchronized List<WorkUnit> committed() {
        return List.copyOf(committed);
    }

    /** For who commits so many that the memory of it would matter. */
    public synchronized void forgetCommitted() {
        committed.clear();
        published.clear();
        acknowledged.clear();
        calls.clear();
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
        PendingUnit pending = new PendingUnit(unit);
        synchronized (this) {
            if (holding) {
                unsettled.add(pending::settle);
                return pending;
            }
        }
        pending.settle();
        return pending;
    }

    /** A unit that is committed when it is settled, or awaited. */
    private final class PendingUnit implements PendingOutcome {
        private final WorkUnit unit;
        private final List<Consumer<CommitOutcome>> listeners = new ArrayList<>();
        private @Nullable CommitOutcome outcome;

        PendingUnit(WorkUnit unit) {
            this.unit = unit;
        }

        CommitOutcome settle() {
            List<Consumer<CommitOutcome>> due;
            CommitOutcome settled;
            synchronized (this) {
                if (outcome == null) {
                    outcome = commit(unit);
                }
                settled = outcome;
                due = List.copyOf(listeners);
                listeners.clear();
            }
            due.forEach(listener -> listener.accept(settled));
            return settled;
        }

        @Override
        public CommitOutcome await() {
            return settle();
        }

        @Override
        public void whenSettled(Executor executor, Consumer<CommitOutcome> listener) {
            CommitOutcome settled;
            synchronized (this) {
                settled = outcome;
                if (settled == null) {
                    listeners.add(late -> executor.execute(() -> listener.accept(late)));
                    return;
                }
            }
            executor.execute(() -> listener.accept(settled));
        }
    }

    @Override
    public PendingOutcome fail(Delivery delivery) {
        throw new AssertionError("it waits for no count");
    }

    @Override
    public PendingOutcome reject(Delivery delivery) {
        throw new AssertionError("it rejects nothing");
    }

    @Override
    public synchronized CommitOutcome prepare(Xid xid, WorkUnit unit) {
        return outcome("prepare", () -> {
            prepared.put(key(xid), unit);
            unit.acknowledgements().forEach(delivery -> endpointOf(delivery).prepare(delivery));
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
            unit.acknowledgements().forEach(delivery -> endpointOf(delivery).release(delivery));
            return new CommitOutcome.Stored(0, 0);
        });
    }

    @Override
    public synchronized List<Xid> preparedBranches() {
        if (listingFailure != null) {
            throw listingFailure;
        }
        return List.copyOf(preparedXids);
    }

    @Override
    public synchronized Flow bind(BindRequest request) {
        return required(request.kind(), request.endpointName()).bind(request);
    }

    @Override
    public synchronized TemporaryEndpoint createTemporary(TemporaryRequest request) {
        return temporaries.create(request);
    }

    /** The VPN is opened anew: no temporary endpoint is left. */
    public synchronized void forgetTemporaries() {
        endpoints
                .values()
                .removeIf(endpoint -> EndpointName.isTemporary(endpoint.view().name()));
    }

    /** The names of temporary endpoints there are. */
    public synchronized List<String> temporaries() {
        return endpoints.values().stream()
                .map(endpoint -> endpoint.view().name())
                .filter(EndpointName::isTemporary)
                .toList();
    }

    @Override
    public EndpointAdministration endpoints() {
        return new MemoryAdministration(this);
    }

    @Override
    public Message requirePublish(Message message) {
        return message.of("who was asked");
    }

    @Override
    public synchronized void requirePermission(EndpointKind kind, String endpointName, Permission wanted) {
        required(kind, endpointName);
    }

    @Override
    public synchronized Browse browse(EndpointKind kind, String endpointName, String selector) {
        return required(kind, endpointName).browse(selector);
    }

    private MemoryEndpoint required(EndpointKind kind, String name) {
        MemoryEndpoint endpoint = endpoint(kind, name);
        if (endpoint == null) {
            throw new BrokerException(ErrorCode.NOT_FOUND, kind.text() + " '" + name + "' does not exist");
        }
        return endpoint;
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
        for (Message message : unit.publishes()) {
            if (message.topic().isQueueTopic() && queue(message.topic().queueName()) == null) {
                return new CommitOutcome.Rejected(
                        ErrorCode.NO_SUCH_QUEUE, "queue '" + message.topic().queueName() + "'");
            }
        }
        committed.add(unit);
        for (Delivery delivery : unit.acknowledgements()) {
            acknowledged.add(delivery.msgId());
            endpointOf(delivery).settle(delivery);
        }
        long first = unit.publishes().isEmpty() ? 0 : lastId + 1;
        unit.publishes().forEach(this::route);
        return new CommitOutcome.Stored(first, unit.publishes().size());
    }

    private void route(Message message) {
        long id = ++lastId;
        published.add(message);
        endpoints.values().stream()
                .filter(endpoint -> endpoint.attracts(message.topic()))
                .forEach(endpoint -> endpoint.offer(MemoryDelivery.of(message, id)));
    }

    /** Each endpoint has messages of its own here: who holds that very delivery. */
    private MemoryEndpoint endpointOf(Delivery delivery) {
        return endpoints.values().stream()
                .filter(endpoint -> endpoint.holds(delivery))
                .findFirst()
                .orElseGet(() -> new MemoryEndpoint(new EndpointView(
                        EndpointKind.QUEUE, "none", EndpointSettings.defaults(EndpointKind.QUEUE), List.of(), 1)));
    }

    private @Nullable WorkUnit take(Xid xid) {
        preparedXids.removeIf(other -> key(other).equals(key(xid)));
        return prepared.remove(key(xid));
    }

    private static CommitOutcome unknownBranch(Xid xid) {
        return new CommitOutcome.Rejected(ErrorCode.XA_UNKNOWN_BRANCH, "no branch " + key(xid));
    }

    private static String key(EndpointKind kind, String endpointName) {
        return kind + ":" + endpointName;
    }

    private static String key(Xid xid) {
        return xid.getFormatId()
                + java.util.Arrays.toString(xid.getGlobalTransactionId())
                + java.util.Arrays.toString(xid.getBranchQualifier());
    }

    /** Of selectors this VPN knows one form: {@code JMSType = '<type>'}. */
    @Override
    public Predicate<Message> selector(String selector) {
        if (selector.isEmpty()) {
            return message -> true;
        }
        String prefix = "JMSType = '";
        if (!selector.startsWith(prefix)) {
            throw new BrokerException(ErrorCode.INVALID_SELECTOR, selector);
        }
        String type = selector.substring(prefix.length(), selector.length() - 1);
        return message -> type.equals(message.type());
    }

    @Override
    public MemoryLive live() {
        return live;
    }
}
