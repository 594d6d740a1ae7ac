package io.reprise.broker.engine.vpn;

import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.model.live.LiveEvent;
import io.reprise.broker.model.live.LiveMessage;
import io.reprise.broker.model.live.LiveMessageType;
import io.reprise.broker.model.live.LiveRequest;
import io.reprise.broker.model.live.LiveStart;
import io.reprise.broker.model.live.LiveSubscription;
import io.reprise.broker.model.live.SubjectPosition;
import io.reprise.broker.model.message.DeliveryMode;
import io.reprise.broker.model.message.Message;
import io.reprise.broker.model.message.PublisherStamp;
import io.reprise.broker.model.publish.CommitOutcome;
import io.reprise.broker.model.publish.CommitOutcome.Stored;
import io.reprise.broker.model.publish.PendingOutcome;
import io.reprise.broker.model.publish.WorkUnit;
import io.reprise.broker.model.topic.TopicFilter;
import io.reprise.broker.model.topic.TopicName;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Live subscribers of a whole engine: what is committed, promoted, demoted and recovered reaches them as it should [spec 1.5, 3]. */
class LiveEngineTest {
    private static final String IBM = "/Stocks/NYSE/IBM";

    private TestVpn vpn = TestVpn.start();

    @AfterEach
    void stop() {
        vpn.close();
    }

    /** A subscriber that waits for what it expects. */
    private final class Subscriber {
        private final Semaphore ready = new Semaphore(0);
        private final LiveSubscription stream;

        Subscriber(LiveStart start, String... filters) {
            List<TopicFilter> wanted = new ArrayList<>();
            for (String filter : filters) {
                wanted.add(TopicFilter.ofDirectSubscriber(filter));
            }
            stream = vpn.vpn.live().subscribe(LiveRequest.of(wanted, start, "test"), ready::release);
        }

        LiveEvent next() {
            LiveEvent event = stream.poll();
            while (event == null) {
                assertThat(stream.isEnded()).as(stream.endReason()).isFalse();
                await();
                event = stream.poll();
            }
            return event;
        }

        private void await() {
            try {
                assertThat(ready.tryAcquire(10, TimeUnit.SECONDS))
                        .as("an event")
                        .isTrue();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }

        /** The texts of so many messages, each with its type and number. */
        List<String> next(int messages) {
            List<String> texts = new ArrayList<>();
            while (texts.size() < messages) {
                if (next() instanceof LiveEvent.Received received) {
                    LiveMessage message = received.message();
                    texts.add(received.type() + " " + text(message) + " "
                            + message.position().seq());
                }
            }
            return texts;
        }
    }

    private static String text(LiveMessage message) {
        return new String(message.message().body(), StandardCharsets.UTF_8);
    }

    @Test
    void aSubscriberGetsTheSnapshotThenWhatIsCommittedThenWhatIsDirect() {
        publish("1", true);
        publish("2", false);
        Subscriber subscriber = new Subscriber(new LiveStart.Snapshot(), IBM);
        publish("3", false);
        vpn.vpn.live().publish(direct("direct", false));
        publish("4", true);

        assertThat(subscriber.next(4)).containsExactly("SNAPSHOT 1 1", "UPDATE 3 3", "UPDATE direct 3", "UPDATE 4 4");
    }

    @Test
    void aDirectMessageDoesNotOvertakeAnUndecidedGuaranteedOneOfItsSubject() {
        Subscriber subscriber = new Subscriber(new LiveStart.Snapshot(), "/Stocks/>");
        var gate = vpn.holdCommitter();
        PendingOutcome guaranteed = vpn.vpn.submit(WorkUnit.publishing(TestVpn.message(IBM, "guaranteed")));
        vpn.vpn.live().publish(direct("behind", false));
        vpn.vpn
                .live()
                .publish(Message.to(TopicName.of("/Stocks/other"))
                        .deliveryMode(DeliveryMode.DIRECT)
                        .text("other")
                        .build());
        assertThat(subscriber.next(1)).containsExactly("UPDATE other 0");

        gate.open();

        assertThat(guaranteed.await()).isInstanceOf(Stored.class);
        assertThat(subscriber.next(2)).containsExactly("UPDATE guaranteed 1", "UPDATE behind 1");
    }

