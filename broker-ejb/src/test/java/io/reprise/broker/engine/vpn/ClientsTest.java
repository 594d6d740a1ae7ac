package io.reprise.broker.engine.vpn;

import static io.reprise.broker.engine.vpn.TestVpn.SOON;
import static io.reprise.broker.engine.vpn.TestVpn.message;
import static io.reprise.broker.engine.vpn.TestVpn.next;
import static io.reprise.broker.engine.vpn.TestVpn.queue;
import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.model.delivery.BindRequest;
import io.reprise.broker.model.delivery.Delivery;
import io.reprise.broker.model.delivery.DeliverySession;
import io.reprise.broker.model.delivery.Flow;
import io.reprise.broker.model.endpoint.AccessType;
import io.reprise.broker.model.endpoint.EndpointAttributes;
import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.live.LiveEvent;
import io.reprise.broker.model.live.LiveRequest;
import io.reprise.broker.model.live.LiveStart;
import io.reprise.broker.model.live.LiveSubscription;
import io.reprise.broker.model.management.ClientView;
import io.reprise.broker.model.management.FlowView;
import io.reprise.broker.model.message.DeliveryMode;
import io.reprise.broker.model.message.Message;
import io.reprise.broker.model.publish.BranchId;
import io.reprise.broker.model.publish.PendingOutcome;
import io.reprise.broker.model.publish.WorkUnit;
import io.reprise.broker.model.topic.TopicFilter;
import io.reprise.broker.model.topic.TopicName;
import io.reprise.broker.model.vpn.MessageVpn;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What each client of a VPN has done, and the flows of its endpoints, as administrators see them [spec 1.5, 5.1]. */
class ClientsTest {
    private final TestVpn broker = TestVpn.start(settings -> settings.withPublishTimeout(SOON.multipliedBy(60)));
    private final MessageVpn shop = broker.vpn.client("shop", "alice");

    @AfterEach
    void close() {
        broker.close();
    }

    private ClientView client(String name) {
        return broker.administration.client(name);
    }

    private List<FlowView> flows(String queue) {
        return broker.administration.flows(EndpointKind.QUEUE, queue);
    }

    private static Message direct(String topic) {
        return Message.to(TopicName.of(topic))
                .text("d")
                .deliveryMode(DeliveryMode.DIRECT)
                .build();
    }

    @Test
    void whatAClientPublishesIsCountedAsItsOwn() {
        broker.createQueue("q", "q");
        shop.commit(WorkUnit.publishing(message("q", "a")).publish(message("q", "b")));
        shop.commit(WorkUnit.publishing(message("#P2P/QUE/missing", "c")));
        shop.commit(WorkUnit.publishing(message("#P2P/QUE/missing", "d")));
        broker.publish("q", "of nobody");
        BranchId branch = new BranchId(1, new byte[] {1}, new byte[] {1});
        shop.prepare(branch, WorkUnit.publishing(message("q", "e"))).orThrow();
        shop.commitPrepared(branch).orThrow();

        assertThat(client("shop").publishedMsgs()).isEqualTo(3);
        assertThat(client("shop").username()).isEqualTo("alice");
        assertThat(client("shop").rejections()).isEqualTo(Map.of(ErrorCode.NO_SUCH_QUEUE, 2L));
        assertThat(broker.administration.rejections()).isEqualTo(Map.of(ErrorCode.NO_SUCH_QUEUE, 2L));
        assertThat(broker.administration.clients()).extracting(ClientView::name).containsExactly("shop");
    }

    @Test
    void whatIsSentAgainAndWhatIsPublishedDirectIsCountedAsItsOwn() {
        broker.createQueue("q", "q");
        Message stamped = Message.to(TopicName.of("q"))
                .text("s")
                .publisher(new io.reprise.broker.model.message.PublisherStamp("p", 1))
                .build();
        shop.commit(WorkUnit.publishing(stamped)).orThrow();
        shop.commit(WorkUnit.publishing(stamped)).orThrow();
        shop.live().publish(direct("q"));
        shop.live().publish(direct("nobody's"));

        Awaitility.await().atMost(SOON).until(() -> client("shop").promotedMsgs() == 1);
        assertThat(client("shop").publishedMsgs()).isEqualTo(1);
        assertThat(client("shop").duplicateMsgs()).isEqualTo(1);
        assertThat(client("shop").directMsgs()).isEqualTo(2);
        assertThat(client("shop").promotionDiscards()).isZero();
    }

    @Test
    void whatIsRefusedBeforeItComesToTheCommitterIsCountedToo() {
        broker.life.stop(SOON);

        shop.commit(WorkUnit.publishing(message("q", "late")));

        assertThat(client("shop").rejections()).isEqualTo(Map.of(ErrorCode.VPN_DOWN, 1L));
        assertThat(broker.administration.rejections()).containsEntry(ErrorCode.VPN_DOWN, 1L);
    }

