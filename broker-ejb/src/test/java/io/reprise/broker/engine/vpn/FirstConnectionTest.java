package io.reprise.broker.engine.vpn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import io.reprise.broker.engine.store.Database;
import io.reprise.broker.model.management.AlarmCode;
import io.reprise.broker.model.management.AlarmView;
import io.reprise.broker.model.management.Alarms;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is told of the database while the broker connects to it for the first time. */
class FirstConnectionTest {
    private final ScheduledExecutorService threads = Executors.newScheduledThreadPool(3);
    /** The watch for alarms looks at the clock several times in each of its runs. */
    private final CountDownLatch looks = new CountDownLatch(20);

    private final CompletableFuture<List<AlarmView>> meanwhile = new CompletableFuture<>();
    private final CompletableFuture<EngineBroker> opened = new CompletableFuture<>();

    @AfterEach
    void close() {
        opened.join().close(Duration.ZERO);
        threads.shutdownNow();
    }

    @Test
    void isNoAlarmBeforeItHasFailed() {
        opened.complete(EngineBroker.openSoon(
                this::refuse,
                new EngineThreads(Executors.defaultThreadFactory(), threads, threads),
                EngineSettings.defaults("here").withDutyInterval(Duration.ofMillis(1)),
                this::look));

        assertThat(meanwhile.join()).isEmpty();
        await().untilAsserted(() -> assertThat(alarms(opened.join()))
                .extracting(AlarmView::code, AlarmView::detail)
                .hasSize(1)
                .contains(tuple(AlarmCode.DATABASE_AWAY, "wrong password")));
    }

    private Instant look() {
        looks.countDown();
        return Instant.EPOCH;
    }

    private Database refuse() {
        try {
            looks.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        meanwhile.complete(alarms(opened.join()));
        throw new IllegalStateException("wrong password");
    }

    private static List<AlarmView> alarms(EngineBroker broker) {
        return broker.shared(Alarms.class, Alarms::new).list("default");
    }
}
