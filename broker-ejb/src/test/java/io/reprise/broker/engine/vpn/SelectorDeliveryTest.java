package io.reprise.broker.engine.vpn;

import static io.reprise.broker.engine.vpn.TestVpn.SOON;
import static io.reprise.broker.engine.vpn.TestVpn.next;
import static io.reprise.broker.engine.vpn.TestVpn.nextText;
import static io.reprise.broker.engine.vpn.TestVpn.queue;
import static io.reprise.broker.engine.vpn.TestVpn.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.reprise.broker.model.delivery.BindRequest;
import io.reprise.broker.model.delivery.Delivery;
import io.reprise.broker.model.delivery.DeliverySession;
import io.reprise.broker.model.delivery.Flow;
import io.reprise.broker.model.endpoint.AccessType;
import io.reprise.broker.model.endpoint.EndpointAttributes;
import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.endpoint.EndpointSettings;
import io.reprise.broker.model.endpoint.Prefetch;
import io.reprise.broker.model.endpoint.RedeliveryOverride;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.message.Message;
import io.reprise.broker.model.publish.WorkUnit;
import io.reprise.broker.model.topic.TopicName;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Consumers with selectors: each gets what it wants, and what nobody wants is in nobody's way [spec 4.3, LOG.md L14]. */
class SelectorDeliveryTest {
    /** A small cache: what is read twice is read from the store twice. */
    private TestVpn broker = TestVpn.start(settings -> settings.withCacheBytes(1 << 20));

    @BeforeEach
    void create() {
        broker.createQueue(
                "q",
                queue().with(EndpointAttributes.ACCESS_TYPE, AccessType.NON_EXCLUSIVE)
                        .with(EndpointAttributes.RESPECT_MSG_PRIORITY_ENABLED, true),
                "q");
    }

    @AfterEach
    void close() {
        broker.close();
    }

    private Flow bind(String selector) {
        return broker.vpn.bind(
                new BindRequest(EndpointKind.QUEUE, "q", "test", selector, Prefetch.INHERIT, RedeliveryOverride.NONE));
    }

    private DeliverySession consume(String selector) {
        return bind(selector).openSession();
    }

    private static Message coloured(String colour, String text) {
        return Message.to(TopicName.of("q"))
                .property("colour", colour)
                .text(text)
                .build();
    }

    private void publish(String colour, String text) {
        broker.publish(coloured(colour, text)).orThrow();
    }

    @Test
    void eachGetsWhatItWantsAndWhoWantsAllTheRest() {
        publish("red", "r1");
        publish("blue", "b1");
        publish("green", "g1");
        publish("red", "r2");
        publish("blue", "b2");
        DeliverySession red = consume("colour = 'red'");
        DeliverySession blue = consume("colour = 'blue'");
        DeliverySession all = consume("");

        assertThat(nextText(blue)).isEqualTo("b1");
        assertThat(broker.drain(red)).containsExactly("r1", "r2");
        assertThat(broker.drain(blue)).containsExactly("b2");
        assertThat(broker.drain(all)).containsExactly("g1");
    }

    @Test
    void whatNobodyWantsBlocksNobodyAndStaysWhereItIs() {
        for (int i = 0; i < 100; i++) {
            publish("black", "x" + i);
        }
        publish("red", "r");
        DeliverySession red = consume("colour = 'red'");

        assertThat(broker.drain(red)).containsExactly("r");
        assertThat(broker.spooled("q")).isEqualTo(100);
        assertThat(broker.figures("q").inFlightMsgCount()).isZero();
        assertThat(broker.drain(consume(""))).hasSize(100).startsWith("x0", "x1");
    }

    @Test
    void lookingTakesNothingAwayFromOthers() throws Exception {
        publish("blue", "b1");
        DeliverySession red = consume("colour = 'red'");
        Future<Delivery> waiting = broker.inBackground(() -> red.receive(SOON));

        assertThat(broker.drain(consume(""))).containsExactly("b1");
        publish("red", "r1");

        assertThat(text(waiting.get(10, TimeUnit.SECONDS))).isEqualTo("r1");
    }

