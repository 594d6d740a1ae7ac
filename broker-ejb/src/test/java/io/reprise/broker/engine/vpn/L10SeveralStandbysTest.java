package io.reprise.broker.engine.vpn;

import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.engine.commit.CommitCounters;
import io.reprise.broker.engine.store.VpnStore;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Many VPNs that other brokers serve must leave threads to those served here. */
class L10SeveralStandbysTest {
    private static final Duration SOON = Duration.ofSeconds(20);

    private final ScheduledExecutorService duties = Executors.newScheduledThreadPool(4);
    private final Tenure.EngineParts parts = new Tenure.EngineParts(
            new EngineThreads(Thread::new, duties, duties),
            EngineSettings.defaults("test"),
            InstantSource.system(),
            () -> false);
    private final CountDownLatch ownersGo = new CountDownLatch(1);
    private final AtomicInteger looks = new AtomicInteger();
    private final AtomicInteger waiting = new AtomicInteger();
    private final AtomicInteger mostWaiting = new AtomicInteger();

    @AfterEach
    void end() {
        ownersGo.countDown();
        duties.shutdownNow();
    }

    @Test
    void l10_oneLookAtATimeWaitsForAnOwnerToGo() {
        for (int i = 0; i < 3; i++) {
            standby("vpn" + i).openSoon(0);
        }
        Awaitility.await().atMost(SOON).until(() -> waiting.get() == 1);

        Awaitility.await().during(Duration.ofSeconds(2)).atMost(SOON).until(() -> mostWaiting.get() == 1);
        ownersGo.countDown();

        Awaitility.await().atMost(SOON).until(() -> looks.get() >= 6);
        assertThat(mostWaiting).hasValue(1);
    }

    private VpnLife standby(String vpn) {
        AtomicInteger ownLooks = new AtomicInteger();
        return new VpnLife(
                vpn,
                () -> look(vpn, ownLooks.incrementAndGet()),
                parts,
                new CommitCounters(),
                (nanos, operations, messages, bytes) -> {});
    }

    private VpnStore look(String vpn, int look) {
        looks.incrementAndGet();
        if (look > 1) {
            mostWaiting.accumulateAndGet(waiting.incrementAndGet(), Math::max);
            awaitOwner();
            waiting.decrementAndGet();
        }
        throw new BrokerException(ErrorCode.LIVE_OWNER_EXISTS, "VPN '" + vpn + "' is owned");
    }

    private void awaitOwner() {
        try {
            ownersGo.await(SOON.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }
}
