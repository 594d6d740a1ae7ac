package io.reprise.broker.engine.vpn;

import static io.reprise.broker.engine.vpn.TestVpn.NOW;
import static io.reprise.broker.engine.vpn.TestVpn.SOON;
import static io.reprise.broker.engine.vpn.TestVpn.next;
import static io.reprise.broker.engine.vpn.TestVpn.nextText;
import static io.reprise.broker.engine.vpn.TestVpn.queue;
import static io.reprise.broker.engine.vpn.TestVpn.text;
import static io.reprise.broker.engine.vpn.TestVpn.topicEndpoint;
import static org.assertj.core.api.Assertions.assertThat;

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
import io.reprise.broker.model.message.Message;
import io.reprise.broker.model.topic.TopicName;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is sent ahead to a session is nobody's yet [spec 4.3]. */
class PrefetchTest {
    private final TestVpn broker = TestVpn.start();

    @AfterEach
    void close() {
        broker.close();
    }

    private void createQueue(Prefetch prefetch) {
        broker.createQueue("q", shared().with(EndpointAttributes.PREFETCH, prefetch), "q");
    }

    private static EndpointSettings shared() {
        return queue().with(EndpointAttributes.ACCESS_TYPE, AccessType.NON_EXCLUSIVE);
    }

    private void publish(int count) {
        for (int i = 1; i <= count; i++) {
            broker.publish("q", "m" + i);
        }
    }

    private Flow bind(Prefetch prefetch) {
        return broker.vpn.bind(new BindRequest(EndpointKind.QUEUE, "q", "test", "", prefetch, RedeliveryOverride.NONE));
    }

    private long buffered() {
        return broker.figures("q").bufferedMsgCount();
    }

    // ---- how many ----

    @Test
    void aQueuesSessionHasFiveUnpresentedAndATopicEndpoints64() {
        createQueue(Prefetch.INHERIT);
        broker.createTopicEndpoint("t", topicEndpoint(), "q");
        publish(100);

        next(broker.consume("q"));
        next(broker.vpn
                .bind(new BindRequest(EndpointKind.TOPIC_ENDPOINT, "t", "test"))
                .openSession());

        assertThat(buffered()).as("besides the one that was presented").isEqualTo(4);
        assertThat(broker.figures("q").inFlightMsgCount()).isEqualTo(1);
        assertThat(broker.administration
                        .endpointStatistics(EndpointKind.TOPIC_ENDPOINT, "t")
                        .bufferedMsgCount())
                .isEqualTo(63);
    }

    @Test
    void aConsumersOwnPrefetchWinsOverItsEndpoints() {
        createQueue(new Prefetch(20));
        publish(100);

        next(bind(new Prefetch(3)).openSession());

        assertThat(buffered()).isEqualTo(2);
    }

    @Test
    void eachSessionOfAConsumerHasItsOwn() {
        createQueue(new Prefetch(10));
        publish(100);
        Flow flow = broker.bind("q");

        next(flow.openSession());
        next(flow.openSession());

        assertThat(buffered()).isEqualTo(18);
    }

