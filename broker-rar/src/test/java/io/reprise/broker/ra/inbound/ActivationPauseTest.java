package io.reprise.broker.ra.inbound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.management.ActivationState;
import io.reprise.broker.model.management.ActivationView;
import io.reprise.broker.model.management.Activations;
import io.reprise.broker.model.management.AlarmCode;
import io.reprise.broker.model.management.AlarmView;
import io.reprise.broker.model.management.Alarms;
import io.reprise.broker.model.management.EventCode;
import io.reprise.broker.model.management.Events;
import io.reprise.broker.model.vpn.Broker;
import io.reprise.broker.ra.environment.AdapterEnvironment;
import io.reprise.broker.ra.environment.EngineAccess;
import io.reprise.broker.ra.environment.ShortTasks;
import io.reprise.broker.ra.fake.ManualWorks;
import io.reprise.broker.ra.fake.MemoryBroker;
import io.reprise.broker.ra.fake.MemoryEndpoint;
import io.reprise.broker.ra.fake.MemoryVpn;
import io.reprise.broker.ra.fake.TestContainer;
import io.reprise.broker.ra.fake.TestTransactions;
import jakarta.jms.JMSException;
import jakarta.jms.TextMessage;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.naming.NameNotFoundException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** When an activation takes nothing: after failures in a row, or because an administrator says so. */
class ActivationPauseTest {
    private static final Instant NOW = Instant.parse("2026-11-30T08:00:00Z");

    private final ManualWorks works = new ManualWorks();
    private final MemoryBroker broker = new MemoryBroker();
    private final MemoryVpn vpn = broker.vpn(Broker.DEFAULT_VPN);
    private final Activations activations = broker.shared(Activations.class, Activations::new);
    private final List<String> received = new ArrayList<>();
    private final Set<String> poison = new HashSet<>();
    private final TestContainer bean = new TestContainer(
                    TestTransactions.manager(), message -> deliver((TextMessage) message))
            .withoutTransaction();
    private final EngineAccess engine = new EngineAccess(works, () -> () -> broker);
    private final InboundDelivery inbound = new InboundDelivery(
            new AdapterEnvironment(engine, works, TestTransactions.server(), new ShortTasks(works), () -> NOW),
            name -> {
                throw new NameNotFoundException(name);
            });
    private final RepriseActivationSpec spec = new RepriseActivationSpec();
    private Runnable meanwhile = () -> {};

    private void deliver(TextMessage message) {
        String text;
        try {
            text = message.getText();
        } catch (JMSException e) {
            throw new AssertionError(e);
        }
        received.add(text);
        meanwhile.run();
        works.runAll(); // the other sessions deliver at the same time
        if (poison.contains(text)) {
            throw new IllegalStateException("poison");
        }
    }

    @BeforeEach
    void configure() {
        spec.setDestination("q");
        spec.setMaxSession("1");
        engine.open();
    }

    @Test
    void aPauseAfterFailuresIsAnAlarmUntilSomebodyHasSeenToIt() throws Exception {
        Alarms alarms = broker.shared(Alarms.class, Alarms::new);
        Events events = broker.shared(Events.class, Events::new);
        putPoison("a", "b");
        spec.setMaxSequentialDeliveryFailures("2");
        spec.setMaxSession("2");
        activate();
        letSessionsTry(20);
        assertThat(alarms.list("default"))
                .extracting(AlarmView::code, AlarmView::since)
                .containsExactly(tuple(AlarmCode.ACTIVATION_PAUSED, NOW));
        assertThat(events.count(EventCode.ACTIVATION_PAUSED, "default")).isEqualTo(1);

        activations.resume(only().name());

        assertThat(alarms.holding(AlarmCode.ACTIVATION_PAUSED, "default")).isZero();
        assertThat(events.count(EventCode.ACTIVATION_RESUMED, "default")).isEqualTo(1);
    }

    @Test
    void pausesAfterAsManyFailuresInARowAndSaysWhy() throws Exception {
        putPoison("a", "b");
        spec.setMaxSequentialDeliveryFailures("3");
        spec.setMaxSession("2");

        activate();
        letSessionsTry(20);

        ActivationView paused = only();
        assertThat(paused.state()).isEqualTo(ActivationState.PAUSED);
        assertThat(paused.reason()).startsWith("3 deliveries in a row failed").contains("administrator");
        assertThat(paused.since()).isEqualTo(NOW);
        assertThat(paused.failedMsgs()).isEqualTo(3);
        assertThat(broker.health("adapter").up()).isFalse();
        assertThat(broker.health("adapter").detail()).contains("3 deliveries in a row failed");
    }