    @Test
    void aRefusedMessageReachesNobodyAndADirectOneGoesOnBehindIt() {
        vpn.createQueue("small", TestVpn.queue().with(Map.of("maxMsgSize", 20)), IBM);
        Subscriber subscriber = new Subscriber(new LiveStart.Snapshot(), IBM);
        var gate = vpn.holdCommitter();
        PendingOutcome refused = vpn.vpn.submit(WorkUnit.publishing(TestVpn.message(IBM, "much too long for it")));
        vpn.vpn.live().publish(direct("direct", false));
        gate.open();

        assertThat(refused.await()).isInstanceOf(CommitOutcome.Rejected.class);
        assertThat(subscriber.next(1)).containsExactly("UPDATE direct 0");
    }

    @Test
    void oneThatIsSentAgainReachesPlainSubscribersOnceMoreWithoutANumber() {
        vpn.createQueue("q", IBM);
        Subscriber subscriber = new Subscriber(new LiveStart.Nothing(), IBM);
        Message stamped = Message.to(TopicName.of(IBM))
                .text("again")
                .publisher(new PublisherStamp("p", 1))
                .build();

        vpn.publish(stamped);
        vpn.publish(stamped);
        publish("next", false);

        List<String> texts = subscriber.next(3);
        assertThat(texts.get(0)).isEqualTo("UPDATE again 1");
        assertThat(texts.get(1)).startsWith("UPDATE again ");
        assertThat(texts.get(2)).isEqualTo("UPDATE next 2");
        assertThat(vpn.spooled("q")).isEqualTo(2);
    }

    @Test
    void theThreeModes() {
        vpn.createQueue("q", IBM);
        Subscriber subscriber = new Subscriber(new LiveStart.Snapshot(), IBM);

        vpn.vpn.live().publish(direct("direct", false));
        vpn.publish(Message.to(TopicName.of(IBM))
                .deliveryMode(DeliveryMode.NON_PERSISTENT)
                .text("non-persistent")
                .build());
        publish("persistent", false);

        assertThat(subscriber.next(3))
                .containsExactly("UPDATE direct 0", "UPDATE non-persistent 1", "UPDATE persistent 2");
        var session = vpn.consume("q");
        List<String> modes = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            var delivery = TestVpn.next(session);
            modes.add(TestVpn.text(delivery) + " "
                    + delivery.message().deliveryMode().onEndpoint());
            vpn.acknowledge(delivery);
            vpn.clock.advance(Duration.ofSeconds(1));
        }
        assertThat(modes)
                .containsExactlyInAnyOrder(
                        "direct NON_PERSISTENT", "non-persistent NON_PERSISTENT", "persistent PERSISTENT");
    }

    /** No endpoint and no history wants its content: subscribers do. */
    @Test
    void whatIsKeptForNobodyReachesWhoIsThere() {
        vpn.withoutHistory();
        Subscriber subscriber = new Subscriber(new LiveStart.Snapshot(), IBM);

        publish("1", false);

        assertThat(subscriber.next(1)).containsExactly("UPDATE 1 1");
    }

    @Test
    void snapshotsAndHistoryAreThereAfterARestart() {
        publish("1", true);
        publish("2", false);
        vpn.vpn.live().publish(direct("direct", true));
        vpn.duties.runAll();
        vpn = vpn.restarted();

        Subscriber late = new Subscriber(new LiveStart.Snapshot(), IBM);
        publish("3", false);
        assertThat(late.next(2)).containsExactly("SNAPSHOT direct 2", "UPDATE 3 3");
        Subscriber historical = new Subscriber(new LiveStart.History(10), IBM);
        assertThat(historical.next(3)).containsExactly("HISTORICAL 1 1", "HISTORICAL 2 2", "HISTORICAL 3 3");
    }

