package io.reprise.broker.engine.vpn;

import io.reprise.broker.engine.store.Database;
import io.reprise.broker.engine.store.DatabaseOptions;
import io.reprise.broker.engine.store.MariaDbServer;
import io.reprise.broker.model.vpn.Broker;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.awaitility.Awaitility;

/** A broker that started on a database whose default VPN another serves: it waits for that one, and serves what nobody else does. */
final class StandingBy implements AutoCloseable {
    private final ScheduledExecutorService threads = Executors.newScheduledThreadPool(4, StandingBy::daemon);
    final EngineBroker broker;

    StandingBy(String url) {
        DatabaseOptions options = DatabaseOptions.defaults().withLiveOwnerWait(Duration.ofMillis(100));
        MariaDbServer server = MariaDbServer.shared();
        Database database = Database.connect(url, server.user(), server.password(), options);
        broker = EngineBroker.openSoon(
                () -> database,
                new EngineThreads(StandingBy::daemon, threads, threads),
                EngineSettings.defaults("standing by"),
                InstantSource.system());
        Awaitility.await()
                .ignoreExceptions()
                .until(() -> broker.administration(Broker.DEFAULT_VPN).vpn().version() > 0);
    }

    private static Thread daemon(Runnable runnable) {
        Thread thread = new Thread(runnable, "standing by");
        thread.setDaemon(true);
        return thread;
    }

    @Override
    public void close() {
        broker.close(Duration.ZERO);
        threads.shutdownNow();
    }
}
