package io.reprise.broker.engine.vpn;

import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.engine.commit.CommitCounters;
import io.reprise.broker.engine.commit.VpnCore;
import io.reprise.broker.engine.log.EntryCodec;
import io.reprise.broker.engine.log.EntryHead;
import io.reprise.broker.engine.state.VpnState;
import io.reprise.broker.engine.store.InMemoryVpnStore;
import io.reprise.broker.model.delivery.BindRequest;
import io.reprise.broker.model.delivery.Delivery;
import io.reprise.broker.model.delivery.DeliverySession;
import io.reprise.broker.model.delivery.Flow;
import io.reprise.broker.model.endpoint.EndpointAttribute;
import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.endpoint.EndpointSettings;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.management.EndpointStatistics;
import io.reprise.broker.model.management.Events;
import io.reprise.broker.model.management.VpnAttributes;
import io.reprise.broker.model.management.VpnSettings;
import io.reprise.broker.model.management.VpnView;
import io.reprise.broker.model.message.Message;
import io.reprise.broker.model.publish.CommitOutcome;
import io.reprise.broker.model.publish.PendingOutcome;
import io.reprise.broker.model.publish.WorkUnit;
import io.reprise.broker.model.topic.TopicFilter;
import io.reprise.broker.model.topic.TopicName;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.function.UnaryOperator;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/**
 * A VPN whole, on a store in memory that plays a script, with a clock and duties that a test drives. Steps down and recovers as
 * a real one does.
 */
final class TestVpn implements AutoCloseable {
    static final Duration SOON = Duration.ofSeconds(10);
    static final Duration NOW = Duration.ZERO;

    final SettableClock clock;
    final ScriptedStore.Script script;
    final Events events = new Events();
    final HandDrivenDuties duties = new HandDrivenDuties();
    final VpnLife life;
    final EngineVpn vpn;
    final EngineAdministration administration;
    private final EngineSettings settings;
    private volatile InMemoryVpnStore rows;
    private volatile String openingRefusal = "";
    private long knownEpoch;
    private volatile @Nullable Thread committer;
    private volatile @Nullable InMemoryVpnStore otherOwner;
    /** What a commit listener is to do; told of every entry. */
    volatile Runnable onCommit = () -> {};
    /** Whether the replay log may not be trimmed for what is published. */
    volatile boolean holdingTrimming;

    private TestVpn(InMemoryVpnStore rows, SettableClock clock, ScriptedStore.Script script, EngineSettings settings) {
        this.rows = rows;
        this.clock = clock;
        this.script = script;
        this.settings = settings;
        EngineThreads threads = new EngineThreads(this::committer, duties, duties, clock);
        boolean[] taken = {false};
        life = new VpnLife(
                "default",
                () -> {
                    refuseWhileAnotherLives();
                    String refusal = openingRefusal;
                    if (!refusal.isEmpty()) {
                        throw new IllegalStateException(refusal);
                    }
                    this.rows = taken[0] ? this.rows.takeOver() : this.rows;
                    taken[0] = true;
                    return new ScriptedStore(this.rows, script);
                },
                new Tenure.EngineParts(threads, settings, clock, () -> holdingTrimming),
                new CommitCounters(),
                new VpnEvents(
                        (nanos, operations, messages, bytes) -> onCommit.run(), events, "default", Runnable::run));
        life.openNow();
        knownEpoch = rows.epoch();
        administration = new EngineAdministration(life, TestVpn::notServed, clock);
        vpn = new EngineVpn(life, administration, duties);
    }

    private static VpnView notServed(String vpn) {
        throw new BrokerException(ErrorCode.VPN_DOWN, "VPN '" + vpn + "' is not served");
    }

    private void refuseWhileAnotherLives() {
        if (otherOwner != null) {
            throw new BrokerException(ErrorCode.LIVE_OWNER_EXISTS, "owned by 'another', which is alive");
        }
    }

    /** From now on it can't be opened; empty: it can again. */
    void refuseOpening(String why) {
        openingRefusal = why;
    }

