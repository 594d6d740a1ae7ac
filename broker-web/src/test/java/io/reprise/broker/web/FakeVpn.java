package io.reprise.broker.web;

import io.reprise.broker.model.access.ClientIdentity;
import io.reprise.broker.model.delivery.BindRequest;
import io.reprise.broker.model.delivery.Browse;
import io.reprise.broker.model.delivery.Delivery;
import io.reprise.broker.model.delivery.Flow;
import io.reprise.broker.model.delivery.TemporaryEndpoint;
import io.reprise.broker.model.delivery.TemporaryRequest;
import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.endpoint.EndpointSettings;
import io.reprise.broker.model.endpoint.Permission;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.live.SnapshotView;
import io.reprise.broker.model.management.ClientView;
import io.reprise.broker.model.management.EndpointMessages;
import io.reprise.broker.model.management.EndpointStatistics;
import io.reprise.broker.model.management.EndpointView;
import io.reprise.broker.model.management.FlowView;
import io.reprise.broker.model.management.ReplayLogSettings;
import io.reprise.broker.model.management.ReplayLogView;
import io.reprise.broker.model.management.VpnAdministration;
import io.reprise.broker.model.management.VpnSettings;
import io.reprise.broker.model.management.VpnStatistics;
import io.reprise.broker.model.management.VpnView;
import io.reprise.broker.model.message.Message;
import io.reprise.broker.model.publish.CommitOutcome;
import io.reprise.broker.model.publish.PendingOutcome;
import io.reprise.broker.model.publish.WorkUnit;
import io.reprise.broker.model.topic.TopicFilter;
import io.reprise.broker.model.vpn.MessageVpn;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Predicate;
import javax.transaction.xa.Xid;

/** A VPN in memory that keeps the seam's promises and counts nothing: what HTTP makes of requests can be read off it. */
public final class FakeVpn implements MessageVpn, VpnAdministration {
    /** Of every VPN's messages. */
    public static final long ORIGIN = 1;

    private int looksAtEndpoints;
    private final String name;
    private final Map<EndpointKind, TreeMap<String, EndpointView>> endpoints = new EnumMap<>(EndpointKind.class);
    private final List<Message> published = new CopyOnWriteArrayList<>();
    private final FakeMessages messages = new FakeMessages(published);
    private final FakeReplayLog replayLog = new FakeReplayLog();
    private final FakeReplays replays = new FakeReplays();
    private final FakeObjects objects = new FakeObjects();
    private final List<ClientIdentity> callers = new CopyOnWriteArrayList<>();
    private final Set<String> turnedAway = ConcurrentHashMap.newKeySet();
    private final FakeLive live = new FakeLive();
    private final FakeConsumption consumption = new FakeConsumption();
    public final List<FlowView> flows = new CopyOnWriteArrayList<>();
    public final List<ClientView> clients = new CopyOnWriteArrayList<>();
    public final Map<ErrorCode, Long> rejections = new EnumMap<>(ErrorCode.class);
    private final AtomicInteger committing = new AtomicInteger();
    private volatile CountDownLatch commitsGo = new CountDownLatch(0);
    private volatile CommitOutcome nextOutcome = new CommitOutcome.Stored(1, 1);
    private Consumer<String> beforeChange = endpoint -> {};
    private long lastVersion;
    private VpnView vpn;

    FakeVpn(String name, VpnSettings settings) {
        this.name = name;
        this.vpn = new VpnView(name, ORIGIN, settings, 1);
        for (EndpointKind kind : EndpointKind.values()) {
            endpoints.put(kind, new TreeMap<>());
        }
    }

    /** What the next publishes end in. */
    public void answerPublishesWith(CommitOutcome outcome) {
        nextOutcome = outcome;
    }

    /** Commits begin, and wait until they are let go by what this returns. */
    public CountDownLatch holdCommits() {
        commitsGo = new CountDownLatch(1);
        return commitsGo;
    }

    /** How many commits have begun. */
    public int committing() {
        return committing.get();
    }

    /** The one endpoint that consumers bind to, whatever its name. */
    public FakeConsumption consumption() {
        return consumption;
    }

    /** Runs before each change, as another administrator would be quicker. */
    public void beforeEachChange(Consumer<String> other) {
        beforeChange = other;
    }

    /** How many endpoints of lists were handed out, and how often figures of one were. */
    public int looksAtEndpoints() {
        return looksAtEndpoints;
    }

