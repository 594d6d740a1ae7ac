package io.reprise.broker.engine.vpn;

import io.reprise.broker.engine.store.Database;
import io.reprise.broker.engine.store.DatabaseOptions;
import io.reprise.broker.engine.store.MariaDbServer;
import io.reprise.broker.model.delivery.BindRequest;
import io.reprise.broker.model.delivery.DeliverySession;
import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.endpoint.EndpointSettings;
import io.reprise.broker.model.management.VpnAdministration;
import io.reprise.broker.model.topic.TopicFilter;
import io.reprise.broker.model.vpn.Broker;
import io.reprise.broker.model.vpn.MessageVpn;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Supplier;

/** A whole engine in this JVM on a database of its own, which a later one can take over. */
final class TestBroker implements AutoCloseable {
    private final ScheduledExecutorService threads = Executors.newScheduledThreadPool(4, runnable -> {
        Thread thread = new Thread(runnable, "duties");
        thread.setDaemon(true);
        return thread;
    });
    final String url;
    final EngineBroker broker;
    final MessageVpn vpn;
    final VpnAdministration administration;

    private TestBroker(String url, InstantSource clock) {
        this(
                url,
                clock,
                EngineSettings.defaults("test").withCheckpointInterval(Duration.ofMillis(20)),
                DatabaseOptions.defaults());
    }

    private TestBroker(String url, InstantSource clock, EngineSettings settings, DatabaseOptions options) {
        this(
                url,
                () -> Database.connect(
                        url,
                        MariaDbServer.shared().user(),
                        MariaDbServer.shared().password(),
                        options),
                settings,
                clock);
    }

    private TestBroker(String url, Supplier<Database> database, EngineSettings settings, InstantSource clock) {
        this.url = url;
        this.broker = EngineBroker.open(
                database,
                new EngineThreads(
                        runnable -> {
                            Thread thread = new Thread(runnable);
                            thread.setDaemon(true);
                            return thread;
                        },
                        threads,
                        threads),
                settings,
                clock);
        this.vpn = broker.vpn(Broker.DEFAULT_VPN);
        this.administration = broker.administration(Broker.DEFAULT_VPN);
    }

    static TestBroker onNewDatabase() {
        return onNewDatabase(InstantSource.system());
    }

    static TestBroker onNewDatabase(InstantSource clock) {
        MariaDbServer server = MariaDbServer.shared();
        return new TestBroker(server.url(server.newDatabase()), clock);
    }

    /** Gives no sign of life while it idles, as a paused process: after a second it counts as dead. */
    static TestBroker withoutSignsOfLife() {
        MariaDbServer server = MariaDbServer.shared();
        EngineSettings settings = EngineSettings.defaults("paused").withDutyInterval(Duration.ofHours(1));
        DatabaseOptions options = DatabaseOptions.defaults().withOwnerSilence(Duration.ofSeconds(1));
        return new TestBroker(server.url(server.newDatabase()), InstantSource.system(), settings, options);
    }

    /** On the database of this URL, whoever runs it. */
    static TestBroker on(String url, String user, String password) {
        return on(url, user, password, EngineSettings.defaults("test"));
    }

    /** The same with other settings. */
    static TestBroker on(String url, String user, String password, EngineSettings settings) {
        return new TestBroker(
                url,
                () -> Database.connect(url, user, password, DatabaseOptions.defaults()),
                settings,
                InstantSource.system());
    }

    /** A second one on the same database, which takes over when this one counts as dead. */
    TestBroker another() {
        return new TestBroker(url, InstantSource.system());
    }

    /** Ends this one as a clean stop does, and starts another on the same database. */
    TestBroker restarted() {
        close();
        return new TestBroker(url, InstantSource.system());
    }

    void createQueue(String name, String... filters) {
        createQueue(name, EndpointSettings.clientCreated(EndpointKind.QUEUE), filters);
    }

    void createQueue(String name, EndpointSettings settings, String... filters) {
        administration.createEndpoint(
                EndpointKind.QUEUE,
                name,
                settings,
                Arrays.stream(filters).map(TopicFilter::of).toList());
    }

    DeliverySession consume(String queue) {
        return vpn.bind(new BindRequest(EndpointKind.QUEUE, queue, "test")).openSession();
    }

    @Override
    public void close() {
        broker.close(Duration.ZERO);
        threads.shutdownNow();
    }
}
