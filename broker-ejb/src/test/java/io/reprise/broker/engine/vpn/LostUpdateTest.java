package io.reprise.broker.engine.vpn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.reprise.broker.model.endpoint.EndpointAttributes;
import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.management.EndpointView;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Whoever changes or deletes what he has read does so to that, or not at all [spec 5.1]: {@code ETag}s are these versions. */
class LostUpdateTest {
    private static final int THREADS = 6;
    private static final int STEPS = 120;

    private final TestVpn broker = TestVpn.start();

    @AfterEach
    void close() {
        broker.close();
    }

    @ParameterizedTest
    @EnumSource
    void aVersionOfWhatIsDeletedIsNoVersionOfWhatIsMadeAfterIt(VersionedKind kind) {
        kind.create(broker.administration);
        long read = kind.version(broker.administration).orElseThrow();
        kind.delete(broker.administration, read);
        kind.create(broker.administration);
        long now = kind.version(broker.administration).orElseThrow();

        assertThatThrownBy(() -> kind.change(broker.administration, 7, read))
                .satisfies(e -> assertThat(((BrokerException) e).code()).isEqualTo(ErrorCode.VERSION_CONFLICT));
        assertThatThrownBy(() -> kind.delete(broker.administration, read))
                .satisfies(e -> assertThat(((BrokerException) e).code()).isEqualTo(ErrorCode.VERSION_CONFLICT));

        assertThat(kind.version(broker.administration)).contains(now);
    }

    @ParameterizedTest
    @EnumSource
    void ofAllWhoReadAVersionOneChangesOrDeletesIt(VersionedKind kind) throws Exception {
        long seed = System.nanoTime();
        Set<Long> taken = ConcurrentHashMap.newKeySet();
        Queue<Long> twice = new ConcurrentLinkedQueue<>();
        AtomicInteger refused = new AtomicInteger();
        List<Future<Boolean>> administrators = new ArrayList<>();
        CyclicBarrier allThere = new CyclicBarrier(THREADS);
        for (int thread = 0; thread < THREADS; thread++) {
            Random random = new Random(seed + thread);
            administrators.add(broker.inBackground(() -> {
                for (int step = 0; step < STEPS; step++) {
                    allThere.await(10, TimeUnit.SECONDS);
                    Optional<Long> read = kind.version(broker.administration);
                    allThere.await(10, TimeUnit.SECONDS);
                    if (!changed(kind, read, random)) {
                        refused.incrementAndGet();
                    } else if (read.isPresent() && !taken.add(read.get())) {
                        twice.add(read.get());
                    }
                }
                return true;
            }));
        }
        for (Future<Boolean> administrator : administrators) {
            administrator.get(60, TimeUnit.SECONDS);
        }

        assertThat(twice).as("versions changed twice; seed %s", seed).isEmpty();
        assertThat(taken).as("seed %s", seed).hasSizeGreaterThan(STEPS / 3);
        assertThat(refused).as("seed %s", seed).hasValueGreaterThan(STEPS);
    }

    /** Makes what is not there, changes or deletes what is; whether that was done. */
    private boolean changed(VersionedKind kind, Optional<Long> read, Random random) {
        try {
            if (read.isEmpty()) {
                kind.create(broker.administration);
            } else if (random.nextInt(4) == 0) {
                kind.delete(broker.administration, read.get());
            } else {
                kind.change(broker.administration, 1 + random.nextInt(100), read.get());
            }
            return true;
        } catch (BrokerException refusal) {
            assertThat(refusal.code()).isIn(ErrorCode.VERSION_CONFLICT, ErrorCode.NOT_FOUND, ErrorCode.ALREADY_EXISTS);
            return false;
        }
    }

    @Test
    void whatIsChangedIsAnsweredAsThatChangeLeftIt() throws Exception {
        broker.createQueue("q", "q");
        Queue<Long> othersAnswers = new ConcurrentLinkedQueue<>();
        List<Future<Boolean>> administrators = new ArrayList<>();
        CyclicBarrier allThere = new CyclicBarrier(THREADS);
        for (int thread = 0; thread < THREADS; thread++) {
            long mine = 1_000L * (thread + 1);
            administrators.add(broker.inBackground(() -> {
                for (int step = 0; step < STEPS; step++) {
                    allThere.await(10, TimeUnit.SECONDS);
                    long value = mine + step;
                    EndpointView answer = broker.administration.changeEndpoint(
                            EndpointKind.QUEUE,
                            "q",
                            TestVpn.queue().with(EndpointAttributes.MAX_BIND_COUNT, value),
                            -1);
                    if (answer.settings().maxBindCount() != value) {
                        othersAnswers.add(value);
                    }
                }
                return true;
            }));
        }
        for (Future<Boolean> administrator : administrators) {
            administrator.get(60, TimeUnit.SECONDS);
        }

        assertThat(othersAnswers).as("changes answered with another's").isEmpty();
    }
}
