package io.reprise.broker.engine.vpn;

import static io.reprise.broker.engine.vpn.TestVpn.NOW;
import static io.reprise.broker.engine.vpn.TestVpn.next;
import static io.reprise.broker.engine.vpn.TestVpn.nextText;
import static io.reprise.broker.engine.vpn.TestVpn.queue;
import static io.reprise.broker.engine.vpn.TestVpn.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.reprise.broker.model.delivery.Browse;
import io.reprise.broker.model.delivery.DeathReason;
import io.reprise.broker.model.delivery.Delivery;
import io.reprise.broker.model.delivery.DeliverySession;
import io.reprise.broker.model.endpoint.AccessType;
import io.reprise.broker.model.endpoint.EndpointAttributes;
import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.endpoint.EndpointSettings;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.management.EndpointMessages;
import io.reprise.broker.model.management.MessageState;
import io.reprise.broker.model.management.MessageView;
import io.reprise.broker.model.management.RetryObstacle;
import io.reprise.broker.model.management.RetryResult;
import io.reprise.broker.model.message.Message;
import io.reprise.broker.model.message.ReplicationGroupMsgId;
import io.reprise.broker.model.publish.WorkUnit;
import io.reprise.broker.model.topic.TopicName;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What an administrator sees of messages and does to them [spec 4.3, 5.1]. */
class MessageActionsTest {
    private static final String DMQ = "#DEAD_MSG_QUEUE";

    private TestVpn broker = TestVpn.start();

    @AfterEach
    void close() {
        broker.close();
    }

    private static EndpointSettings nonExclusive() {
        return queue().with(EndpointAttributes.ACCESS_TYPE, AccessType.NON_EXCLUSIVE);
    }

    private static EndpointSettings onceOnly() {
        return nonExclusive().with(EndpointAttributes.MAX_REDELIVERY, 1L);
    }

    private static EndpointSettings delaying() {
        return nonExclusive().with(Map.of("redeliveryDelayEnabled", true, "redeliveryDelayInitialInterval", 60_000));
    }

    private EndpointMessages messages(String queue) {
        return broker.administration.messages(EndpointKind.QUEUE, queue);
    }

    private MessageView only(String queue) {
        List<MessageView> all = messages(queue).after(0, 100);
        assertThat(all).hasSize(1);
        return all.get(0);
    }

    private void publish(String queue, String text, String colour, long ttlMillis) {
        broker.publish(Message.to(TopicName.of(queue))
                .text(text)
                .property("colour", colour)
                .ttlMillis(ttlMillis)
                .build());
    }

    /** Lets everything on the queue fail once. */
    private void failAll(String queue) {
        DeliverySession session = broker.consume(queue);
        Delivery delivery = session.receive(NOW);
        while (delivery != null) {
            session.release(delivery);
            broker.awaitCommitter();
            delivery = session.receive(NOW);
        }
        session.close();
        broker.awaitCommitter();
    }

    @Test
    void aCopyOfAQueuesMessageIsAnEndpointsOwn() {
        broker.createQueue("q", onceOnly(), "q");
        broker.createQueue("other", nonExclusive());
        publish("q", "m", "red", 0);
        failAll("q");
        MessageView dead = only(DMQ);

        long copy = messages("other").copyFrom(DMQ, dead.replicationGroupMsgId());
        messages(DMQ).deleteOne(dead.msgId());
        broker = broker.restarted();

        assertThat(only("other").msgId()).isEqualTo(copy);
        assertThat(only("other").deadLetter()).isEmpty();
        Delivery delivery = next(broker.consume("other"));
        assertThat(text(delivery)).isEqualTo("m");
        assertThat(delivery.deliveryCount()).isEqualTo(1);
        assertThat(delivery.replicationGroupMsgId()).isEqualTo(dead.replicationGroupMsgId());
        broker.acknowledge(delivery);
        assertThat(broker.spooled("other")).isZero();
    }

