package io.reprise.broker.engine.vpn;

import static io.reprise.broker.engine.vpn.TestVpn.NOW;
import static io.reprise.broker.engine.vpn.TestVpn.next;
import static io.reprise.broker.engine.vpn.TestVpn.queue;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.reprise.broker.model.delivery.DeliverySession;
import io.reprise.broker.model.endpoint.AccessType;
import io.reprise.broker.model.endpoint.EndpointAttributes;
import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.endpoint.EndpointSettings;
import io.reprise.broker.model.management.AlarmCode;
import io.reprise.broker.model.management.AlarmView;
import io.reprise.broker.model.management.Alarms;
import io.reprise.broker.model.management.EventCode;
import io.reprise.broker.model.management.VpnStatistics;
import io.reprise.broker.model.message.Message;
import io.reprise.broker.model.replay.ReplayRequest;
import io.reprise.broker.model.replay.ReplayStart;
import io.reprise.broker.model.topic.TopicName;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is told to whoever looks after the broker [spec 5.6]. */
class EventsAndAlarmsTest {
    private static final String DMQ = "#DEAD_MSG_QUEUE";

    private final TestVpn broker = TestVpn.start();
    private final Alarms alarms = new Alarms();
    private String databaseFault = "";
    private final AlarmWatch watch = new AlarmWatch(broker.life, alarms, () -> databaseFault, broker.clock);

    @AfterEach
    void close() {
        broker.close();
    }

    private static EndpointSettings onceOnly() {
        return queue().with(EndpointAttributes.ACCESS_TYPE, AccessType.NON_EXCLUSIVE)
                .with(EndpointAttributes.MAX_REDELIVERY, 1L);
    }

    private void failNext(String queue) {
        DeliverySession session = broker.consume(queue);
        session.release(next(session));
        session.close();
        broker.awaitCommitter();
    }

    private long count(EventCode code) {
        broker.awaitCommitter();
        return broker.events.count(code, "default");
    }

    @Test
    void deathsAndRetriesAreCounted() {
        broker.createQueue("q", onceOnly(), "q");
        broker.publish("q", "a");
        broker.publish("q", "b");
        failNext("q");
        failNext("q");
        assertThat(count(EventCode.MESSAGE_DEAD_LETTERED)).isEqualTo(2);
        assertThat(count(EventCode.MESSAGE_RETRIED)).isZero();

        broker.administration.messages(EndpointKind.QUEUE, DMQ).retry("");

        assertThat(count(EventCode.MESSAGE_RETRIED)).isEqualTo(2);
        assertThat(count(EventCode.MESSAGE_DEAD_LETTERED)).isEqualTo(2);
    }

    @Test
    void aLimitLoweredBelowACountIsToldAtTheMessagesTurn() {
        broker.createQueue("q", onceOnly().with(EndpointAttributes.MAX_REDELIVERY, 0L), "q");
        broker.publish("q", "a");
        failNext("q");
        failNext("q");
        failNext("q");
        broker.change("q", EndpointAttributes.MAX_REDELIVERY, 2L);
        assertThat(count(EventCode.REDELIVERY_LIMIT_LOWERED)).isZero();

        assertThat(broker.consume("q").receive(NOW)).isNull();

        assertThat(count(EventCode.REDELIVERY_LIMIT_LOWERED)).isEqualTo(1);
        assertThat(count(EventCode.MESSAGE_DEAD_LETTERED)).isEqualTo(1);
    }

    @Test
    void heldMessagesAreAnAlarmUntilTheyAreGone() {
        broker.createQueue("dead", onceOnly());
        broker.createQueue("q", onceOnly().with(EndpointAttributes.DEAD_MSG_QUEUE, "dead"), "q");
        broker.administration.deleteEndpoint(EndpointKind.QUEUE, "dead", -1);
        broker.publish("q", "m");
        failNext("q");
        broker.consume("q").receive(NOW);
        broker.awaitCommitter();

        watch.runOnce();
        AlarmView alarm = alarms.list("default").get(0);
        broker.clock.advance(Duration.ofSeconds(5));
        broker.administration.purge(EndpointKind.QUEUE, "q");
        watch.runOnce();

        assertThat(alarm.code()).isEqualTo(AlarmCode.MESSAGES_HELD);
        assertThat(alarm.subject()).contains("'q'");
        assertThat(alarm.cleared()).isEmpty();
        assertThat(alarms.list("default").get(0).cleared()).contains(broker.clock.instant());
        assertThat(alarms.list("default").get(0).since()).isEqualTo(alarm.since());
    }