    /** Another broker owns the VPN from now on, and lives. */
    InMemoryVpnStore takenOverByAnother() {
        InMemoryVpnStore other = rows.takeOver();
        otherOwner = other;
        return other;
    }

    /** The other broker has ended. */
    void otherIsGone() {
        rows = Objects.requireNonNull(otherOwner);
        otherOwner = null;
    }

    private Thread committer(Runnable runnable) {
        committer = daemon(runnable);
        return committer;
    }

    void interruptCommitter() {
        Objects.requireNonNull(committer).interrupt();
    }

    private static Thread daemon(Runnable runnable) {
        Thread thread = new Thread(runnable, "committer");
        thread.setDaemon(true);
        return thread;
    }

    static TestVpn start() {
        return start(settings -> settings);
    }

    static TestVpn start(UnaryOperator<EngineSettings> settings) {
        SettableClock clock = new SettableClock();
        return start(settings, clock, clock);
    }

    /** The wall clock and the database's apart. */
    static TestVpn start(SettableClock clock, SettableClock databaseClock) {
        return start(settings -> settings, clock, databaseClock);
    }

    private static TestVpn start(
            UnaryOperator<EngineSettings> settings, SettableClock clock, SettableClock databaseClock) {
        return new TestVpn(
                InMemoryVpnStore.create("default", databaseClock),
                clock,
                new ScriptedStore.Script(),
                settings.apply(EngineSettings.defaults("test")));
    }

    InMemoryVpnStore rows() {
        return rows;
    }

    /** Ends this one as a clean stop does, and starts another on the same rows. */
    TestVpn restarted() {
        close();
        return new TestVpn(rows.takeOver(), clock, script, settings);
    }

    @Override
    public void close() {
        life.stop(Duration.ofSeconds(5));
        duties.shutdownNow();
    }

    // ---- words of the tests ----

    /** Nothing is kept for live subscribers' history, so that entries go as soon as no endpoint and no log needs them. */
    TestVpn withoutHistory() {
        VpnSettings settings = administration.vpn().settings();
        administration.changeVpn(settings.with(VpnAttributes.CACHE_EXPIRE_TIME, 0L), -1);
        return this;
    }

    static EndpointSettings queue() {
        return EndpointSettings.clientCreated(EndpointKind.QUEUE);
    }

    static EndpointSettings topicEndpoint() {
        return EndpointSettings.clientCreated(EndpointKind.TOPIC_ENDPOINT);
    }

    void createQueue(String name, String... filters) {
        createQueue(name, queue(), filters);
    }

    void createQueue(String name, EndpointSettings how, String... filters) {
        administration.createEndpoint(EndpointKind.QUEUE, name, how, filters(filters));
    }

    void createTopicEndpoint(String name, EndpointSettings how, String... filters) {
        administration.createEndpoint(EndpointKind.TOPIC_ENDPOINT, name, how, filters(filters));
    }

    static List<TopicFilter> filters(String... filters) {
        return Arrays.stream(filters).map(TopicFilter::of).toList();
    }

    <T> void change(String queue, EndpointAttribute<T> attribute, T value) {
        EndpointSettings before =
                administration.endpoint(EndpointKind.QUEUE, queue).orElseThrow().settings();
        administration.changeEndpoint(EndpointKind.QUEUE, queue, before.with(attribute, value), -1);
    }

    static Message message(String topic, String text) {
        return Message.to(TopicName.of(topic)).text(text).build();
    }

    CommitOutcome publish(String topic, String text) {
        return publish(message(topic, text));
    }

    CommitOutcome publish(Message message) {
        return vpn.commit(WorkUnit.publishing(message));
    }

    Flow bind(String queue) {
        return vpn.bind(new BindRequest(EndpointKind.QUEUE, queue, "test"));
    }

    DeliverySession consume(String queue) {
        return bind(queue).openSession();
    }

    static String text(Delivery delivery) {
        return new String(delivery.message().body(), StandardCharsets.UTF_8);
    }

