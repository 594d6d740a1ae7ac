package io.reprise.broker.engine.vpn;

import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.model.delivery.Delivery;
import io.reprise.broker.model.delivery.DeliverySession;
import io.reprise.broker.model.message.Message;
import io.reprise.broker.model.publish.BranchId;
import io.reprise.broker.model.publish.CommitOutcome;
import io.reprise.broker.model.publish.CommitOutcome.Stored;
import io.reprise.broker.model.publish.WorkUnit;
import io.reprise.broker.model.topic.TopicName;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * L17 under load: publishers, transactions, a consumer and the duties at once, on a log that turns over many times. After each entry the
 * committer itself asserts that the log is within its quota; a failed assertion would end its epoch.
 */
@Timeout(120)
class L17LoadTest {
    private static final int PUBLISHERS = 3;
    private static final int MESSAGES = 400;

    private final TestVpn broker = TestVpn.start();

    @AfterEach
    void close() {
        broker.close();
    }

    @Test
    void l17_theLogIsNeverFullerThanItsQuotaAndNothingIsRefused() throws Exception {
        new LogOf(broker).create(1);
        broker.createQueue("q", "t");
        long epoch = broker.core().store().epoch();
        AtomicBoolean published = new AtomicBoolean();
        List<Future<Long>> publishers = new ArrayList<>();
        for (int i = 0; i < PUBLISHERS; i++) {
            int number = i;
            publishers.add(broker.inBackground(() -> publish(new Random(number))));
        }
        Future<Long> branches = broker.inBackground(() -> branches(new Random(9)));
        Future<Integer> consumer = broker.inBackground(() -> consume(published));
        Future<Boolean> duties = broker.inBackground(() -> runDuties(published));

        long most = branches.get(100, TimeUnit.SECONDS);
        for (Future<Long> publisher : publishers) {
            most = Math.max(most, publisher.get(100, TimeUnit.SECONDS));
        }
        published.set(true);

        assertThat(most).as("the most that the log held").isBetween(LogOf.MB / 2, LogOf.MB);
        assertThat(consumer.get(100, TimeUnit.SECONDS)).isEqualTo(PUBLISHERS * MESSAGES + MESSAGES / 5);
        assertThat(duties.get(100, TimeUnit.SECONDS)).isTrue();
        assertThat(broker.core().store().epoch()).isEqualTo(epoch);
        assertThat(broker.life.counters().overQuota()).isZero();
        assertThat(broker.administration.replayLog().status().trimmedMsgs()).isGreaterThan(MESSAGES);
    }

    private static Message message(Random random) {
        return Message.to(TopicName.of("t"))
                .bytes(new byte[1 + random.nextInt(random.nextInt(10) == 0 ? 200_000 : 20_000)])
                .build();
    }

    private long publish(Random random) {
        long most = 0;
        for (int i = 0; i < MESSAGES; i++) {
            assertThat(broker.publish(message(random))).isInstanceOf(Stored.class);
            most = Math.max(most, usageBytes());
        }
        return most;
    }

    /** A tenth of the publishes is in branches. */
    private long branches(Random random) {
        long most = 0;
        for (int i = 0; i < MESSAGES / 5; i++) {
            BranchId branch = new BranchId(1, new byte[] {(byte) i, (byte) (i >> 8)}, new byte[0]);
            CommitOutcome prepared = broker.vpn.prepare(branch, WorkUnit.publishing(message(random)));
            assertThat(prepared).isInstanceOf(Stored.class);
            assertThat(broker.vpn.commitPrepared(branch)).isInstanceOf(Stored.class);
            most = Math.max(most, usageBytes());
        }
        return most;
    }

    private long usageBytes() {
        return broker.administration.replayLog().status().usageBytes();
    }

    private int consume(AtomicBoolean published) {
        DeliverySession session = broker.consume("q");
        int taken = 0;
        while (true) {
            boolean last = published.get();
            Delivery delivery = session.receive(TestVpn.NOW);
            if (delivery != null) {
                broker.acknowledge(delivery);
                taken++;
            } else if (last) {
                return taken;
            }
        }
    }

    private boolean runDuties(AtomicBoolean published) {
        while (!published.get()) {
            broker.duties.runAll();
        }
        return true;
    }
}
