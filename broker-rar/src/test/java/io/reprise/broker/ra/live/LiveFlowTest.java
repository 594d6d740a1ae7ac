package io.reprise.broker.ra.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.reprise.broker.model.delivery.Delivery;
import io.reprise.broker.model.delivery.DeliverySession;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.live.LiveEvent;
import io.reprise.broker.model.live.LiveMessageType;
import io.reprise.broker.model.live.LiveStart;
import io.reprise.broker.model.topic.TopicFilter;
import io.reprise.broker.ra.fake.MemoryLive;
import io.reprise.broker.ra.fake.MemoryVpn;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A live subscriber as a flow [spec 3.4]. */
class LiveFlowTest {
    private static final Duration LONG = Duration.ofSeconds(10);

    private final MemoryVpn vpn = new MemoryVpn("default");
    private final MemoryLive live = vpn.live();
    private final LivePlace place = new LivePlace();

    private LiveFlow open(String selector) {
        return LiveFlow.open(
                vpn,
                TopicFilter.ofDirectSubscriber("s"),
                LiveWish.of(0, true, Duration.ofMillis(5)),
                selector,
                "me",
                place);
    }

    private static String text(@Nullable Delivery delivery) {
        return delivery == null ? "none" : new String(delivery.message().body(), StandardCharsets.UTF_8);
    }

    private LiveStart lastStart() {
        List<LiveStart> starts = new ArrayList<>();
        live.requests().forEach(request -> starts.add(request.start()));
        return starts.get(starts.size() - 1);
    }

    @Test
    void asksForWhatIsWanted() {
        open("");

        assertThat(live.requests()).singleElement().satisfies(request -> {
            assertThat(request.start()).isEqualTo(new LiveStart.Snapshot());
            assertThat(request.conflation()).isEqualTo(Duration.ofMillis(5));
            assertThat(request.filters()).containsExactly(TopicFilter.ofDirectSubscriber("s"));
            assertThat(request.clientName()).isEqualTo("me");
        });
    }

    @Test
    void givesMessagesInTurnWithWhatIsKnownOfThem() {
        DeliverySession line = open("").openSession();
        live.stream().received(LiveMessageType.SNAPSHOT, "a", 1, 0);
        live.stream().add(new LiveEvent.Begun(1));
        live.stream().received(LiveMessageType.UPDATE, "b", 2, 7);

        LiveDelivery first = (LiveDelivery) Objects.requireNonNull(line.receiveNow());
        LiveDelivery second = (LiveDelivery) Objects.requireNonNull(line.receiveNow());

        assertThat(first.type()).isEqualTo(LiveMessageType.SNAPSHOT);
        assertThat(text(second)).isEqualTo("b");
        assertThat(second.discardedBefore()).isEqualTo(7);
        assertThat(second.msgId()).isGreaterThan(first.msgId());
        assertThat(line.receiveNow()).isNull();
    }

    @Test
    void aSelectorPassesOverTheOthersAndTheirLossesAreToldWithTheNext() {
        DeliverySession line = open("JMSType = 'b'").openSession();
        live.stream().received(LiveMessageType.UPDATE, "a", 1, 2);
        live.stream().received(LiveMessageType.UPDATE, "b", 2, 3);

        LiveDelivery delivery = (LiveDelivery) Objects.requireNonNull(line.receiveNow());

        assertThat(text(delivery)).isEqualTo("b");
        assertThat(delivery.discardedBefore()).isEqualTo(5);
    }

    @Test
    void aReceiverWaitsForTheNext() throws Exception {
        DeliverySession line = open("").openSession();
        CompletableFuture<String> received = CompletableFuture.supplyAsync(() -> text(line.receive(LONG)));

        live.stream().update("a", 1);

        assertThat(received.get(10, TimeUnit.SECONDS)).isEqualTo("a");
        assertThat(line.receive(Duration.ZERO)).isNull();
    }

    @Test
    void whoFoundNothingIsWokenOnceThereIsSomething() {
        DeliverySession line = open("").openSession();
        List<String> woken = new ArrayList<>();
        assertThat(line.takeNow()).isNull();
        line.whenAvailable(() -> woken.add("first"));
        assertThat(woken).isEmpty();

        live.stream().update("a", 1);
        assertThat(woken).containsExactly("first");

        assertThat(text(line.takeNow())).isEqualTo("a");
        assertThat(line.takeNow()).isNull();
        live.stream().update("b", 2);
        line.whenAvailable(() -> woken.add("at once"));
        assertThat(woken).containsExactly("first", "at once");
    }

    @Test
    void everySessionThatFoundNothingIsWoken() {
        LiveFlow flow = open("");
        DeliverySession one = flow.openSession();
        DeliverySession other = flow.openSession();
        List<String> woken = new ArrayList<>();
        assertThat(one.takeNow()).isNull();
        assertThat(other.takeNow()).isNull();
        one.whenAvailable(() -> woken.add("one"));
        other.whenAvailable(() -> woken.add("other"));

        live.stream().update("a", 1);

        assertThat(woken).containsExactly("one", "other");
    }

    @Test
    void whatIsGivenBackComesFirstInItsOrder() {
        LiveFlow flow = open("");
        DeliverySession line = flow.openSession();
        live.stream().update("a", 1);
        live.stream().update("b", 2);
        live.stream().update("c", 3);
        Delivery a = Objects.requireNonNull(line.takeNow());
        Delivery b = Objects.requireNonNull(line.takeNow());

        line.giveBack(b);
        line.giveBack(a);

        assertThat(text(line.takeNow())).isEqualTo("a");
        assertThat(text(line.takeNow())).isEqualTo("b");
        assertThat(text(line.takeNow())).isEqualTo("c");
    }