    @Test
    void whatIsNotOnTheQueueIsNotCopied() {
        broker.createQueue("q", nonExclusive(), "q");
        broker.createQueue("other", nonExclusive());
        publish("q", "m", "red", 0);
        ReplicationGroupMsgId id = only("q").replicationGroupMsgId();

        assertThatThrownBy(() -> messages("other").copyFrom("none", id)).hasMessageContaining("queue 'none'");
        assertThatThrownBy(() -> messages("q").copyFrom("other", id)).hasMessageContaining("is not on queue 'other'");
        assertThatThrownBy(() ->
                        messages("other").copyFrom("q", new ReplicationGroupMsgId(id.origin() + 1, id.msgId())))
                .hasMessageContaining("of another origin");
        assertThat(broker.spooled("other")).isZero();
    }

    @Test
    void aDeadMessageGoesHomeAsNew() {
        broker.createQueue("q", onceOnly(), "q");
        publish("q", "m", "red", 60_000);
        failAll("q");
        broker.clock.advance(Duration.ofDays(1));

        RetryResult result = messages(DMQ).retry("");

        assertThat(result).isEqualTo(new RetryResult(1, Map.of()));
        assertThat(broker.spooled(DMQ)).isZero();
        assertThat(broker.figures(DMQ).retriedMsgs()).isEqualTo(1);
        Delivery again = next(broker.consume("q"));
        assertThat(text(again)).isEqualTo("m");
        assertThat(again.deliveryCount()).isEqualTo(1);
        assertThat(again.redelivered()).isFalse();
        assertThat(again.deadLetter()).isEmpty();
        assertThat(again.expirationMillis()).isEqualTo(broker.clock.millis() + 60_000);
    }

    @Test
    void aRetrySurvivesARestart() {
        broker.createQueue("q", onceOnly(), "q");
        broker.publish("q", "m");
        failAll("q");
        messages(DMQ).retry("");

        broker = broker.restarted();

        assertThat(broker.spooled(DMQ)).isZero();
        assertThat(text(next(broker.consume("q")))).isEqualTo("m");
    }

    @Test
    void whoDiesAgainAfterARetryTellsOfTheFirstDeath() {
        broker.createQueue("q", onceOnly(), "q");
        broker.publish("q", "m");
        failAll("q");
        long firstDeath = broker.clock.millis();
        broker.clock.advance(Duration.ofHours(1));
        messages(DMQ).retry("");
        failAll("q");

        assertThat(only(DMQ).deadLetter().orElseThrow().timeMillis()).isEqualTo(firstDeath);
    }

    @Test
    void onlyTheChosenOnesGoHome() {
        broker.createQueue("q", onceOnly(), "q");
        broker.createQueue("p", onceOnly(), "p");
        publish("q", "a", "red", 0);
        publish("q", "b", "blue", 0);
        publish("p", "c", "red", 0);
        failAll("q");
        failAll("p");

        RetryResult result = messages(DMQ).retry("colour = 'red' AND JMS_Reprise_DeathQueue = 'q'");

        assertThat(result.retried()).isEqualTo(1);
        assertThat(broker.drain(broker.consume("q"))).containsExactly("a");
        assertThat(broker.drain(broker.consume(DMQ))).containsExactly("b", "c");
    }

    @Test
    void aConsumerOfADeadMessageQueueSelectsByDeath() {
        broker.createQueue("q", onceOnly(), "q");
        broker.createQueue("p", onceOnly(), "p");
        broker.publish("q", "a");
        broker.publish("p", "b");
        failAll("q");
        failAll("p");

        Browse browse = broker.vpn.browse(
                EndpointKind.QUEUE, DMQ, "JMS_Reprise_DeathQueue = 'p' AND JMS_Reprise_DeathReason = 'redelivery'");

        assertThat(Objects.requireNonNull(browse.next())
                        .deadLetter()
                        .orElseThrow()
                        .endpointName())
                .isEqualTo("p");
        assertThat(browse.next()).isNull();
    }