    @Test
    void aSignalThatASelectorCannotUseIsPassedOn() throws Exception {
        DeliverySession red = consume("colour = 'red'");
        DeliverySession green = consume("colour = 'green'");
        DeliverySession all = consume("");
        CountDownLatch taken = new CountDownLatch(1);
        lookWhenAvailable(red);
        lookWhenAvailable(green);
        assertThat(all.receiveNow()).isNull();
        all.whenAvailable(() -> {
            if (all.receiveNow() != null) {
                taken.countDown();
            }
        });

        publish("blue", "b1");

        assertThat(taken.await(10, TimeUnit.SECONDS)).isTrue();
    }

    private static void lookWhenAvailable(DeliverySession session) {
        assertThat(session.receiveNow()).isNull();
        session.whenAvailable(session::receiveNow);
    }

    @Test
    void aReturnedMessageIsLookedAtAgain() {
        publish("red", "r1");
        publish("black", "x");
        publish("red", "r2");
        DeliverySession red = consume("colour = 'red'");
        DeliverySession all = consume("");
        Delivery taken = next(all);
        assertThat(nextText(red)).isEqualTo("r2");

        all.giveBack(taken);
        broker.awaitCommitter(); // which takes back its mark, if it has one by now

        assertThat(nextText(red)).isEqualTo("r1");
    }

    @Test
    void whatWasSentAheadToOthersIsThereForASelectorThatComesLater() {
        for (int i = 1; i <= 5; i++) {
            publish(i == 3 ? "red" : "blue", "m" + i);
        }
        DeliverySession all = consume("");
        assertThat(nextText(all)).isEqualTo("m1");

        Flow red = bind("colour = 'red'");
        assertThat(nextText(red.openSession())).isEqualTo("m3");
        red.close();

        assertThat(nextText(all)).isEqualTo("m2");
        assertThat(nextText(all)).isEqualTo("m4");
    }

    @Test
    void aFailedMessageReturnsToItsPlaceAndIsJudgedByItsNewCount() {
        publish("red", "r1");
        publish("red", "r2");
        DeliverySession first = consume("JMSXDeliveryCount = 1");
        DeliverySession again = consume("JMSXDeliveryCount > 1");
        assertThat(nextText(again)).isNull();

        first.release(next(first));
        broker.awaitCommitter();

        assertThat(broker.drain(first)).containsExactly("r2");
        assertThat(broker.drain(again)).containsExactly("r1");
    }

    @Test
    void higherPrioritiesComeFirstAmongWhatMatches() {
        for (int i = 0; i < 20; i++) {
            broker.publish(Message.to(TopicName.of("q"))
                            .priority(i * 3 % 10)
                            .property("n", i)
                            .text(i * 3 % 10 + "." + i)
                            .build())
                    .orThrow();
        }

        assertThat(broker.drain(consume("n > 10 AND JMSPriority < 6")))
                .containsExactly("5.15", "4.18", "3.11", "2.14", "1.17");
    }

    @Test
    void onAnExclusiveQueueTheActiveConsumersSelectorCountsAlone() {
        broker.change("q", EndpointAttributes.ACCESS_TYPE, AccessType.EXCLUSIVE);
        publish("red", "r");
        publish("blue", "b");
        Flow red = bind("colour = 'red'");
        DeliverySession redSession = red.openSession();
        DeliverySession blue = consume("colour = 'blue'");

        assertThat(nextText(blue)).isNull();
        assertThat(broker.drain(redSession)).containsExactly("r");
        red.close();
        assertThat(broker.drain(blue)).containsExactly("b");
    }

    @Test
    void aBadSelectorIsRefusedAndNothingIsBound() {
        assertThatThrownBy(() -> bind("colour = "))
                .isInstanceOfSatisfying(
                        BrokerException.class,
                        refused -> assertThat(refused.code()).isEqualTo(ErrorCode.INVALID_SELECTOR))
                .hasMessageContaining("colour = ")
                .hasMessageContaining("line 1, column");

        assertThat(broker.figures("q").bindCount()).isZero();
    }

