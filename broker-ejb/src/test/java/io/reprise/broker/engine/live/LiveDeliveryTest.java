package io.reprise.broker.engine.live;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.live.LiveEvent;
import io.reprise.broker.model.live.LiveRequest;
import io.reprise.broker.model.live.LiveStart;
import io.reprise.broker.model.live.LiveSubscription;
import io.reprise.broker.model.live.SubjectPosition;
import io.reprise.broker.model.message.DeliveryMode;
import io.reprise.broker.model.message.Message;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Live messages on their way to subscribers: who gets them, within which bounds, and who is told [spec 1.5, 3.2, 3.4]. */
class LiveDeliveryTest {
    private static final LiveStart NOTHING = new LiveStart.Nothing();

    private final LiveWorld world = new LiveWorld();

    private static LiveRequest conflated(String filter, long millis) {
        LiveRequest request = LiveWorld.request(NOTHING, filter);
        return new LiveRequest(
                request.filters(), NOTHING, Duration.ofMillis(millis), 1_000, 1_000_000, request.clientName());
    }

    private static LiveEvent.Received received(LiveEvent event) {
        return (LiveEvent.Received) event;
    }

    // ---- modes [spec 1.5] ----

    @ParameterizedTest
    @CsvSource({"DIRECT,false", "NON_PERSISTENT,true", "PERSISTENT,true"})
    void aDirectSubscriberGetsWhatIsPublishedInAnyMode(DeliveryMode mode, boolean isGuaranteed) {
        LiveSubscription subscription = world.subscribe(NOTHING, "a");
        Message message = LiveWorld.message("a", "1", false, mode);

        if (isGuaranteed) {
            world.publish(List.of(message));
        } else {
            world.side.publish(message);
        }

        LiveEvent.Received event = received(world.events(subscription).get(1));
        assertThat(event.message().guaranteed()).isEqualTo(isGuaranteed);
        assertThat(event.message().message().deliveryMode()).isEqualTo(mode);
        assertThat(event.message().position().seq()).isEqualTo(isGuaranteed ? 1 : 0);
        assertThat(world.promoted).hasSize(isGuaranteed ? 0 : 1);
        assertThat(world.statistics().demotedMsgs()).isEqualTo(isGuaranteed ? 1 : 0);
        assertThat(world.statistics().directMsgs()).isEqualTo(isGuaranteed ? 0 : 1);
        assertThat(world.statistics().deliveredMsgs()).isEqualTo(1);
    }

    @Test
    void aDirectMessageHasThePositionOfTheNewestGuaranteedOneAndTakesNone() {
        LiveSubscription subscription = world.subscribe(NOTHING, "a");
        world.publish("a", "1", false);
        world.direct("a", "d", false);
        world.publish("a", "2", false);

        assertThat(world.events(subscription).stream()
                        .skip(1)
                        .map(event -> received(event).message().position().seq()))
                .containsExactly(1L, 1L, 2L);
    }

    @Test
    void aDirectMessageWaitsForItsTurnBehindAnUndecidedOne() {
        LiveSubscription subscription = world.subscribe(NOTHING, "a");
        world.holdsDirect = true;
        world.direct("a", "d", false);
        world.publish("a", "1", false);
        assertThat(world.heard(subscription)).containsExactly("BEGUN", "UPDATE 1");

        requireNonNull(world.following).run();

        assertThat(world.heard(subscription)).containsExactly("UPDATE d");
    }

    @Test
    void aRetransmissionReachesThoseOnlyWhoTakeWhatComes() {
        LiveSubscription plain = world.subscribe(NOTHING, "a");
        LiveSubscription counting = world.subscribe(new LiveStart.Snapshot(), "a");
        world.publish("a", "1", true);
        world.side.retransmitted(LiveWorld.message("a", "1", true, DeliveryMode.PERSISTENT));

        List<LiveEvent> events = world.events(plain);
        assertThat(events.stream().map(LiveWorld::words)).containsExactly("BEGUN", "UPDATE 1", "UPDATE 1");
        assertThat(received(events.get(2)).message().position()).isEqualTo(SubjectPosition.NONE);
        assertThat(world.heard(counting)).containsExactly("BEGUN", "UPDATE 1");
        assertThat(world.statistics().cachedMsgs()).isEqualTo(1);
    }