    @Test
    void holdsNothingWhileItIsPausedSoThatAStandbyTakesOver() throws Exception {
        putPoison("a", "b");
        vpn.put("q", "c");
        spec.setMaxSequentialDeliveryFailures("2");
        spec.setMaxSession("3");

        activate();
        letSessionsTry(20);

        assertThat(only().state()).isEqualTo(ActivationState.PAUSED);
        assertThat(only().openSessions()).isZero();
        assertThat(queue().openFlows()).isZero();
        assertThat(queue().openSessions()).isZero();
        assertThat(queue().inFlightCount()).isZero();
        assertThat(bean.openEndpoints()).isZero();
    }

    @Test
    void isNotStoppedByAPoisonousMessageAlone() throws Exception {
        putPoison("a");
        spec.setMaxSequentialDeliveryFailures("2");

        activate();
        letSessionsTry(20);

        assertThat(received).hasSizeGreaterThan(10).containsOnly("a");
        assertThat(only().state()).isEqualTo(ActivationState.RUNNING);
    }

    @Test
    void isNotStoppedByPoisonAmongGoodMessages() throws Exception {
        poison.add("a");
        vpn.put("q", "a");
        spec.setMaxSequentialDeliveryFailures("2");
        spec.setMaxSession("2");
        activate();

        for (int i = 0; i < 20; i++) {
            vpn.put("q", "good" + i);
            letSessionsTry(1);
        }

        assertThat(only().state()).isEqualTo(ActivationState.RUNNING);
        assertThat(only().deliveredMsgs()).isEqualTo(20);
    }

    @Test
    void neverPausesUnlessAsked() throws Exception {
        putPoison("a", "b", "c");

        activate();
        letSessionsTry(20);

        assertThat(only().state()).isEqualTo(ActivationState.RUNNING);
        assertThat(only().failedMsgs()).isGreaterThan(10);
    }

    @Test
    void goesOnAfterItsIntervalAndCountsAnew() throws Exception {
        putPoison("a", "b");
        spec.setMaxSequentialDeliveryFailures("2");
        spec.setFailurePauseInterval("60000");
        spec.setMaxSession("2");
        activate();
        runUntilPaused();
        assertThat(works.delays()).contains(Duration.ofMinutes(1));
        assertThat(only().reason()).contains("resumes after PT1M");
        poison.clear();

        letSessionsTry(1);

        assertThat(only().state()).isEqualTo(ActivationState.RUNNING);
        assertThat(only().deliveredMsgs()).isEqualTo(2);
        assertThat(broker.health("adapter").up()).isTrue();
    }

    @Test
    void staysPausedUntilAnAdministratorResumesIt() throws Exception {
        putPoison("a", "b");
        spec.setMaxSequentialDeliveryFailures("2");
        spec.setMaxSession("2");
        activate();
        letSessionsTry(20);
        assertThat(only().state()).isEqualTo(ActivationState.PAUSED);
        poison.clear();

        activations.resume(only().name());
        letSessionsTry(1);

        assertThat(only().deliveredMsgs()).isEqualTo(2);
    }

    @Test
    void takesNothingWhileAnAdministratorPausesIt() throws Exception {
        vpn.createQueue("q");
        activate();
        works.runAll();

        ActivationView paused = activations.pause(only().name());
        vpn.put("q", "a");
        letSessionsTry(3);
        assertThat(paused.state()).isEqualTo(ActivationState.PAUSED);
        assertThat(paused.reason()).isEqualTo("by an administrator");
        assertThat(received).isEmpty();
        assertThat(broker.health("adapter").up()).as("somebody wants it so").isTrue();
        assertThat(broker.health("adapter").detail()).contains("paused by an administrator");
        activations.resume(only().name());
        works.runAll();

        assertThat(received).containsExactly("a");
        assertThat(broker.health("adapter").detail()).doesNotContain("paused");
    }

    @Test
    void anAdministratorsPauseOutlastsTheIntervalOfAnEarlierOne() throws Exception {
        putPoison("a", "b");
        spec.setMaxSequentialDeliveryFailures("2");
        spec.setFailurePauseInterval("PT1M");
        spec.setMaxSession("2");
        activate();
        runUntilPaused();

        activations.pause(only().name());
        letSessionsTry(5);

        assertThat(only().state()).isEqualTo(ActivationState.PAUSED);
        assertThat(only().reason()).isEqualTo("by an administrator");
    }

    @Test
    void finishesTheDeliveryThatRuns() throws Exception {
        vpn.put("q", "a");
        vpn.put("q", "b");
        meanwhile = () -> {
            activations.pause(only().name());
            assertThat(only().openSessions()).isEqualTo(1);
        };

        activate();
        works.runAll();

        assertThat(received).containsExactly("a");
        assertThat(vpn.acknowledged()).containsExactly(1L);
        assertThat(only().openSessions()).isZero();
        assertThat(queue().readyCount()).isEqualTo(1);
    }