    @Test
    void aLargeBacklogThatDoesNotMatchIsReadOnce() {
        int backlog = 200_000;
        WorkUnit unit = new WorkUnit();
        for (int i = 0; i < backlog; i++) {
            unit.publish(coloured("black", "x"));
            if (i % 1_000 == 999) {
                broker.vpn.commit(unit).orThrow();
                unit = new WorkUnit();
            }
        }
        DeliverySession red = consume("colour = 'red'");
        assertThat(nextText(red)).isNull();
        AtomicInteger reads = new AtomicInteger();
        broker.script.onRead(reads::incrementAndGet);

        for (int i = 0; i < 200; i++) {
            publish("red", "r" + i);
            assertThat(nextText(red)).isEqualTo("r" + i);
        }

        assertThat(reads.get()).isLessThanOrEqualTo(200);
    }

    @Test
    void aMessageThatCouldNotBeReadIsLookedAtAgain() {
        publish("red", "r1");
        broker = broker.restarted();
        DeliverySession red = consume("colour = 'red'");
        broker.script.failNextRead();

        assertThatThrownBy(red::receiveNow)
                .isInstanceOfSatisfying(
                        BrokerException.class,
                        refused -> assertThat(refused.code()).isEqualTo(ErrorCode.DATABASE_UNAVAILABLE));

        assertThat(nextText(red)).isEqualTo("r1");
    }

    @Test
    void aTopicEndpointKeepsOnlyWhatItsSelectorWants() {
        broker.createTopicEndpoint("red", selective("colour = 'red'"), "q");
        publish("red", "r1");
        publish("blue", "b1");
        broker = broker.restarted();
        publish("blue", "b2");
        publish("red", "r2");

        assertThat(broker.drain(bindTopicEndpoint("red").openSession())).containsExactly("r1", "r2");
        assertThat(broker.spooled("q")).isEqualTo(4);
    }

    @Test
    void aTopicEndpointsSelectorChangesForWhatIsPublishedLater() {
        broker.createTopicEndpoint("some", selective("colour = 'red'"), "q");
        publish("red", "r1");

        broker.administration.changeEndpoint(EndpointKind.TOPIC_ENDPOINT, "some", selective("colour = 'blue'"), -1);
        publish("red", "r2");
        publish("blue", "b1");

        assertThat(broker.drain(bindTopicEndpoint("some").openSession())).containsExactly("r1", "b1");
    }

    @Test
    void aTopicEndpointWithABadSelectorIsNeitherMadeNorChanged() {
        broker.createTopicEndpoint("some", selective("colour = 'red'"), "q");

        assertInvalid(() -> broker.createTopicEndpoint("bad", selective("colour ="), "q"));
        assertInvalid(() ->
                broker.administration.changeEndpoint(EndpointKind.TOPIC_ENDPOINT, "some", selective("colour ="), -1));

        assertThat(broker.administration.endpoint(EndpointKind.TOPIC_ENDPOINT, "bad"))
                .isEmpty();
        publish("blue", "b1");
        assertThat(broker.drain(bindTopicEndpoint("some").openSession())).isEmpty();
    }