    @Test
    void noneParksNothing() {
        createQueue(Prefetch.NONE);
        publish(10);
        DeliverySession session = broker.consume("q");

        next(session);
        next(session);

        assertThat(buffered()).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 1, 5})
    void aReceiveThatTimedOutLeavesNothingOutOfOthersReach(int prefetch) {
        createQueue(new Prefetch(prefetch));
        DeliverySession tooEarly = broker.consume("q");
        assertThat(tooEarly.receive(Duration.ofMillis(1))).isNull();

        publish(3);

        assertThat(buffered()).isZero();
        assertThat(broker.drain(broker.consume("q"))).containsExactly("m1", "m2", "m3");
    }

    @Test
    void whatIsMerelySentAheadDoesNotUseUpTheUnacknowledgedLimit() {
        broker.createQueue("q", shared().with(EndpointAttributes.MAX_DELIVERED_UNACKED_MSGS_PER_FLOW, 2L), "q");
        publish(10);
        Flow flow = broker.bind("q");
        DeliverySession one = flow.openSession();
        DeliverySession two = flow.openSession();

        next(one);
        Delivery last = next(two);

        assertThat(buffered()).isEqualTo(8);
        assertThat(nextText(one)).isNull();
        broker.acknowledge(last);
        assertThat(nextText(one)).isEqualTo("m2");
    }

    // ---- back, uncounted ----

    /** TIBCO documents that EMS moves all five to the undelivered queue. */
    @Test
    void whoTakesOneOfFiveAndEndsWithoutAWordHasSeenOne() {
        createQueue(new Prefetch(5));
        publish(5);
        for (int life = 1; life <= 4; life++) {
            Flow flow = broker.bind("q");
            DeliverySession session = flow.openSession();
            Delivery seen = next(session);
            assertThat(text(seen)).isEqualTo("m1");
            assertThat(seen.deliveryCount()).isEqualTo(life);
            session.close();
            flow.close();
            broker.awaitCommitter();
        }

        DeliverySession after = broker.consume("q");

        assertThat(next(after).deliveryCount()).isEqualTo(5);
        for (int i = 2; i <= 5; i++) {
            Delivery untouched = next(after);
            assertThat(text(untouched)).isEqualTo("m" + i);
            assertThat(untouched.deliveryCount()).isEqualTo(1);
            assertThat(untouched.redelivered()).isFalse();
        }
    }

    @Test
    void aClosedSessionsGoBackThoughItsFlowLives() {
        createQueue(new Prefetch(5));
        publish(5);
        Flow flow = broker.bind("q");
        DeliverySession session = flow.openSession();
        broker.acknowledge(next(session));

        session.close();

        assertThat(buffered()).isZero();
        assertThat(broker.drain(flow.openSession())).containsExactly("m2", "m3", "m4", "m5");
    }

    @Test
    void aClosedFlowsGoBackWhileWhatItPresentedMayStillBeSettled() {
        createQueue(new Prefetch(5));
        publish(5);
        Flow flow = broker.bind("q");
        Delivery presented = next(flow.openSession());

        flow.close();

        assertThat(buffered()).isZero();
        broker.acknowledge(presented);
        assertThat(broker.drain(broker.consume("q"))).containsExactly("m2", "m3", "m4", "m5");
    }

    @Test
    void anExclusiveQueuesStandbyTakesOverInOrder() {
        broker.createQueue("q", queue().with(EndpointAttributes.PREFETCH, new Prefetch(5)), "q");
        Flow active = broker.bind("q");
        DeliverySession standby = broker.consume("q");
        publish(8);
        DeliverySession session = active.openSession();
        broker.acknowledge(next(session));
        next(session);
        assertThat(nextText(standby)).as("what a standby takes").isNull();

        session.close();
        active.close();
        broker.awaitCommitter();

        Delivery failed = next(standby);
        assertThat(text(failed)).isEqualTo("m2");
        assertThat(failed.deliveryCount()).isEqualTo(2);
        Delivery ahead = next(standby);
        assertThat(text(ahead)).isEqualTo("m3");
        assertThat(ahead.deliveryCount()).isEqualTo(1);
        assertThat(broker.drain(standby)).containsExactly("m4", "m5", "m6", "m7", "m8");
    }

    @Test
    void aFailedMessageComesBackBeforeThoseThatWereAheadBehindIt() {
        createQueue(new Prefetch(5));
        publish(7);
        DeliverySession session = broker.consume("q");
        broker.acknowledge(next(session));
        Delivery failing = next(session);
        ScriptedStore.Gate gate = broker.script.hold();

        session.release(failing);
        gate.awaitReached();

        assertThat(session.receiveNow()).isNull();
        gate.open();
        assertThat(text(next(session))).isEqualTo("m2");
        assertThat(broker.drain(session)).containsExactly("m3", "m4", "m5", "m6", "m7");
    }

    @Test
    void oneGivenBackComesBeforeThoseThatAreAhead() {
        createQueue(new Prefetch(3));
        publish(6);
        DeliverySession session = broker.consume("q");

        session.giveBack(next(session));
        broker.awaitCommitter(); // which takes back its mark, if it has one by now

        assertThat(broker.drain(session)).containsExactly("m1", "m2", "m3", "m4", "m5", "m6");
    }

    @Test
    void aHigherPriorityOvertakesWhatIsMerelyAhead() {
        broker.createQueue("q", shared().with(EndpointAttributes.RESPECT_MSG_PRIORITY_ENABLED, true), "q");
        publish(4);
        DeliverySession session = broker.consume("q");
        broker.acknowledge(next(session));

        broker.publish(Message.to(TopicName.of("q")).priority(9).text("urgent").build());

        assertThat(broker.drain(session)).containsExactly("urgent", "m2", "m3", "m4");
    }

    // ---- taken by others ----

    @Test
    void anIdleSessionTakesWhatIsAheadOfASlowOne() {
        createQueue(new Prefetch(5));
        publish(5);
        DeliverySession slow = broker.consume("q");
        Delivery inWork = next(slow);

        List<String> taken = broker.drain(broker.consume("q"));

        assertThat(taken).containsExactly("m2", "m3", "m4", "m5");
        broker.acknowledge(inWork);
        assertThat(slow.receive(NOW)).isNull();
        assertThat(broker.figures("q").redeliveredMsgs()).isZero();
    }

    @Test
    void whoWaitsIsWokenWhenAnotherTakesMoreThanItPresents() throws Exception {
        createQueue(new Prefetch(5));
        DeliverySession idle = broker.consume("q");
        DeliverySession busy = broker.consume("q");
        Future<Delivery> waiting = broker.inBackground(() -> idle.receive(SOON));
        publish(1);
        Delivery first = waiting.get(10, TimeUnit.SECONDS);
        assertThat(text(first)).isEqualTo("m1");
        broker.publish("q", "m2");
        broker.publish("q", "m3");
        next(busy);
        assertThat(buffered()).isEqualTo(1);

        Future<Delivery> again = broker.inBackground(() -> idle.receive(SOON));

        assertThat(text(again.get(10, TimeUnit.SECONDS))).isEqualTo("m3");
    }

    @Test
    void aPausedEndpointsConsumersHoldNothing() {
        createQueue(new Prefetch(5));
        publish(5);
        DeliverySession session = broker.consume("q");
        broker.acknowledge(next(session));

        broker.change("q", EndpointAttributes.EGRESS_ENABLED, false);

        assertThat(buffered()).isZero();
        assertThat(session.receive(NOW)).isNull();
        broker.change("q", EndpointAttributes.EGRESS_ENABLED, true);
        assertThat(broker.drain(session)).containsExactly("m2", "m3", "m4", "m5");
    }

    @Test
    void aLoweredPrefetchHoldsFromNowOn() {
        createQueue(new Prefetch(50));
        publish(100);
        DeliverySession session = broker.consume("q");
        next(session);

        broker.change("q", EndpointAttributes.PREFETCH, new Prefetch(2));
        next(session);

        assertThat(buffered()).isEqualTo(1);
    }

    @Test
    void aSelectorFindsWhatWasAheadOfAnother() {
        createQueue(new Prefetch(5));
        for (int i = 1; i <= 5; i++) {
            broker.publish(
                    Message.to(TopicName.of("q")).property("n", i).text("m" + i).build());
        }
        DeliverySession slow = broker.consume("q");
        broker.acknowledge(next(slow));

        DeliverySession selective = broker.vpn
                .bind(new BindRequest(
                        EndpointKind.QUEUE, "q", "test", "n > 3", Prefetch.INHERIT, RedeliveryOverride.NONE))
                .openSession();

        assertThat(broker.drain(selective)).containsExactly("m4", "m5");
        next(slow);
        assertThat(buffered()).as("sent ahead where a selector looks").isZero();
        assertThat(broker.drain(slow)).containsExactly("m3");
    }

    // ---- removed meanwhile ----

    @Test
    void aPurgeReachesWhatIsMerelyAhead() {
        createQueue(new Prefetch(5));
        publish(9);
        DeliverySession session = broker.consume("q");
        Delivery presented = next(session);

        assertThat(broker.administration.purge(EndpointKind.QUEUE, "q")).isEqualTo(8);

        assertThat(session.receive(NOW)).isNull();
        broker.acknowledge(presented);
        assertThat(broker.spooled("q")).isZero();
    }

    @Test
    void whatExpiresAheadOfASessionIsSwept() {
        broker.createQueue("q", shared().with(EndpointAttributes.RESPECT_TTL_ENABLED, true), "q");
        for (int i = 1; i <= 4; i++) {
            broker.publish(Message.to(TopicName.of("q"))
                    .ttlMillis(i == 3 ? 0 : 1_000)
                    .text("m" + i)
                    .build());
        }
        DeliverySession session = broker.consume("q");
        broker.acknowledge(next(session));

        broker.clock.advance(Duration.ofSeconds(2));
        broker.duties.runAll();

        assertThat(broker.figures("q").expiredMsgs()).isEqualTo(2);
        assertThat(buffered()).isEqualTo(1);
        assertThat(broker.drain(session)).containsExactly("m3");
    }

    @Test
    void aReplacedLastValueIsNotAheadAnyMore() {
        broker.createQueue("q", shared().with(EndpointAttributes.MAX_SPOOL_USAGE, 0L), "q");
        DeliverySession session = broker.consume("q");
        broker.publish("q", "v1");
        broker.acknowledge(next(session));
        broker.publish("q", "v2");
        broker.publish("q", "v3");

        assertThat(broker.drain(session)).containsExactly("v3");
    }
}