    @Test
    void isBoundAgainOnlyWhenTheDeliveriesOfBeforeAreBack() throws Exception {
        vpn.put("q", "a");
        vpn.put("q", "b");
        meanwhile = () -> {
            meanwhile = () -> {};
            activations.pause(only().name());
            activations.resume(only().name());
            assertThat(only().state()).isEqualTo(ActivationState.WAITING);
            assertThat(queue().binds()).hasSize(1);
        };

        activate();
        works.runAll();

        assertThat(received).containsExactly("a", "b");
        assertThat(queue().binds()).hasSize(2);
        assertThat(queue().openFlows()).isEqualTo(1);
        assertThat(only().state()).isEqualTo(ActivationState.RUNNING);
    }

    @Test
    void oneThatCantConsumeIsAnAlarmAndNotReadyUntilItCan() throws Exception {
        Alarms alarms = broker.shared(Alarms.class, Alarms::new);
        activate();
        works.runAll();
        assertThat(alarms.list("default"))
                .extracting(AlarmView::code, AlarmView::subject)
                .containsExactly(tuple(AlarmCode.ACTIVATION_UNBOUND, only().name()));
        assertThat(alarms.list("default").get(0).detail()).contains("does not exist");
        assertThat(broker.health("adapter").up()).isFalse();
        assertThat(broker.health("adapter").detail()).contains(only().name()).contains("does not exist");

        vpn.put("q", "a");
        works.elapse();
        works.runAll();

        assertThat(received).containsExactly("a");
        assertThat(alarms.holding(AlarmCode.ACTIVATION_UNBOUND, "default")).isZero();
        assertThat(broker.health("adapter").up()).isTrue();
    }

    @Test
    void oneThatWaitsForItsQueueCanBePaused() throws Exception {
        activate();
        works.runAll();
        assertThat(only().state()).isEqualTo(ActivationState.WAITING);
        assertThat(only().reason()).contains("'q'").contains("does not exist");

        activations.pause(only().name());
        vpn.put("q", "a");
        letSessionsTry(3);
        assertThat(received).isEmpty();
        activations.resume(only().name());
        works.runAll();

        assertThat(received).containsExactly("a");
    }

    @Test
    void oneThatGaveUpLooksAgainWhenItIsResumed() throws Exception {
        spec.setSetupAttempts("1");
        activate();
        works.runAll();
        assertThat(only().state()).isEqualTo(ActivationState.GIVEN_UP);
        vpn.put("q", "a");

        activations.resume(only().name());
        works.runAll();

        assertThat(received).containsExactly("a");
    }

    @Test
    void isDeactivatedWhilePausedAndListedNoMore() throws Exception {
        vpn.createQueue("q");
        activate();
        works.runAll();
        String name = only().name();
        activations.pause(name);

        inbound.deactivate(bean, spec);

        assertThat(activations.list()).isEmpty();
        assertThatThrownBy(() -> activations.resume(name))
                .isInstanceOfSatisfying(
                        BrokerException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_FOUND))
                .hasMessageContaining(name);
    }

    @Test
    void activationsOfTwoAdaptersWithOneNameAreToldApart() throws Exception {
        vpn.createQueue("q");
        InboundDelivery other = new InboundDelivery(
                new AdapterEnvironment(engine, works, TestTransactions.server(), new ShortTasks(works), () -> NOW),
                name -> {
                    throw new NameNotFoundException(name);
                });

        activate();
        other.activate(bean, spec);
        works.runAll();

        assertThat(activations.list())
                .extracting(ActivationView::name)
                .doesNotHaveDuplicates()
                .hasSize(2);
    }

    private void putPoison(String... texts) {
        for (String text : texts) {
            poison.add(text);
            vpn.put("q", text);
        }
    }

    private void activate() throws Exception {
        inbound.activate(bean, spec);
    }

    /** Sessions that rest after a failure try again so often; what waits for longer is over too. */
    private void letSessionsTry(int times) {
        works.runAll();
        for (int i = 0; i < times; i++) {
            works.elapse();
            works.runAll();
        }
    }

    private void runUntilPaused() {
        works.runAll();
        for (int i = 0; i < 20 && only().state() != ActivationState.PAUSED; i++) {
            works.elapse();
            works.runAll();
        }
        assertThat(only().state()).isEqualTo(ActivationState.PAUSED);
    }

    private ActivationView only() {
        return activations.list().get(0);
    }

    private MemoryEndpoint queue() {
        return vpn.createQueue("q");
    }
}