    @Test
    void thoseThatCannotGoStayAndSayWhy() {
        broker.createQueue("gone", onceOnly(), "gone");
        broker.createQueue("closed", onceOnly(), "closed");
        broker.createQueue("q", onceOnly(), "q");
        broker.publish("gone", "a");
        broker.publish("closed", "b");
        broker.publish("q", "c");
        failAll("gone");
        failAll("closed");
        failAll("q");
        broker.administration.deleteEndpoint(EndpointKind.QUEUE, "gone", -1);
        broker.change("closed", EndpointAttributes.INGRESS_ENABLED, false);
        broker.publish("#P2P/QUE/" + DMQ, "published here");
        DeliverySession session = broker.consume(DMQ);
        Delivery inFlight = next(session);
        assertThat(text(inFlight)).isEqualTo("a");

        RetryResult first = messages(DMQ).retry("");
        session.giveBack(inFlight);
        session.close();
        RetryResult second = messages(DMQ).retry("");

        assertThat(first)
                .isEqualTo(new RetryResult(
                        1, Map.of(RetryObstacle.NOT_FREE, 1L, RetryObstacle.NO_ROOM, 1L, RetryObstacle.NOT_DEAD, 1L)));
        assertThat(second)
                .isEqualTo(new RetryResult(
                        0,
                        Map.of(
                                RetryObstacle.ORIGIN_DELETED, 1L,
                                RetryObstacle.NO_ROOM, 1L,
                                RetryObstacle.NOT_DEAD, 1L)));
        assertThat(broker.drain(broker.consume(DMQ))).containsExactly("a", "b", "published here");
    }

    @Test
    void oneThatCannotGoIsRefusedWithWhatIsInItsWay() {
        broker.createQueue("q", onceOnly(), "q");
        broker.publish("q", "a message");
        failAll("q");
        long dead = only(DMQ).msgId();

        broker.change("q", EndpointAttributes.INGRESS_ENABLED, false);
        assertStays(dead, "no-room, queue 'q' refused: ingressEnabled=false, allowed: ingressEnabled=true");
        broker.change("q", EndpointAttributes.INGRESS_ENABLED, true);
        broker.change("q", EndpointAttributes.MAX_MSG_SIZE, 5L);
        assertStays(dead, "no-room, queue 'q' refused: message of ", "allowed: maxMsgSize=5 B");
        broker.administration.deleteEndpoint(EndpointKind.QUEUE, "q", -1);
        broker.createQueue("q", onceOnly(), "q");
        assertStays(dead, "origin-deleted, 'q' was deleted");
        assertThat(broker.spooled(DMQ)).isEqualTo(1);
        assertThat(broker.spooled("q")).isZero();
    }

    /** Who says so himself is not believed: where a message died is not in the message. */
    @Test
    void oneWhoseSenderSaysThatItDiedDidNot() {
        broker.createQueue("q", onceOnly(), "q");
        Message forged = Message.to(TopicName.queueTopic(DMQ))
                .property("JMS_Reprise_DeathQueue", "q")
                .property("JMS_Reprise_DeathReason", "redelivery")
                .property("JMS_Reprise_DeathCount", 1)
                .text("forged")
                .build();
        broker.vpn.commit(WorkUnit.publishing(forged)).orThrow();

        assertStays(only(DMQ).msgId(), "not-dead, it was published here");
        assertThat(messages(DMQ).retry("")).isEqualTo(new RetryResult(0, Map.of(RetryObstacle.NOT_DEAD, 1L)));
        assertThat(broker.spooled("q")).isZero();
    }

    private void assertStays(long msgId, String... why) {
        assertThatThrownBy(() -> messages(DMQ).retryOne(msgId))
                .hasMessageContaining("can't go back to where it died: ")
                .hasMessageContainingAll(why);
    }

    @Test
    void thousandsGoHomeInBatchesAndInOrder() {
        broker.createQueue("q", nonExclusive(), "q");
        for (int i = 0; i < 2_500; i++) {
            publish("q", String.valueOf(i), "red", 1);
        }
        broker.clock.advance(Duration.ofSeconds(1));
        broker.duties.runAll();
        assertThat(broker.spooled(DMQ)).isEqualTo(2_500);

        RetryResult result = messages(DMQ).retry("colour = 'red'");

        assertThat(result.retried()).isEqualTo(2_500);
        assertThat(broker.spooled("q")).isEqualTo(2_500);
        assertThat(nextText(broker.consume("q"))).isEqualTo("0");
    }