    private static void assertInvalid(ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        BrokerException.class,
                        refused -> assertThat(refused.code()).isEqualTo(ErrorCode.INVALID_SELECTOR));
    }

    private static EndpointSettings selective(String selector) {
        return TestVpn.topicEndpoint().with(EndpointAttributes.SELECTOR, selector);
    }

    private Flow bindTopicEndpoint(String name) {
        return broker.vpn.bind(new BindRequest(EndpointKind.TOPIC_ENDPOINT, name, "test"));
    }

    /** Sessions with and without selectors, that fail, give back and go, on many threads. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void everyMessageIsAcknowledgedOnceByOneWhoWantsIt(long seed) throws Exception {
        int messages = 3_000;
        List<String> selectors =
                List.of("n < 1000", "n BETWEEN 500 AND 2000", "colour = 'red'", "colour <> 'red' AND n > 1500", "");
        Map<Long, Boolean> hands = new ConcurrentHashMap<>();
        AtomicInteger done = new AtomicInteger();
        List<Future<Boolean>> running = new ArrayList<>();
        running.add(broker.inBackground(() -> {
            for (int i = 0; i < messages; i++) {
                broker.vpn.submit(WorkUnit.publishing(Message.to(TopicName.of("q"))
                        .property("n", i)
                        .property("colour", i % 2 == 0 ? "red" : "blue")
                        .text("m")
                        .build()));
            }
            return true;
        }));
        for (int i = 0; i < 6; i++) {
            Random random = new Random(seed * 100 + i);
            running.add(broker.inBackground(() -> consumeAll(selectors, random, hands, done, messages)));
        }

        for (Future<Boolean> one : running) {
            assertThat(one.get(60, TimeUnit.SECONDS)).isTrue();
        }

        assertThat(done.get()).isEqualTo(messages);
        broker.awaitCommitter();
        assertThat(broker.spooled("q")).isZero();
        assertThat(broker.figures("q").inFlightMsgCount()).isZero();
    }

    private boolean consumeAll(
            List<String> selectors, Random random, Map<Long, Boolean> hands, AtomicInteger done, int messages) {
        Flow flow = bind(selectors.get(random.nextInt(selectors.size())));
        DeliverySession session = flow.openSession();
        while (done.get() < messages) {
            Delivery delivery = session.receive(Duration.ofMillis(5));
            if (delivery != null) {
                assertThat(hands.putIfAbsent(delivery.msgId(), true)).isNull();
                settle(session, delivery, random, hands, done);
            }
            if (random.nextInt(40) == 0) {
                flow.close();
                session.close();
                flow = bind(selectors.get(random.nextInt(selectors.size())));
                session = flow.openSession();
            }
        }
        flow.close();
        session.close();
        return true;
    }

    private void settle(
            DeliverySession session, Delivery delivery, Random random, Map<Long, Boolean> hands, AtomicInteger done) {
        switch (random.nextInt(6)) {
            case 0 -> {
                hands.remove(delivery.msgId());
                session.release(delivery);
            }
            case 1 -> {
                hands.remove(delivery.msgId());
                session.giveBack(delivery);
            }
            default -> {
                broker.acknowledge(delivery);
                done.incrementAndGet();
            }
        }
    }

    /** Two sessions of one flow share what was looked at, and each message is delivered once, without a poll in between. */
    @Test
    void sessionsThatOnlyWaitGetEverythingThatIsPublishedForThem() throws Exception {
        int messages = 2_000;
        Flow red = bind("colour = 'red'");
        Flow blue = bind("colour = 'blue'");
        AtomicInteger reds = new AtomicInteger();
        AtomicInteger blues = new AtomicInteger();
        List<Future<Boolean>> running = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            DeliverySession redSession = red.openSession();
            DeliverySession blueSession = blue.openSession();
            running.add(broker.inBackground(() -> takeAll(red, redSession, reds, messages)));
            running.add(broker.inBackground(() -> takeAll(blue, blueSession, blues, messages)));
        }

        for (int i = 0; i < 2 * messages; i++) {
            broker.vpn.submit(WorkUnit.publishing(coloured(i % 2 == 0 ? "red" : "blue", "m")));
        }

        for (Future<Boolean> one : running) {
            assertThat(one.get(60, TimeUnit.SECONDS)).isTrue();
        }
        assertThat(reds.get()).isEqualTo(messages);
        assertThat(blues.get()).isEqualTo(messages);
    }

    private boolean takeAll(Flow flow, DeliverySession session, AtomicInteger count, int messages) {
        while (count.get() < messages) {
            Delivery delivery = session.receive(Duration.ofMinutes(1));
            if (delivery == null) {
                return count.get() == messages;
            }
            broker.acknowledge(delivery);
            if (count.incrementAndGet() == messages) {
                flow.close();
            }
        }
        return true;
    }
}