    @Test
    void aDeadMessageQueueThatFillsIsAnAlarm() {
        broker.change(DMQ, EndpointAttributes.MAX_SPOOL_USAGE, 1L);
        broker.createQueue("q", onceOnly(), "q");
        broker.publish(Message.to(TopicName.of("q")).bytes(new byte[750_000]).build());
        failNext("q");
        watch.runOnce();
        assertThat(alarms.holding(AlarmCode.DEAD_MESSAGE_QUEUE_FILLING, "default"))
                .isZero();
        broker.publish(Message.to(TopicName.of("q")).bytes(new byte[100_000]).build());
        failNext("q");

        watch.runOnce();

        assertThat(alarms.holding(AlarmCode.DEAD_MESSAGE_QUEUE_FILLING, "default"))
                .isEqualTo(1);
    }

    @Test
    void aDatabaseThatIsAwayIsAnAlarm() {
        databaseFault = "connection refused";
        watch.runOnce();
        assertThat(alarms.list("default"))
                .extracting(AlarmView::code, AlarmView::detail)
                .containsExactly(org.assertj.core.groups.Tuple.tuple(AlarmCode.DATABASE_AWAY, "connection refused"));

        databaseFault = "";
        watch.runOnce();

        assertThat(alarms.holding(AlarmCode.DATABASE_AWAY, "default")).isZero();
    }

    @Test
    void theVpnsFiguresAreThoseOfAllEndpointsTheDeletedOnesToo() {
        broker.createQueue("q", onceOnly(), "q");
        broker.createQueue(
                "p",
                onceOnly()
                        .with(EndpointAttributes.MAX_REDELIVERY, 0L)
                        .with(java.util.Map.of(
                                "redeliveryDelayEnabled", true, "redeliveryDelayInitialInterval", 60_000)),
                "p");
        broker.publish("q", "dies");
        broker.publish("p", "waits");
        failNext("q");
        failNext("p");
        DeliverySession session = broker.consume(DMQ);
        next(session);

        VpnStatistics before = broker.administration.statistics();
        broker.administration.deleteEndpoint(EndpointKind.QUEUE, "q");
        broker.administration.deleteEndpoint(EndpointKind.QUEUE, "p");
        VpnStatistics after = broker.administration.statistics();

        assertThat(before.delayedMsgCount()).isEqualTo(1);
        assertThat(before.inFlightMsgCount()).isEqualTo(1);
        assertThat(before.maxRedeliveryExceededMsgs()).isEqualTo(1);
        assertThat(after.delayedMsgCount()).isZero();
        assertThat(after.maxRedeliveryExceededMsgs()).isEqualTo(1);
    }

    @Test
    void aTrimmedReplayLogIsToldOfAfterAMinuteWithoutTrimming() {
        new LogOf(broker).create(1);
        for (int i = 0; i < 15; i++) {
            broker.publish("t", "x".repeat(100_000));
        }
        assertThat(count(EventCode.REPLAY_LOG_TRIMMED)).isEqualTo(1);

        broker.clock.advance(Duration.ofSeconds(59));
        broker.publish("t", "x".repeat(100_000));
        assertThat(count(EventCode.REPLAY_LOG_TRIMMED)).isEqualTo(1);

        broker.clock.advance(Duration.ofSeconds(60));
        broker.publish("t", "x".repeat(100_000));
        assertThat(count(EventCode.REPLAY_LOG_TRIMMED)).isEqualTo(2);
    }

    @Test
    void theStartAndTheEndOfAReplayAreToldOnce() {
        ReplayLogs.enable(broker);
        broker.createQueue("q", "t");
        broker.publish("t", "a");
        ReplayRequest all = ReplayRequest.from(new ReplayStart.Beginning());

        broker.administration.replays().start(EndpointKind.QUEUE, "q", all);
        assertThat(count(EventCode.REPLAY_STARTED)).isEqualTo(1);
        assertThat(count(EventCode.REPLAY_COMPLETED)).isZero();

        DeliverySession session = broker.consume("q");
        broker.acknowledge(next(session));
        await().untilAsserted(
                        () -> assertThat(count(EventCode.REPLAY_COMPLETED)).isEqualTo(1));
        assertThat(count(EventCode.REPLAY_FAILED)).isZero();
    }

    @Test
    void aStartThatCancelsARunningReplayIsAFailureOfThat() {
        ReplayLogs.enable(broker);
        broker.createQueue("q", "t");
        broker.publish("t", "a");
        ReplayRequest all = ReplayRequest.from(new ReplayStart.Beginning());
        broker.administration.replays().start(EndpointKind.QUEUE, "q", all);

        broker.administration.replays().start(EndpointKind.QUEUE, "q", all);

        assertThat(count(EventCode.REPLAY_STARTED)).isEqualTo(2);
        assertThat(count(EventCode.REPLAY_FAILED)).isEqualTo(1);
        assertThat(count(EventCode.REPLAY_COMPLETED)).isZero();
    }
}