    @Test
    void oneIsRetriedDeletedAndRefusedByItsId() {
        broker.createQueue("q", onceOnly(), "q");
        broker.publish("q", "m");
        long live = only("q").msgId();
        failAll("q");
        long dead = only(DMQ).msgId();

        assertThatThrownBy(() -> messages(DMQ).retryOne(live))
                .isInstanceOfSatisfying(
                        BrokerException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_FOUND));
        messages(DMQ).retryOne(dead);
        long again = only("q").msgId();
        assertThatThrownBy(() -> messages("q").retryOne(again))
                .isInstanceOf(BrokerException.class)
                .hasMessageContaining("not-dead");
        DeliverySession session = broker.consume("q");
        Delivery delivery = next(session);
        assertThatThrownBy(() -> messages("q").deleteOne(again))
                .isInstanceOf(BrokerException.class)
                .hasMessageContaining("is in-flight");
        session.giveBack(delivery);
        messages("q").deleteOne(again);

        assertThat(messages("q").count()).isZero();
        assertThatThrownBy(() -> messages("q").deleteOne(again))
                .isInstanceOfSatisfying(
                        BrokerException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_FOUND));
    }

    @Test
    void aSelectorDeletesWhatItWantsAndABadOneNothing() {
        broker.createQueue("q", nonExclusive(), "q");
        publish("q", "a", "red", 0);
        publish("q", "b", "blue", 0);
        publish("q", "c", "red", 0);

        assertThatThrownBy(() -> messages("q").delete("colour ="))
                .isInstanceOf(BrokerException.class)
                .hasMessageContaining("column");
        assertThat(messages("q").delete("colour = 'red'")).isEqualTo(2);

        assertThat(broker.drain(broker.consume("q"))).containsExactly("b");
    }

    @Test
    void anAdministratorMovesMessagesToTheDeadMessageQueueAndBack() {
        broker.createQueue("q", nonExclusive(), "q");
        publish("q", "a", "red", 0);
        publish("q", "b", "blue", 0);

        assertThat(messages("q").deadLetter("colour = 'red'")).isEqualTo(1);

        List<MessageView> dead = messages("#DEAD_MSG_QUEUE").after(0, 10);
        assertThat(dead).hasSize(1);
        assertThat(dead.get(0).deadLetter().orElseThrow().reason()).isEqualTo(DeathReason.ADMIN);
        assertThat(messages("#DEAD_MSG_QUEUE").retry("").retried()).isEqualTo(1);
        assertThat(broker.drain(broker.consume("q"))).containsExactly("b", "a");
    }

    @Test
    void whatCanNotBeMovedStaysAsItWas() {
        broker.createQueue("full", nonExclusive().with(EndpointAttributes.MAX_MSG_SIZE, 1L));
        broker.createQueue("q", nonExclusive().with(EndpointAttributes.DEAD_MSG_QUEUE, "full"), "q");
        broker.createQueue("none", nonExclusive().with(EndpointAttributes.DEAD_MSG_QUEUE, ""), "none");
        publish("q", "a", "red", 0);

        assertThat(messages("q").deadLetter("")).isZero();
        assertThatThrownBy(() -> messages("none").deadLetter(""))
                .isInstanceOf(BrokerException.class)
                .hasMessageContaining("no dead message queue");

        assertThat(broker.figures("q").heldMsgCount()).isZero();
        assertThat(broker.drain(broker.consume("q"))).containsExactly("a");
    }

    @Test
    void delayedOnesAreShownAndReleased() {
        broker.createQueue("q", delaying(), "q");
        broker.publish("q", "a");
        broker.publish("q", "b");
        failAll("q");
        List<MessageView> delayed = messages("q").after(0, 10);
        assertThat(delayed).extracting(MessageView::state).containsOnly(MessageState.DELAYED);
        assertThat(delayed).extracting(MessageView::delayedUntilMillis).containsOnly(broker.clock.millis() + 60_000);

        messages("q").releaseOne(delayed.get(1).msgId());
        assertThat(nextText(broker.consume("q"))).isEqualTo("b");
        assertThatThrownBy(() -> messages("q").releaseOne(delayed.get(1).msgId()))
                .isInstanceOf(BrokerException.class)
                .hasMessageContaining("is in-flight");
        assertThat(messages("q").releaseDelayed()).isEqualTo(1);
        broker = broker.restarted();

        assertThat(broker.figures("q").delayedMsgCount()).isZero();
        Delivery a = next(broker.consume("q"));
        assertThat(text(a)).isEqualTo("a");
        assertThat(a.deliveryCount()).as("its attempt stays").isEqualTo(2);
    }

    @Test
    void theListSaysWhereEachMessageIs() {
        broker.createQueue("q", nonExclusive(), "q");
        for (int i = 0; i < 4; i++) {
            publish("q", "m" + i, "red", 0);
        }
        assertThat(messages("q").after(0, 10)).extracting(MessageView::state).containsOnly(MessageState.FREE);
        DeliverySession session = broker.consume("q");
        session.release(next(session));
        broker.awaitCommitter();
        next(session);

        List<MessageView> listed = messages("q").after(0, 10);

        assertThat(listed)
                .extracting(MessageView::state)
                .containsExactly(
                        MessageState.IN_FLIGHT, MessageState.BUFFERED, MessageState.BUFFERED, MessageState.BUFFERED);
        assertThat(listed).extracting(MessageView::deliveryCount).containsExactly(1, 0, 0, 0);
        assertThat(listed.get(0).topic()).isEqualTo("q");
        assertThat(listed.get(0).spooledTimeMillis()).isEqualTo(broker.clock.millis());
    }

    @Test
    void pagesByIdAreInOrderWhateverThePriority() {
        broker.createQueue("q", nonExclusive(), "q");
        for (int i = 0; i < 7; i++) {
            broker.publish(
                    Message.to(TopicName.of("q")).priority(9 - i).text("m").build());
        }

        List<MessageView> first = messages("q").after(0, 3);
        List<MessageView> second = messages("q").after(first.get(2).msgId(), 3);
        List<MessageView> third = messages("q").after(second.get(2).msgId(), 3);

        assertThat(first).extracting(MessageView::priority).containsExactly(9, 8, 7);
        assertThat(second).extracting(MessageView::priority).containsExactly(6, 5, 4);
        assertThat(third).extracting(MessageView::priority).containsExactly(3);
    }

    @Test
    void aHeldOneSaysWhyAndCanBeDeleted() {
        broker.createQueue("dead", nonExclusive());
        broker.createQueue("q", onceOnly().with(EndpointAttributes.DEAD_MSG_QUEUE, "dead"), "q");
        broker.administration.deleteEndpoint(EndpointKind.QUEUE, "dead", -1);
        broker.publish("q", "m");
        failAll("q");
        broker.consume("q").receive(NOW);
        broker.awaitCommitter();

        MessageView held = only("q");
        assertThat(held.state()).isEqualTo(MessageState.HELD);
        assertThat(held.heldReason()).isEqualTo("dead, and its dead message queue 'dead' does not exist");
        assertThat(broker.administration.purge(EndpointKind.QUEUE, "q")).isEqualTo(1);

        assertThat(broker.spooled("q")).isZero();
        assertThat(broker.figures("q").heldMsgCount()).isZero();
    }

    @Test
    void aDeadOneTellsItsDeath() {
        broker.createQueue("q", onceOnly(), "q");
        broker.publish("q", "m");
        long original = only("q").replicationGroupMsgId().msgId();
        failAll("q");

        MessageView dead = only(DMQ);

        assertThat(dead.replicationGroupMsgId().msgId()).isEqualTo(original);
        assertThat(dead.deadLetter().orElseThrow().reason()).isEqualTo(DeathReason.REDELIVERY);
        assertThat(dead.state()).isEqualTo(MessageState.FREE);
        assertThat(dead.deliveryCount()).isZero();
    }
}