    @Test
    void whatFailedDoesNotComeAgain() {
        DeliverySession line = open("").openSession();
        live.stream().update("a", 1);
        Delivery a = Objects.requireNonNull(line.receiveNow());

        line.release(a);

        assertThat(line.receiveNow()).isNull();
    }

    @Test
    void whoReturnsGoesOnBehindWhatWasPresented() {
        LiveFlow flow = open("");
        DeliverySession line = flow.openSession();
        live.stream().add(new LiveEvent.Begun(0));
        live.stream().update("a", 1);
        live.stream().update("b", 2);
        live.stream().update("c", 3);
        Delivery a = Objects.requireNonNull(line.takeNow());
        Delivery b = Objects.requireNonNull(line.takeNow());
        line.present(b);
        line.giveBack(Objects.requireNonNull(line.takeNow()));
        flow.close();

        open("").close();
        assertThat(lastStart()).as("a was not presented").isEqualTo(new LiveStart.AfterMessage(0));

        line.present(a);
        open("");
        assertThat(lastStart()).as("c was not presented").isEqualTo(new LiveStart.AfterMessage(2));
    }

    @Test
    void whoGotNowhereBeginsAnew() {
        LiveFlow flow = open("");
        live.stream().received(LiveMessageType.SNAPSHOT, "a", 1, 0);
        flow.openSession().receiveNow();
        flow.close();

        open("");

        assertThat(lastStart()).isEqualTo(new LiveStart.Snapshot());
    }

    @Test
    void oneThatTheBrokerEndedAsTooSlowRecoversByItself() {
        LiveFlow flow = open("");
        DeliverySession line = flow.openSession();
        live.stream().update("a", 1);
        live.stream().end("too slow");

        assertThat(text(line.receiveNow())).isEqualTo("a");
        assertThat(line.receiveNow()).isNull();
        assertThat(lastStart()).isEqualTo(new LiveStart.AfterMessage(1));
        live.stream().received(LiveMessageType.RECOVERED, "b", 2, 0);
        live.stream().add(new LiveEvent.Recovered(true));

        assertThat(text(line.receiveNow())).isEqualTo("b");
        assertThat(flow.endReason()).isEmpty();
    }

    @Test
    void whatAnotherSessionHasInHandIsNotRecovered() {
        LiveFlow flow = open("");
        DeliverySession one = flow.openSession();
        live.stream().update("a", 1);
        live.stream().update("b", 2);
        live.stream().end("too slow");
        Objects.requireNonNull(one.takeNow());
        Objects.requireNonNull(one.takeNow());

        assertThat(flow.openSession().takeNow()).isNull();

        assertThat(lastStart()).isEqualTo(new LiveStart.AfterMessage(2));
        flow.close();
        open("");
        assertThat(lastStart()).as("neither was presented").isEqualTo(new LiveStart.Snapshot());
    }

    @Test
    void howARecoveryEndedIsToldWithTheNextMessageOnly() {
        DeliverySession line = open("").openSession();
        live.stream().received(LiveMessageType.SNAPSHOT, "a", 1, 0);
        live.stream().add(new LiveEvent.Recovered(false));
        live.stream().add(new LiveEvent.Begun(1));
        live.stream().update("b", 2);
        live.stream().update("c", 3);

        List<@Nullable Boolean> told = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            told.add(((LiveDelivery) Objects.requireNonNull(line.receiveNow())).recovered());
        }

        assertThat(told).containsExactly(null, false, null);
    }

    @Test
    void oneThatCantRecoverHasEnded() {
        LiveFlow flow = open("");
        DeliverySession line = flow.openSession();
        List<String> woken = new ArrayList<>();
        live.stream().update("a", 1);
        assertThat(text(line.takeNow())).isEqualTo("a");
        assertThat(line.takeNow()).isNull();
        line.whenAvailable(() -> woken.add("end"));
        live.down();

        live.stream().end("VPN steps down");
        assertThat(woken).containsExactly("end");

        assertThat(line.takeNow()).isNull();
        assertThat(flow.endReason()).contains("VPN steps down").contains("not served");
        line.whenAvailable(() -> woken.add("at once"));
        assertThat(woken).containsExactly("end", "at once");
    }

    @Test
    void oneThatGetsNothingFromAnySubscriptionDoesNotSubscribeForEver() {
        LiveFlow flow = open("");
        DeliverySession line = flow.openSession();

        live.stream().end("refused");

        assertThat(line.takeNow()).isNull();
        assertThat(flow.endReason()).isEqualTo("refused");
        assertThat(live.requests()).hasSize(1);
    }

    @Test
    void closedItGivesNothingMoreAndItsReceiversCome() throws Exception {
        LiveFlow flow = open("");
        DeliverySession line = flow.openSession();
        CompletableFuture<String> waiting = CompletableFuture.supplyAsync(() -> text(line.receive(LONG)));

        flow.close();

        assertThat(waiting.get(10, TimeUnit.SECONDS)).isEqualTo("none");
        assertThat(live.stream().isClosed()).isTrue();
        live.stream().update("a", 1);
        assertThat(line.receiveNow()).isNull();
    }

    @Test
    void aBadSelectorSubscribesNothing() {
        assertThatThrownBy(() -> open("x = = 1")).isInstanceOf(BrokerException.class);

        assertThat(live.requests()).isEmpty();
    }
}
