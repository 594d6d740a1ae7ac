package io.reprise.broker.engine.vpn;

import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.engine.state.VpnState;
import io.reprise.broker.model.access.DefaultAction;
import io.reprise.broker.model.delivery.BindRequest;
import io.reprise.broker.model.delivery.Delivery;
import io.reprise.broker.model.delivery.DeliverySession;
import io.reprise.broker.model.delivery.Flow;
import io.reprise.broker.model.endpoint.EndpointAttributes;
import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.endpoint.EndpointSettings;
import io.reprise.broker.model.endpoint.Permission;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.publish.CommitOutcome;
import io.reprise.broker.model.publish.WorkUnit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntSupplier;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Rights that an administrator gives and takes away all the time, under eight threads that use them [spec 5.4]. */
class AccessRaceTest {
    private static final int SHORT_FORM = 100;
    private static final int THREADS = 4;

    private final TestVpn broker = TestVpn.start();
    private final Acl acl = new Acl(broker);
    /** Changes begun and answered; after an even number of them the right is there. */
    private final AtomicInteger begun = new AtomicInteger();

    private final AtomicInteger answered = new AtomicInteger();
    private long lastWithRight;
    private final AtomicBoolean over = new AtomicBoolean();
    private final Set<String> stored = ConcurrentHashMap.newKeySet();
    private final Set<String> received = ConcurrentHashMap.newKeySet();
    private final AtomicInteger sent = new AtomicInteger();
    private final AtomicInteger refusals = new AtomicInteger();

    @AfterEach
    void stop() {
        broker.close();
    }

    @Test
    void aRightHoldsExactlyUntilItsEndIsAnsweredAndNoMessageIsLost() throws Exception {
        acl.user("u", DefaultAction.ALLOW, DefaultAction.ALLOW);
        broker.createQueue("q", settings(0), "t");
        List<Future<?>> users = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            users.add(broker.inBackground(untilOver(this::publishOnce)));
            users.add(broker.inBackground(untilOver(this::consumeOnce)));
        }

        int flips = Integer.getInteger("campaign.access", SHORT_FORM);
        for (int flip = 1; flip <= flips; flip++) {
            flip(flip);
        }
        over.set(true);
        for (Future<?> user : users) {
            user.get(30, TimeUnit.SECONDS);
        }

        broker.duties.runAll();
        DeliverySession rest = broker.consume("q");
        for (Delivery next = rest.receive(TestVpn.NOW); next != null; next = rest.receive(TestVpn.NOW)) {
            settle(next);
        }
        assertThat(received).isEqualTo(stored);
        assertThat(stored).hasSizeGreaterThanOrEqualTo(flips / 2);
        assertThat(refusals.get()).isGreaterThanOrEqualTo(flips / 2);
    }

    private static EndpointSettings settings(int flip) {
        return TestVpn.queue()
                .with(EndpointAttributes.OWNER, "alice")
                .with(EndpointAttributes.PERMISSION, flip % 2 == 0 ? Permission.CONSUME : Permission.NO_ACCESS)
                .with(EndpointAttributes.MAX_BIND_COUNT, 1_000L);
    }

    private void flip(int flip) {
        if (flip % 2 == 0) {
            assertThat(lastMsgId()).as("nothing was stored without the right").isEqualTo(lastWithRight);
        }
        begun.set(flip);
        acl.change("u", flip % 2 == 0 ? DefaultAction.ALLOW : DefaultAction.DISALLOW, DefaultAction.ALLOW);
        broker.administration.changeEndpoint(EndpointKind.QUEUE, "q", settings(flip), -1);
        answered.set(flip);
        if (flip % 2 == 1) {
            lastWithRight = lastMsgId();
            broker.duties.runAll();
        }
        awaitUse(flip % 2 == 0 ? stored::size : refusals::get);
    }

    /** Somebody meets the right, or its absence, before it changes again. */
    private static void awaitUse(IntSupplier uses) {
        int before = uses.getAsInt();
        Awaitility.await().pollInterval(Duration.ofMillis(1)).until(() -> uses.getAsInt() > before);
    }

    private long lastMsgId() {
        return broker.core().atBoundary(VpnState::lastMsgId);
    }

    private Callable<Boolean> untilOver(Runnable once) {
        return () -> {
            while (!over.get()) {
                once.run();
            }
            return true;
        };
    }

    /** What is known of the right during a call: what was answered before, if nothing else was begun by its end. */
    private void judge(int answeredBefore, boolean granted, String what) {
        if (begun.get() == answeredBefore) {
            assertThat(granted)
                    .as(what + " after " + answeredBefore + " changes")
                    .isEqualTo(answeredBefore % 2 == 0);
        }
        if (!granted) {
            refusals.incrementAndGet();
        }
    }

    private void publishOnce() {
        String text = String.valueOf(sent.incrementAndGet());
        int before = answered.get();
        CommitOutcome outcome = acl.as("u").commit(WorkUnit.publishing(TestVpn.message("t", text)));
        if (outcome instanceof CommitOutcome.Stored) {
            stored.add(text);
            judge(before, true, "publishing");
        } else {
            assertThat(((CommitOutcome.Rejected) outcome).code()).isEqualTo(ErrorCode.ACCESS_DENIED);
            judge(before, false, "publishing");
        }
    }

    private void consumeOnce() {
        int before = answered.get();
        try (Flow flow = acl.as("bob").bind(new BindRequest(EndpointKind.QUEUE, "q", "c"));
                DeliverySession session = flow.openSession()) {
            judge(before, true, "binding");
            for (int i = 0; i < 20; i++) {
                Delivery next = session.receive(TestVpn.NOW);
                if (next != null) {
                    settle(next);
                }
            }
        } catch (BrokerException refused) {
            assertThat(refused.code()).isIn(ErrorCode.ACCESS_DENIED, ErrorCode.NOT_ALLOWED);
            judge(before, false, "binding");
        }
    }

    private void settle(Delivery delivery) {
        assertThat(broker.vpn.commit(WorkUnit.acknowledging(delivery))).isInstanceOf(CommitOutcome.Stored.class);
        assertThat(received.add(TestVpn.text(delivery))).as("once").isTrue();
    }
}