    @Test
    void aFlowShowsWhoConsumesAndHowFarItIs() {
        broker.createQueue(
                "q",
                queue().with(EndpointAttributes.ACCESS_TYPE, AccessType.EXCLUSIVE)
                        .with(Map.of("prefetch", 2)),
                "q");
        for (int i = 0; i < 5; i++) {
            broker.publish("q", "m" + i);
        }
        Flow active = shop.bind(new BindRequest(EndpointKind.QUEUE, "q", "worker"));
        broker.clock.advance(Duration.ofSeconds(7));
        Flow standby = shop.bind(new BindRequest(EndpointKind.QUEUE, "q", "standby"));
        DeliverySession session = active.openSession();
        broker.acknowledge(next(session));
        Delivery failed = next(session);
        session.release(failed);
        broker.awaitCommitter();
        next(session);

        FlowView first = flows("q").get(0);
        FlowView second = flows("q").get(1);

        assertThat(first.clientName()).isEqualTo("worker");
        assertThat(first.clientUsername()).isEqualTo("alice");
        assertThat(first.active()).isTrue();
        assertThat(second.active()).isFalse();
        assertThat(second.bound()).isEqualTo(first.bound().plusSeconds(7));
        assertThat(List.of(first.id(), second.id())).containsExactly(1L, 2L);
        assertThat(first.sessions()).isEqualTo(1);
        assertThat(first.prefetch()).isEqualTo(2);
        assertThat(first.unackedMsgCount()).isEqualTo(1);
        assertThat(first.bufferedMsgCount()).isEqualTo(1);
        assertThat(first.presentedMsgs()).isEqualTo(3);
        assertThat(first.redeliveredMsgs()).isEqualTo(1);
        assertThat(first.acknowledgedMsgs()).isEqualTo(1);
        assertThat(client("worker").acknowledgedMsgs()).isEqualTo(1);
        assertThat(client("worker").flows()).isEqualTo(1);
        active.close();
        active.close();
        standby.close();
        assertThat(client("worker").flows()).isZero();
        assertThat(flows("q")).isEmpty();
    }

    @Test
    void anAcknowledgementInAPreparedBranchIsTheFlowsAndCountedOnce() {
        broker.createQueue("q", "q");
        broker.publish("q", "m");
        Flow flow = broker.bind("q");
        Delivery delivery = next(flow.openSession());
        BranchId branch = new BranchId(1, new byte[] {1}, new byte[] {1});

        broker.vpn.prepare(branch, WorkUnit.acknowledging(delivery)).orThrow();
        assertThat(flows("q").get(0).unackedMsgCount()).isZero();
        broker.vpn.commitPrepared(branch).orThrow();

        assertThat(flows("q").get(0).acknowledgedMsgs()).isEqualTo(1);
    }

    @Test
    void flowsAndClientsAreListedWhileTheDatabaseIsAway() throws Exception {
        broker.createQueue("q", "q");
        broker.bind("q");
        broker.rows().goAway();
        PendingOutcome writing = broker.vpn.submit(WorkUnit.publishing(message("q", "waits")));
        broker.awaitWriting();

        Future<Integer> listed = broker.inBackground(
                () -> flows("q").size() + broker.administration.clients().size());

        assertThat(listed.get(10, TimeUnit.SECONDS))
                .as("a flow, its client and the shop")
                .isEqualTo(3);
        broker.rows().comeBack();
        writing.await().orThrow();
    }

    @Test
    void aLiveSubscriberIsAClientToo() {
        List<TopicFilter> all = List.of(TopicFilter.ofDirectSubscriber("t/>"));
        LiveRequest small = new LiveRequest(all, new LiveStart.Nothing(), Duration.ZERO, 1, 1_000_000, "watcher");
        LiveSubscription watcher = broker.vpn.live().subscribe(small, () -> {});
        Awaitility.await().atMost(SOON).until(() -> watcher.poll() instanceof LiveEvent.Begun);
        broker.publish("t/a", "guaranteed");
        Awaitility.await().atMost(SOON).until(() -> watcher.poll() != null);
        for (int i = 0; i < 3; i++) {
            shop.live().publish(direct("t/b"));
        }

        Awaitility.await().atMost(SOON).until(() -> client("watcher").directDiscards() == 2);
        assertThat(client("watcher").subscriptions()).isEqualTo(1);
        assertThat(client("watcher").liveMsgs()).isEqualTo(1);
        assertThat(client("watcher").demotedMsgs()).isEqualTo(1);
        watcher.close();
        assertThat(client("watcher").subscriptions()).isZero();
        assertThat(client("shop").directMsgs()).isEqualTo(3);
    }
}