    @Test
    void aCleanStopStoresWhatWasRetainedDirectJustBefore() {
        vpn.vpn.live().publish(direct("direct", true));

        vpn = vpn.restarted();

        assertThat(vpn.vpn.live().snapshot(TopicName.of(IBM)).map(LiveEngineTest::text))
                .contains("direct");
    }

    @Test
    void aSubscriberWhoWasAwayDuringARestartMissesNothing() {
        Subscriber subscriber = new Subscriber(new LiveStart.Snapshot(), IBM);
        publish("1", false);
        LiveEvent first = subscriber.next();
        while (!(first instanceof LiveEvent.Received)) {
            first = subscriber.next();
        }
        SubjectPosition position = ((LiveEvent.Received) first).message().position();
        long covers = ((LiveEvent.Received) first).covers().orElseThrow();
        publish("2", false);
        vpn = vpn.restarted();
        publish("3", false);

        Subscriber byPosition = new Subscriber(new LiveStart.AfterPosition(position), IBM);
        Subscriber byMessage = new Subscriber(new LiveStart.AfterMessage(covers), "/Stocks/>");

        for (Subscriber back : List.of(byPosition, byMessage)) {
            assertThat(back.next(2)).containsExactly("RECOVERED 2 2", "RECOVERED 3 3");
            assertThat(back.next()).isEqualTo(new LiveEvent.Recovered(true));
        }
    }

    @Test
    void whatIsTooOldToBeSureOfIsResynchronised() {
        publish("1", true);
        publish("2", false);
        vpn.clock.advance(Duration.ofSeconds(181));
        vpn = vpn.restarted();
        publish("3", false);

        long epoch = 0;
        Subscriber probe = new Subscriber(new LiveStart.Snapshot(), IBM);
        LiveEvent event = probe.next();
        if (event instanceof LiveEvent.Received received) {
            assertThat(received.type()).isEqualTo(LiveMessageType.SNAPSHOT);
            epoch = received.message().position().epoch();
        }
        Subscriber back = new Subscriber(new LiveStart.AfterPosition(new SubjectPosition(epoch, 2)), IBM);

        assertThat(back.next(1)).containsExactly("SNAPSHOT 1 1");
        assertThat(back.next()).isEqualTo(new LiveEvent.Recovered(false));
    }

    @Test
    void entriesOfTheHistoryAreNotReclaimedWhileItIsYoung() {
        for (int i = 0; i < 1_500; i++) {
            publish("" + i, false);
        }
        for (int i = 0; i < 10; i++) {
            vpn.duties.runAll();
        }

        assertThat(new Subscriber(new LiveStart.History(1_000), IBM).next(1_000))
                .startsWith("HISTORICAL 500 501")
                .endsWith("HISTORICAL 1499 1500");
        int before = vpn.rows().log().size();
        vpn.clock.advance(Duration.ofSeconds(181));
        for (int i = 0; i < 10; i++) {
            vpn.duties.runAll();
        }
        assertThat(vpn.rows().log()).hasSizeLessThan(before - 400);
    }

    @Test
    void aDeletedSnapshotIsAbsent() {
        publish("1", true);
        assertThat(vpn.vpn.live().snapshot(TopicName.of(IBM)).map(LiveEngineTest::text))
                .contains("1");

        assertThat(vpn.vpn.live().deleteSnapshot(TopicName.of(IBM))).isTrue();

        assertThat(vpn.vpn.live().snapshot(TopicName.of(IBM))).isEmpty();
        assertThat(vpn.vpn.live().deleteSnapshot(TopicName.of(IBM))).isFalse();
    }

    private void publish(String text, boolean isRetained) {
        Message message =
                Message.to(TopicName.of(IBM)).text(text).retained(isRetained).build();
        assertThat(vpn.publish(message)).isInstanceOf(Stored.class);
    }

    private static Message direct(String text, boolean isRetained) {
        return Message.to(TopicName.of(IBM))
                .deliveryMode(DeliveryMode.DIRECT)
                .retained(isRetained)
                .text(text)
                .build();
    }
}