    /** Every message that was handed over, stored or not. */
    public List<Message> published() {
        return published;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String vpnName() {
        return name;
    }

    @Override
    public CommitOutcome commit(WorkUnit unit) {
        committing.incrementAndGet();
        try {
            commitsGo.await();
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
        }
        published.addAll(unit.publishes());
        if (nextOutcome instanceof CommitOutcome.Stored) {
            unit.acknowledgements().forEach(consumption::acknowledged);
        }
        return nextOutcome;
    }

    @Override
    public VpnView vpn() {
        return vpn;
    }

    @Override
    public VpnView changeVpn(VpnSettings settings, long expectedVersion) {
        beforeChange.accept(name);
        requireVersion(expectedVersion);
        vpn = new VpnView(name, ORIGIN, settings, vpn.version() + 1);
        return vpn;
    }

    void requireVersion(long expectedVersion) {
        if (expectedVersion >= 0 && vpn.version() != expectedVersion) {
            throw new BrokerException(ErrorCode.VERSION_CONFLICT, "VPN '" + name + "' was changed");
        }
    }

    @Override
    public EndpointView createEndpoint(
            EndpointKind kind, String endpoint, EndpointSettings settings, List<TopicFilter> subscriptions) {
        beforeChange.accept(endpoint);
        if (of(kind).containsKey(endpoint)) {
            throw refusal(ErrorCode.ALREADY_EXISTS, kind, endpoint, "exists");
        }
        return put(kind, endpoint, settings, subscriptions);
    }

    @Override
    public EndpointView changeEndpoint(
            EndpointKind kind, String endpoint, EndpointSettings settings, long expectedVersion) {
        beforeChange.accept(endpoint);
        EndpointView view = existing(kind, endpoint);
        if (expectedVersion >= 0 && view.version() != expectedVersion) {
            throw refusal(ErrorCode.VERSION_CONFLICT, kind, endpoint, "was changed");
        }
        return put(kind, endpoint, settings, view.subscriptions());
    }

    @Override
    public void deleteEndpoint(EndpointKind kind, String endpoint, long expectedVersion) {
        beforeChange.accept(endpoint);
        EndpointView view = existing(kind, endpoint);
        if (expectedVersion >= 0 && view.version() != expectedVersion) {
            throw refusal(ErrorCode.VERSION_CONFLICT, kind, endpoint, "was changed");
        }
        of(kind).remove(endpoint);
    }

    @Override
    public Optional<EndpointView> endpoint(EndpointKind kind, String endpoint) {
        return Optional.ofNullable(of(kind).get(endpoint));
    }

    @Override
    public List<EndpointView> endpoints(EndpointKind kind, String afterName, int limit) {
        return of(kind).tailMap(afterName, false).values().stream()
                .limit(limit)
                .peek(view -> looksAtEndpoints++)
                .toList();
    }

    @Override
    public int endpointCount(EndpointKind kind) {
        return of(kind).size();
    }

    @Override
    public void addSubscription(EndpointKind kind, String endpoint, TopicFilter filter) {
        EndpointView view = existing(kind, endpoint);
        List<TopicFilter> filters = new ArrayList<>(view.subscriptions());
        if (filters.contains(filter)) {
            throw refusal(ErrorCode.ALREADY_EXISTS, kind, endpoint, "has subscription " + filter);
        }
        filters.add(filter);
        put(kind, endpoint, view.settings(), filters.stream().sorted().toList());
    }

    @Override
    public void removeSubscription(EndpointKind kind, String endpoint, TopicFilter filter) {
        EndpointView view = existing(kind, endpoint);
        List<TopicFilter> filters = new ArrayList<>(view.subscriptions());
        if (!filters.remove(filter)) {
            throw refusal(ErrorCode.NOT_FOUND, kind, endpoint, "has no subscription " + filter);
        }
        put(kind, endpoint, view.settings(), filters);
    }

    @Override
    public EndpointMessages messages(EndpointKind kind, String endpoint) {
        existing(kind, endpoint);
        return messages;
    }

    /** Those of every endpoint. */
    public FakeMessages messages() {
        return messages;
    }

    /** From now on this user may not connect. */
    public void turnAway(String username) {
        turnedAway.add(username);
    }

    /** Who has connected, one after the other. */
    public List<ClientIdentity> callers() {
        return callers;
    }

    void connect(ClientIdentity client) {
        callers.add(client);
        if (turnedAway.contains(client.username())) {
            throw new BrokerException(ErrorCode.ACCESS_DENIED, "connecting as '" + client.username() + "'");
        }
    }

    @Override
    public FakeVpn endpoints() {
        return this;
    }

    @Override
    public Message requirePublish(Message message) {
        return message;
    }

    @Override
    public void requirePermission(EndpointKind kind, String endpointName, Permission wanted) {
        EndpointView view = endpoint(kind, endpointName)
                .orElseThrow(() -> new BrokerException(ErrorCode.NOT_FOUND, "'" + endpointName + "' does not exist"));
        ClientIdentity client = callers.get(callers.size() - 1);
        boolean own = client.administrator() || view.settings().owner().equals(client.username());
        if (!own && !view.settings().permission().includes(wanted)) {
            throw new BrokerException(ErrorCode.ACCESS_DENIED, "using '" + endpointName + "'");
        }
    }

    @Override
    public FakeObjects objects() {
        return objects;
    }

    @Override
    public List<SnapshotView> snapshots(String afterSubject, int limit) {
        return live.views(afterSubject, limit);
    }

    @Override
    public Optional<SnapshotView> snapshot(String subject) {
        return live.views("", Integer.MAX_VALUE).stream()
                .filter(view -> view.subject().equals(subject))
                .findFirst();
    }

    @Override
    public FakeReplays replays() {
        return replays;
    }

    @Override
    public Optional<ReplayLogView> replayLogView() {
        return replayLog.view();
    }

    @Override
    public ReplayLogView createReplayLog(String log, ReplayLogSettings settings) {
        beforeChange.accept(log);
        return replayLog.create(log, settings);
    }

    @Override
    public ReplayLogView changeReplayLog(String log, ReplayLogSettings settings, long expectedVersion) {
        beforeChange.accept(log);
        return replayLog.change(log, settings, expectedVersion);
    }

    @Override
    public void deleteReplayLog(String log, long expectedVersion) {
        beforeChange.accept(log);
        replayLog.delete(log, expectedVersion);
    }

    @Override
    public void addReplayLogFilter(String log, TopicFilter filter) {
        replayLog.addFilter(log, filter);
    }

    @Override
    public void removeReplayLogFilter(String log, TopicFilter filter) {
        replayLog.removeFilter(log, filter);
    }

    @Override
    public FakeReplayLog replayLog() {
        return replayLog;
    }

    @Override
    public EndpointStatistics endpointStatistics(EndpointKind kind, String endpoint) {
        existing(kind, endpoint);
        looksAtEndpoints++;
        return new EndpointStatistics(
                published.size(), 20, 16, 3, 4, 5, 17, 18, 6, 7, 8, 9, 10, 11, 19, 23, 21, 22, 12, 13, 14, 15);
    }

    @Override
    public List<FlowView> flows(EndpointKind kind, String name) {
        return endpoint(kind, name)
                .map(there -> flows)
                .orElseThrow(() -> new BrokerException(ErrorCode.NOT_FOUND, name + " does not exist"));
    }

    @Override
    public List<ClientView> clients() {
        return clients;
    }

    @Override
    public ClientView client(String name) {
        return clients.stream()
                .filter(client -> client.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new BrokerException(ErrorCode.NOT_FOUND, "client '" + name + "' does not exist"));
    }

    @Override
    public Map<ErrorCode, Long> rejections() {
        return rejections;
    }

    @Override
    public VpnStatistics statistics() {
        return new VpnStatistics(
                "ACTIVE", 2, 3, 4, 5, 6, 7, 15, 8, 9, 10, 11, 12, 13, 16, 14, 17, 18, 19, 20, 21, 22, 23, 24, 35, 25,
                26, 27, 28, 29, 30, 31, 32, 33, 34);
    }

    @Override
    public PendingOutcome submit(WorkUnit unit) {
        return PendingOutcome.of(commit(unit));
    }

    @Override
    public PendingOutcome fail(Delivery delivery) {
        return consumption.fail(delivery);
    }

    @Override
    public PendingOutcome reject(Delivery delivery) {
        return consumption.reject(delivery);
    }

    @Override
    public CommitOutcome prepare(Xid xid, WorkUnit unit) {
        throw notOverHttp();
    }

    @Override
    public CommitOutcome commitPrepared(Xid xid) {
        throw notOverHttp();
    }

    @Override
    public CommitOutcome rollbackPrepared(Xid xid) {
        throw notOverHttp();
    }

    @Override
    public List<Xid> preparedBranches() {
        throw notOverHttp();
    }

    @Override
    public Flow bind(BindRequest request) {
        return consumption.bind(request);
    }

    @Override
    public TemporaryEndpoint createTemporary(TemporaryRequest request) {
        throw notOverHttp();
    }

    @Override
    public Predicate<Message> selector(String selector) {
        throw notOverHttp();
    }

    @Override
    public Browse browse(EndpointKind kind, String endpointName, String selector) {
        throw notOverHttp();
    }

    private static AssertionError notOverHttp() {
        return new AssertionError("HTTP has no business with this");
    }

    private TreeMap<String, EndpointView> of(EndpointKind kind) {
        TreeMap<String, EndpointView> ofKind = endpoints.get(kind);
        if (ofKind == null) {
            throw new AssertionError(kind);
        }
        return ofKind;
    }

    private EndpointView existing(EndpointKind kind, String endpoint) {
        return endpoint(kind, endpoint).orElseThrow(() -> refusal(ErrorCode.NOT_FOUND, kind, endpoint, "is missing"));
    }

    private EndpointView put(
            EndpointKind kind, String endpoint, EndpointSettings settings, List<TopicFilter> subscriptions) {
        EndpointView view = new EndpointView(kind, endpoint, settings, subscriptions, ++lastVersion);
        of(kind).put(endpoint, view);
        return view;
    }

    private static BrokerException refusal(ErrorCode code, EndpointKind kind, String endpoint, String what) {
        return new BrokerException(code, kind.text() + " '" + endpoint + "' " + what);
    }

    @Override
    public FakeLive live() {
        return live;
    }
}
