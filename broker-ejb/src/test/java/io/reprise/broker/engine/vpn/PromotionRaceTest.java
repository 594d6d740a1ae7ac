package io.reprise.broker.engine.vpn;

import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.engine.client.ClientTally;
import io.reprise.broker.model.delivery.Delivery;
import io.reprise.broker.model.delivery.DeliverySession;
import io.reprise.broker.model.management.PromotionPolicy;
import io.reprise.broker.model.management.VpnAttributes;
import io.reprise.broker.model.management.VpnSettings;
import io.reprise.broker.model.message.DeliveryMode;
import io.reprise.broker.model.message.Message;
import io.reprise.broker.model.publish.CommitOutcome.Stored;
import io.reprise.broker.model.publish.WorkUnit;
import io.reprise.broker.model.topic.TopicName;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Direct publishers flood what endpoints attract, beside guaranteed ones: everything is accounted for [spec 1.5]. */
class PromotionRaceTest {
    private static final int PUBLISHERS = 4;
    private static final int MESSAGES = 4_000;

    private final TestVpn vpn = TestVpn.start(settings -> settings.withPromotionKib(256));
    private final ExecutorService threads = Executors.newCachedThreadPool();

    @AfterEach
    void stop() {
        threads.shutdownNow();
        vpn.close();
    }

    @Test
    void eachDirectMessageIsPromotedOrDiscardedAndEachGuaranteedOneIsStored() throws Exception {
        int direct = flood();

        long promoted = vpn.core().liveStore().promotedMsgs();
        long discarded = vpn.core().liveStore().promotionDiscards();
        assertThat(promoted + discarded).isEqualTo(direct);
        assertThat(discarded).as("the flood was one").isPositive();
        assertThat(vpn.spooled("q")).isEqualTo(promoted + 2 * MESSAGES / 10);
        assertOrder();
    }

    @Test
    void withBackPressureNoneIsDiscarded() throws Exception {
        VpnSettings before = vpn.administration.vpn().settings();
        vpn.administration.changeVpn(before.with(VpnAttributes.PROMOTION_POLICY, PromotionPolicy.BACKPRESSURE), -1);

        int direct = flood();

        assertThat(vpn.core().liveStore().promotionDiscards()).isZero();
        assertThat(vpn.core().liveStore().promotedMsgs()).isEqualTo(direct);
        assertThat(vpn.spooled("q")).isEqualTo(direct + 2 * MESSAGES / 10);
        assertOrder();
    }

    /** Found: it waited for whatever came next, as the committer rested and was not told. */
    @Test
    void whatComesJustBehindAGuaranteedMessageIsStoredThoughNothingFollows() {
        vpn.createQueue("p", "p");
        for (int i = 1; i <= 20; i++) {
            vpn.publish("p", "guaranteed");
            vpn.core()
                    .liveStore()
                    .promote(
                            Message.to(TopicName.of("p"))
                                    .deliveryMode(DeliveryMode.DIRECT)
                                    .text("direct")
                                    .build(),
                            ClientTally.NOBODY);
            long promoted = i;
            Awaitility.await()
                    .atMost(TestVpn.SOON)
                    .until(() -> vpn.core().liveStore().promotedMsgs() == promoted);
        }
    }

    /** Returns when all is decided; how many direct ones there were. */
    private int flood() throws Exception {
        vpn.createQueue("q", "flood/>");
        List<Callable<Integer>> work = new ArrayList<>();
        for (int i = 0; i < PUBLISHERS; i++) {
            int publisher = i;
            work.add(() -> promote(publisher));
        }
        work.add(() -> publish(100));
        work.add(() -> publish(101));
        int direct = 0;
        for (Future<Integer> done : threads.invokeAll(work)) {
            direct += done.get();
        }
        int all = direct;
        Awaitility.await()
                .atMost(TestVpn.SOON)
                .until(() -> vpn.core().liveStore().promotedMsgs()
                                + vpn.core().liveStore().promotionDiscards()
                        == all);
        return direct;
    }

    private int promote(int publisher) {
        byte[] body = new byte[1_000];
        for (int i = 0; i < MESSAGES; i++) {
            vpn.core()
                    .liveStore()
                    .promote(
                            Message.to(TopicName.of("flood/" + publisher))
                                    .deliveryMode(DeliveryMode.DIRECT)
                                    .property("number", i)
                                    .bytes(body)
                                    .build(),
                            ClientTally.NOBODY);
        }
        return MESSAGES;
    }

    private int publish(int publisher) {
        for (int i = 0; i < MESSAGES / 10; i++) {
            Message message = Message.to(TopicName.of("flood/" + publisher))
                    .property("number", i)
                    .build();
            assertThat(vpn.vpn.commit(WorkUnit.publishing(message))).isInstanceOf(Stored.class);
        }
        return 0;
    }

    /** What each publisher sent comes in its order. */
    private void assertOrder() {
        Map<String, Integer> last = new HashMap<>();
        DeliverySession session = vpn.consume("q");
        Delivery next = session.receive(TestVpn.NOW);
        while (next != null) {
            int number =
                    (int) Objects.requireNonNull(next.message().properties().get("number"));
            Integer before = last.put(next.message().topic().text(), number);
            assertThat(before == null ? -1 : before).isLessThan(number);
            vpn.acknowledge(next);
            next = session.receive(TestVpn.NOW);
        }
        assertThat(last).containsKeys("flood/100", "flood/101").hasSizeGreaterThan(2);
    }
}
