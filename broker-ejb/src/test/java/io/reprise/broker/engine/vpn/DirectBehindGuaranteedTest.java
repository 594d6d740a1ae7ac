package io.reprise.broker.engine.vpn;

import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.live.LiveEvent;
import io.reprise.broker.model.live.LiveRequest;
import io.reprise.broker.model.live.LiveStart;
import io.reprise.broker.model.live.LiveSubscription;
import io.reprise.broker.model.management.PromotionPolicy;
import io.reprise.broker.model.management.VpnAttributes;
import io.reprise.broker.model.message.DeliveryMode;
import io.reprise.broker.model.message.Message;
import io.reprise.broker.model.publish.CommitOutcome.Rejected;
import io.reprise.broker.model.publish.CommitOutcome.Stored;
import io.reprise.broker.model.publish.PendingOutcome;
import io.reprise.broker.model.publish.WorkUnit;
import io.reprise.broker.model.topic.TopicFilter;
import io.reprise.broker.model.topic.TopicName;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Direct messages behind guaranteed ones of their subject that are not decided [LOG.md L28], and what becomes of them at an end. */
@Timeout(60)
class DirectBehindGuaranteedTest {
    private static final String IBM = "/Stocks/NYSE/IBM";

    private TestVpn vpn = TestVpn.start();

    @AfterEach
    void stop() {
        vpn.holdingTrimming = false;
        vpn.close();
    }

    @Test
    void whileOneIsHandedOverTheNextGoesBehindIt() {
        var gate = vpn.holdCommitter();
        vpn.vpn.submit(WorkUnit.publishing(sized(10)));
        List<Boolean> isNextBehind = new CopyOnWriteArrayList<>();
        boolean isBehind = follow(() -> isNextBehind.add(follow(() -> {})));
        gate.open();

        assertThat(isBehind).isTrue();
        // What is put behind it while it is handed over has its turn in a later round.
        Awaitility.await("nothing is undecided").atMost(TestVpn.SOON).until(() -> !follow(() -> {}));
        assertThat(isNextBehind).containsExactly(true);
    }

    private boolean follow(Runnable then) {
        return vpn.core().liveStore().follow(direct("direct"), then, () -> {});
    }

    @Test
    void withoutRoomToWaitItIsLostAndOvertakesNothing() {
        vpn.close();
        vpn = TestVpn.start(settings -> settings.withIntakeKib(4));
        LiveSubscription live = subscribe();
        var gate = vpn.holdCommitter();
        PendingOutcome guaranteed = vpn.vpn.submit(WorkUnit.publishing(sized(3_500)));

        vpn.vpn.live().publish(direct("direct"));
        gate.open();
        assertThat(guaranteed.await()).isInstanceOf(Stored.class);
        vpn.vpn.live().publish(direct("later"));

        assertThat(sizes(live, 2)).containsExactly(3_500, 5);
        assertThat(vpn.vpn.live().statistics().intakeDiscards()).isEqualTo(1);
    }

    @Test
    void itWaitsForOneThatWaitsForRoomInTheReplayLog() {
        vpn.close();
        vpn = TestVpn.start(settings -> settings.withReplayLogWait(Duration.ofSeconds(30)));
        LiveSubscription live = subscribe();
        PendingOutcome waiting = withoutRoomInTheLog();

        vpn.vpn.live().publish(direct("direct"));
        vpn.awaitCommitter();
        vpn.holdingTrimming = false;
        vpn.awaitCommitter();

        assertThat(waiting.await()).isInstanceOf(Stored.class);
        assertThat(sizes(live, 3)).containsExactly(900_000 - 1, 200_000 - 1, 6);
    }

    @Test
    void itGoesOnWhenThatIsRefused() {
        vpn.close();
        vpn = TestVpn.start(settings -> settings.withReplayLogWait(Duration.ofMillis(20)));
        LiveSubscription live = subscribe();
        PendingOutcome waiting = withoutRoomInTheLog();

        vpn.vpn.live().publish(direct("direct"));

        assertThat(waiting.await()).isInstanceOf(Rejected.class);
        assertThat(sizes(live, 2)).containsExactly(900_000 - 1, 6);
    }

    /** A guaranteed message waits. */
    private PendingOutcome withoutRoomInTheLog() {
        new LogOf(vpn).create(1);
        assertThat(vpn.publish(sized(900_000 - 1))).isInstanceOf(Stored.class);
        vpn.holdingTrimming = true;
        PendingOutcome waiting = vpn.vpn.submit(WorkUnit.publishing(sized(200_000 - 1)));
        vpn.awaitCommitter();
        return waiting;
    }

    @Test
    void aPublisherUnderBackPressureIsLetGoAtTheEnd() throws Exception {
        vpn.close();
        vpn = TestVpn.start(settings -> settings.withPromotionKib(4).withPublishTimeout(Duration.ofMinutes(10)));
        vpn.createQueue("q", IBM);
        vpn.administration.changeVpn(
                vpn.administration.vpn().settings().with(VpnAttributes.PROMOTION_POLICY, PromotionPolicy.BACKPRESSURE),
                -1);
        var gate = vpn.holdCommitter();
        vpn.vpn.live().publish(direct("x".repeat(3_000)));
        Thread[] publisher = new Thread[1];
        Future<Boolean> blocked = vpn.inBackground(() -> {
            publisher[0] = Thread.currentThread();
            vpn.vpn.live().publish(direct("x".repeat(3_000)));
            return true;
        });
        Awaitility.await().until(() -> publisher[0] != null && publisher[0].getState() == Thread.State.TIMED_WAITING);

        vpn.core().close(new Rejected(ErrorCode.VPN_DOWN, "the end"));

        assertThat(blocked.get(10, TimeUnit.SECONDS)).isTrue();
        gate.open();
    }

    private LiveSubscription subscribe() {
        return vpn.vpn
                .live()
                .subscribe(
                        LiveRequest.of(List.of(TopicFilter.ofDirectSubscriber(IBM)), new LiveStart.Snapshot(), "test"),
                        () -> {});
    }

    /** The sizes of so many messages' bodies, in order. */
    private static List<Integer> sizes(LiveSubscription live, int messages) {
        List<Integer> sizes = new ArrayList<>();
        Awaitility.await().atMost(TestVpn.SOON).until(() -> {
            LiveEvent next = live.poll();
            if (next instanceof LiveEvent.Received received) {
                sizes.add(received.message().message().body().length);
            }
            return sizes.size() == messages;
        });
        return sizes;
    }

    private static Message sized(int bytes) {
        return Message.to(TopicName.of(IBM)).bytes(new byte[bytes]).build();
    }

    private static Message direct(String text) {
        return Message.to(TopicName.of(IBM))
                .deliveryMode(DeliveryMode.DIRECT)
                .text(text)
                .build();
    }
}