    @Test
    void whatIsNoDirectMessageIsRefused() {
        assertThatThrownBy(() -> world.side.publish(LiveWorld.message("a", "1", false, DeliveryMode.PERSISTENT)))
                .isInstanceOfSatisfying(
                        BrokerException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_PARAMETER));
        Message large = LiveWorld.message("a", "x".repeat(30_000_000), false, DeliveryMode.DIRECT);
        assertThatThrownBy(() -> world.side.publish(large))
                .isInstanceOfSatisfying(
                        BrokerException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.MESSAGE_TOO_BIG));
        assertThat(world.promoted).isEmpty();
    }

    @Test
    void aMessageSentDirectToAQueueIsPromotedOnly() {
        LiveSubscription subscription = world.subscribe(NOTHING, "#P2P/QUE/q");
        world.direct("#P2P/QUE/q", "1", true);

        assertThat(world.heard(subscription)).containsExactly("BEGUN");
        assertThat(world.promoted).hasSize(1);
        assertThat(world.snapshot("#P2P/QUE/q")).isNull();
    }

    // ---- matching ----

    @Test
    void severalFiltersGiveOneCopy() {
        LiveSubscription subscription = world.subscribe(NOTHING, "a/b", "a/*", ">", "a/b");
        world.publish("a/b", "1", false);
        world.publish("c", "2", false);
        world.publish("$sys", "3", false);

        assertThat(world.heard(subscription)).containsExactly("BEGUN", "UPDATE 1", "UPDATE 2");
    }

    @Test
    void whoHasLeftGetsNothingAndIsForgotten() {
        LiveSubscription one = world.subscribe(NOTHING, "a", "b/*");
        LiveSubscription other = world.subscribe(NOTHING, "a", "b/*");
        one.close();
        one.close();
        world.publish("a", "1", false);
        world.publish("b/1", "2", false);
        assertThat(world.heard(one)).isEmpty();
        assertThat(one.isEnded()).isTrue();
        assertThat(world.heard(other)).containsExactly("BEGUN", "UPDATE 1", "UPDATE 2");

        other.close();
        world.clock.advance(Duration.ofHours(1));
        world.side.age();
        assertThat(world.statistics().subscribers()).isZero();
        assertThat(world.statistics().subjects()).isZero();
    }

    // ---- being told ----

    @Test
    void isToldWhenThereIsSomethingAfterThereWasNothing() {
        AtomicInteger told = new AtomicInteger();
        LiveSubscription subscription = world.subscribe(LiveWorld.request(NOTHING, "a"), told::incrementAndGet);
        assertThat(told).hasValue(1);
        world.publish("a", "1", false);
        world.executor.runAll();
        assertThat(told).as("there was something").hasValue(1);

        assertThat(world.heard(subscription)).hasSize(2);
        world.publish("a", "2", false);
        world.publish("a", "3", false);
        world.executor.runAll();
        assertThat(told).hasValue(2);

        world.side.end("over");
        assertThat(told).as("also at the end").hasValue(3);
        assertThat(world.heard(subscription)).containsExactly("UPDATE 2", "UPDATE 3");
        assertThat(subscription.isEnded()).isTrue();
        assertThat(subscription.endReason()).isEqualTo("over");
    }

    @Test
    void aSubscriberThatFailsWhenToldIsNobodyElsesConcern() {
        world.subscribe(LiveWorld.request(NOTHING, "a"), () -> {
            throw new IllegalStateException("told to");
        });
        LiveSubscription other = world.subscribe(NOTHING, "a");
        world.publish("a", "1", false);

        assertThat(world.heard(other)).containsExactly("BEGUN", "UPDATE 1");
    }

    @Test
    void whenTheVpnIsNoLongerServedNobodySubscribesOrPublishes() {
        world.side.end("stepped down");

        assertThatThrownBy(() -> world.subscribe(NOTHING, "a"))
                .isInstanceOfSatisfying(
                        BrokerException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.VPN_DOWN));
        assertThatThrownBy(() -> world.direct("a", "1", false))
                .isInstanceOfSatisfying(
                        BrokerException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.VPN_DOWN));
    }

    // ---- bounds ----

    @Test
    void pastTheBufferTheOldestDirectOnesGoAndTheNextOneSaysSo() {
        LiveSubscription subscription =
                world.subscribe(LiveWorld.bounded(LiveWorld.request(NOTHING, "a"), 3, 1_000), () -> {});
        for (int i = 1; i <= 5; i++) {
            world.direct("a", "d" + i, false);
        }

        List<LiveEvent> events = world.events(subscription);
        assertThat(events.stream().map(LiveWorld::words))
                .containsExactly("BEGUN", "UPDATE d3", "UPDATE d4", "UPDATE d5");
        assertThat(events.stream().skip(1).map(event -> received(event).discardedBefore()))
                .containsExactly(2L, 0L, 0L);
        assertThat(world.statistics().directDiscards()).isEqualTo(2);
    }

    @Test
    void theBoundInBytesHoldsTooButOneMessageAlwaysFinds() {
        LiveSubscription subscription =
                world.subscribe(LiveWorld.bounded(LiveWorld.request(NOTHING, "a"), 100, 10), () -> {});
        world.direct("a", "12345", false);
        world.direct("a", "123456", false);
        assertThat(world.heard(subscription)).containsExactly("BEGUN", "UPDATE 123456");

        world.direct("a", "longer than ten bytes", false);
        assertThat(world.heard(subscription)).containsExactly("UPDATE longer than ten bytes");
    }

    @Test
    void aGuaranteedOneTakesTheRoomOfDirectOnesAndWithoutRoomItEnds() {
        LiveSubscription subscription =
                world.subscribe(LiveWorld.bounded(LiveWorld.request(NOTHING, "a"), 3, 1_000), () -> {});
        world.direct("a", "d1", false);
        world.publish("a", "g1", false);
        world.direct("a", "d2", false);
        world.publish("a", "g2", false);
        world.publish("a", "g3", false);
        world.direct("a", "d3", false);
        world.publish("a", "g4", false);
        world.publish("a", "g5", false);

        assertThat(world.heard(subscription)).containsExactly("BEGUN", "UPDATE g1", "UPDATE g2", "UPDATE g3");
        assertThat(subscription.isEnded()).isTrue();
        assertThat(subscription.endReason()).contains("did not keep up");
        assertThat(world.statistics().slowSubscribersEnded()).isEqualTo(1);
        assertThat(world.statistics().directDiscards()).isEqualTo(3);
        assertThat(world.statistics().subscribers()).isZero();
    }

    @Test
    void whatItBeginsWithDoesNotCount() {
        for (int i = 0; i < 10; i++) {
            world.publish("a", "h" + i, false);
        }
        LiveSubscription subscription = world.subscribe(
                LiveWorld.bounded(LiveWorld.request(new LiveStart.History(10), "a"), 1, 1_000), () -> {});
        world.publish("a", "live", false);

        assertThat(world.heard(subscription)).hasSize(12).endsWith("UPDATE live");
    }

    // ---- the loop's own bounds ----

    @Test
    void directMessagesThatWaitForTheLoopAreBoundedOldestFirst() {
        LiveWorld small = new LiveWorld(new Inbox.Bounds(1_000, 2, 1_000, 1_000));
        LiveSubscription subscription = small.subscribe(NOTHING, "a");
        for (int i = 1; i <= 5; i++) {
            small.direct("a", "d" + i, false);
        }

        assertThat(small.heard(subscription)).containsExactly("BEGUN", "UPDATE d4", "UPDATE d5");
        assertThat(small.statistics().intakeDiscards()).isEqualTo(3);
    }

    @Test
    void contentThatFindsNoRoomBeforeTheLoopIsReadBack() {
        LiveWorld small = new LiveWorld(new Inbox.Bounds(0, 10, 1_000, 1_000));
        LiveSubscription subscription = small.subscribe(NOTHING, "a");
        small.publish("a", "1", true);

        assertThat(small.heard(subscription)).containsExactly("BEGUN", "UPDATE 1");
        assertThat(small.snapshot("a")).isEqualTo("1");
    }

    @Test
    void whenTheLoopIsFarBehindSubscribersComeAgainAndTheHistoryIsWhole() {
        LiveWorld small = new LiveWorld(new Inbox.Bounds(1_000, 10, 1_000, 5));
        LiveSubscription subscription = small.subscribe(NOTHING, "a");
        LiveSubscription elsewhere = small.subscribe(NOTHING, "b");
        for (int i = 1; i <= 10; i++) {
            small.publish("a", "" + i, true);
        }
        assertThat(small.side.keptFromMsgId()).as("what waits is kept").isEqualTo(1);

        List<LiveEvent> events = small.events(subscription);
        assertThat(events).hasSize(7);
        assertThat(subscription.isEnded()).isTrue();
        assertThat(subscription.endReason()).contains("did not keep up");
        assertThat(elsewhere.isEnded()).isFalse();
        long covers = received(events.get(6)).covers().orElseThrow();
        assertThat(small.heard(small.subscribe(new LiveStart.AfterMessage(covers), "a")))
                .containsExactly("RECOVERED 7", "RECOVERED 8", "RECOVERED 9", "RECOVERED 10", "SYNC", "BEGUN");
        assertThat(small.snapshot("a")).isEqualTo("10");
    }

    // ---- conflation ----

    @Test
    void inEachIntervalTheNewestOfEachSubjectComes() {
        LiveSubscription subscription = world.subscribe(conflated("*", 100), () -> {});
        world.publish("a", "a1", false);
        world.direct("b", "b1", false);
        world.publish("a", "a2", false);
        assertThat(world.heard(subscription)).containsExactly("BEGUN");

        world.clock.advance(Duration.ofMillis(99));
        assertThat(world.heard(subscription)).isEmpty();
        world.clock.advance(Duration.ofMillis(1));
        List<LiveEvent> events = world.events(subscription);
        assertThat(events.stream().map(LiveWorld::words)).containsExactly("UPDATE b1", "UPDATE a2");
        assertThat(received(events.get(0)).covers()).hasValue(1);
        assertThat(received(events.get(1)).covers()).hasValue(2);

        world.clock.advance(Duration.ofMillis(200));
        assertThat(world.heard(subscription)).isEmpty();
        world.publish("a", "a3", false);
        world.executor.runAll();
        world.clock.advance(Duration.ofMillis(100));
        assertThat(world.heard(subscription)).containsExactly("UPDATE a3");
        assertThat(world.statistics().directDiscards()).isZero();
    }

    @Test
    void isToldAtTheEndOfTheInterval() {
        AtomicInteger told = new AtomicInteger();
        LiveSubscription subscription = world.subscribe(conflated("a", 100), told::incrementAndGet);
        world.heard(subscription);
        world.publish("a", "1", false);
        world.executor.runAll();
        assertThat(told).hasValue(1);

        world.clock.advance(Duration.ofMillis(100));
        assertThat(told).hasValue(2);
    }

    @Test
    void whatWaitsForTheIntervalIsThereWhenItEnds() {
        LiveSubscription subscription = world.subscribe(conflated("a", 100), () -> {});
        world.publish("a", "1", false);
        world.executor.runAll();

        world.side.end("over");

        assertThat(world.heard(subscription)).containsExactly("BEGUN", "UPDATE 1");
        assertThat(subscription.isEnded()).isTrue();
    }

    // ---- one of many ----

    @Test
    void aStalledSubscriberAmongAThousandIsNoticedByNobodyElse() {
        List<LiveSubscription> others = new ArrayList<>();
        LiveSubscription stalled = world.subscribe(NOTHING, "s/>");
        for (int i = 1; i < 1_000; i++) {
            others.add(world.subscribe(NOTHING, "s/>"));
        }

        for (int i = 0; i < 3_000; i++) {
            world.publish("s/" + i % 7, "" + i, false);
            world.direct("s/" + i % 7, "d" + i, false);
            world.executor.runAll();
            if (i % 500 == 499) {
                int round = i;
                others.forEach(other -> assertThat(world.events(other)).hasSize(1_000 + (round == 499 ? 1 : 0)));
            }
        }

        assertThat(world.heard(stalled)).hasSize(1 + LiveRequest.DEFAULT_BUFFER_MESSAGES);
        assertThat(stalled.isEnded()).isTrue();
        assertThat(world.statistics().slowSubscribersEnded()).isEqualTo(1);
        assertThat(world.statistics().subscribers()).isEqualTo(999);
    }
}