    static @Nullable String nextText(DeliverySession session) {
        Delivery delivery = session.receive(NOW);
        return delivery == null ? null : text(delivery);
    }

    static Delivery next(DeliverySession session) {
        return Objects.requireNonNull(session.receive(SOON), "no message came");
    }

    /** Acknowledges everything there is now; the texts in order. */
    List<String> drain(DeliverySession session) {
        List<String> texts = new ArrayList<>();
        Delivery delivery = session.receive(NOW);
        while (delivery != null) {
            texts.add(text(delivery));
            acknowledge(delivery);
            delivery = session.receive(NOW);
        }
        return texts;
    }

    void acknowledge(Delivery delivery) {
        assertThat(vpn.commit(WorkUnit.acknowledging(delivery))).isInstanceOf(CommitOutcome.Stored.class);
    }

    Delivery publishAndReceive(DeliverySession session, String topic, String text) {
        publish(topic, text);
        return next(session);
    }

    /** Those after everything that was put to the committer before. */
    EndpointStatistics figures(String queue) {
        awaitCommitter();
        return administration.endpointStatistics(EndpointKind.QUEUE, queue);
    }

    long endpointId(String queue) {
        return Objects.requireNonNull(core().directory().byName(EndpointKind.QUEUE, queue))
                .id();
    }

    /** The ids of what is on a queue. */
    Set<Long> onQueue(String queue) {
        long id = endpointId(queue);
        return core().atBoundary(state -> {
            Set<Long> ids = new TreeSet<>();
            Objects.requireNonNull(state.endpoint(id)).forEach((lane, msgId) -> ids.add(msgId));
            return ids;
        });
    }

    long spooled(String queue) {
        return figures(queue).spooledMsgCount();
    }

    VpnCore core() {
        return life.tenure().core();
    }

    /** Holds the committer in an append of its own; what is put to it from now on gathers in the next entry. */
    ScriptedStore.Gate holdCommitter() {
        ScriptedStore.Gate gate = script.hold();
        PendingOutcome held = vpn.submit(WorkUnit.publishing(message("nobody's", "x")));
        gate.awaitReached();
        assertThat(held).isNotNull();
        return gate;
    }

    /** The entries from a number on, decoded. */
    List<EntryHead> entriesFrom(long commitNo) {
        return rows.log().stream()
                .filter(entry -> entry.commitNo() >= commitNo)
                .map(entry -> EntryCodec.decode(entry.head()))
                .toList();
    }

    long lastCommitNo() {
        return core().atBoundary(VpnState::lastCommitNo);
    }

    /** Returns when the VPN, which steps down now, is served again. */
    void awaitServing() {
        Awaitility.await()
                .atMost(SOON)
                .pollInterval(Duration.ofMillis(1))
                .until(() -> rows.epoch() > knownEpoch && life.tenureOrNull() != null);
        knownEpoch = rows.epoch();
    }

    /** Returns when the committer waits for a database that is away. */
    void awaitWriting() {
        Awaitility.await()
                .atMost(SOON)
                .pollInterval(Duration.ofMillis(1))
                .until(() -> Objects.requireNonNull(committer).getState() == Thread.State.WAITING
                        && core().waitingOperations() == 0
                        && isWriting());
    }

    private boolean isWriting() {
        for (StackTraceElement frame : Objects.requireNonNull(committer).getStackTrace()) {
            if (frame.getMethodName().equals("append")) {
                return true;
            }
        }
        return false;
    }

    /** Returns when so many operations wait for the committer. */
    void awaitWaiting(int operations) {
        Awaitility.await()
                .atMost(SOON)
                .pollInterval(Duration.ofMillis(1))
                .until(() -> core().waitingOperations() >= operations);
    }

    /** Calls something that blocks. */
    <T> Future<T> inBackground(Callable<T> call) {
        FutureTask<T> task = new FutureTask<>(call);
        daemon(task).start();
        return task;
    }

    /** Returns when everything put to the committer before has been decided. */
    void awaitCommitter() {
        core().atBoundary(state -> true);
    }
}
