package io.reprise.broker.ra.inbound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.management.ActivationState;
import io.reprise.broker.model.management.ActivationView;
import io.reprise.broker.model.management.Activations;
import io.reprise.broker.model.replay.ReplayRequest;
import io.reprise.broker.model.replay.ReplayStart;
import io.reprise.broker.model.vpn.Broker;
import io.reprise.broker.ra.environment.AdapterEnvironment;
import io.reprise.broker.ra.environment.EngineAccess;
import io.reprise.broker.ra.environment.ShortTasks;
import io.reprise.broker.ra.fake.ManualWorks;
import io.reprise.broker.ra.fake.MemoryBroker;
import io.reprise.broker.ra.fake.MemoryEndpoint;
import io.reprise.broker.ra.fake.MemoryReplays;
import io.reprise.broker.ra.fake.MemoryVpn;
import io.reprise.broker.ra.fake.TestContainer;
import io.reprise.broker.ra.fake.TestTransactions;
import io.reprise.broker.ra.jms.RepriseTopic;
import jakarta.resource.spi.InvalidPropertyException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javax.naming.NameNotFoundException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Activations that want a replay [spec 2.5, 4.1]. */
class ActivationReplayTest {
    private final ManualWorks works = new ManualWorks();
    private final MemoryBroker broker = new MemoryBroker();
    private final MemoryVpn vpn = broker.vpn(Broker.DEFAULT_VPN);
    private final Activations activations = broker.shared(Activations.class, Activations::new);
    private final List<String> received = new ArrayList<>();
    private final TestContainer bean =
            new TestContainer(TestTransactions.manager(), message -> received.add(message.toString()));
    private final Map<String, Object> bound = new HashMap<>();
    private final EngineAccess engine = new EngineAccess(works, () -> () -> broker);
    private Instant now = Instant.parse("2026-11-30T10:00:00Z");
    private final InboundDelivery inbound = new InboundDelivery(
            new AdapterEnvironment(engine, works, TestTransactions.server(), new ShortTasks(works), () -> now),
            this::lookup);
    private final RepriseActivationSpec spec = new RepriseActivationSpec();

    private Object lookup(String name) throws NameNotFoundException {
        Object object = bound.get(name);
        if (object == null) {
            throw new NameNotFoundException(name);
        }
        return object;
    }

    @BeforeEach
    void configure() {
        spec.setDestination("q");
        spec.setMaxSession("2");
        spec.setReplayFrom("beginning");
        spec.setReplayId("audit");
        engine.open();
    }

    @Test
    void askBeforeAMessageIsTaken() throws Exception {
        vpn.put("q", "a");

        activate();

        assertThat(replays().asked()).containsExactly("audit with 0 sessions");
        assertThat(replays().granted("audit")).isEqualTo(ReplayRequest.from(new ReplayStart.Beginning()));
        assertThat(received).hasSize(1);
        assertThat(only().state()).isEqualTo(ActivationState.RUNNING);
    }

    @Test
    void countBackFromWhenTheirEndpointIsThere() throws Exception {
        spec.setReplayFrom("-PT20M");
        activate();
        now = now.plus(Duration.ofHours(1));

        vpn.createQueue("q");
        works.elapse();
        works.runAll();

        assertThat(replays().granted("audit"))
                .isEqualTo(ReplayRequest.from(new ReplayStart.FromTime(Instant.parse("2026-11-30T10:40:00Z"))));
    }

    @Test
    void startNothingAgainWhenTheyAreDeployedAnew() throws Exception {
        vpn.createQueue("q");
        activate();
        inbound.deactivate(bean, spec);

        activate();

        assertThat(replays().asked()).hasSize(2);
        assertThat(replays().grantedCount()).isEqualTo(1);
        assertThat(only().state()).isEqualTo(ActivationState.RUNNING);
    }

    @Test
    void startNothingAgainWhenTheBrokerEndedTheirFlow() throws Exception {
        vpn.createQueue("q");
        activate();

        queue().end("VPN stepped down");
        works.runAll();
        queue().revive();
        works.elapse();
        works.runAll();

        assertThat(replays().asked()).hasSize(2);
        assertThat(replays().grantedCount()).isEqualTo(1);
        assertThat(only().state()).isEqualTo(ActivationState.RUNNING);
    }

    @ParameterizedTest
    @EnumSource(
            names = {
                "REPLAY_DISABLED",
                "REPLAY_START_TIME_NOT_AVAILABLE",
                "REPLAY_START_MESSAGE_UNAVAILABLE",
                "REPLAY_PARTITIONED_QUEUE",
                "REPLAY_NOT_EXCLUSIVE",
                "REPLAY_NOT_ACTIVE_FLOW",
                "INVALID_PARAMETER",
                "ACCESS_DENIED",
                "NOT_SUPPORTED"
            })
    void failWithTheReasonIfItIsRefusedAndTryNoMore(ErrorCode reason) throws Exception {
        vpn.put("q", "a");
        replays().refuse(reason);

        activate();
        int delays = works.delays().size();
        works.elapse();
        works.runAll();

        assertThat(only().state()).isEqualTo(ActivationState.GIVEN_UP);
        assertThat(only().reason()).contains("replayFrom=beginning, replayId=audit: refused by a test");
        assertThat(broker.health("adapter").up()).isFalse();
        assertThat(broker.health("adapter").detail()).contains("replayId=audit: refused by a test");
        assertThat(works.delays()).hasSize(delays);
        assertThat(replays().asked()).hasSize(1);
        assertThat(queue().openFlows()).isZero();
        assertThat(queue().readyCount()).as("nothing was taken").isEqualTo(1);
        assertThat(received).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(names = {"DATABASE_UNAVAILABLE", "VPN_DOWN", "OUTCOME_UNKNOWN", "ENDPOINT_DELETED", "EGRESS_DISABLED"})
    void tryAgainIfItIsNotKnownWhetherItCanBeHad(ErrorCode trouble) throws Exception {
        vpn.put("q", "a");
        replays().refuse(trouble);
        activate();
        assertThat(only().state()).isEqualTo(ActivationState.WAITING);
        assertThat(queue().openFlows()).isZero();

        replays().refuseNoMore();
        works.elapse();
        works.runAll();

        assertThat(only().state()).isEqualTo(ActivationState.RUNNING);
        assertThat(replays().granted("audit")).isNotNull();
        assertThat(received).hasSize(1);
    }

    @Test
    void askAgainWhenAnAdministratorResumesThem() throws Exception {
        vpn.put("q", "a");
        replays().refuse(ErrorCode.REPLAY_DISABLED);
        activate();

        replays().refuseNoMore();
        activations.resume(only().name());
        works.runAll();

        assertThat(only().state()).isEqualTo(ActivationState.RUNNING);
        assertThat(received).hasSize(1);
    }

    @Test
    void askForADurableSubscriptionsToo() throws Exception {
        spec.setDestination("quakes/>");
        spec.setUseJNDI("false");
        spec.setDestinationType("jakarta.jms.Topic");
        spec.setSubscriptionDurability("Durable");
        spec.setSubscriptionName("late");

        activate();

        MemoryEndpoint subscription = Objects.requireNonNull(vpn.topicEndpoint("late"));
        assertThat(subscription.replays().granted("audit")).isNotNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"t?replayFrom=beginning&replayId=x", "t?replayFrom=beginning"})
    void doNotTakeOptionsOfADestination(String name) {
        bound.put("java:/jms/T", new RepriseTopic(name));
        spec.setDestination("java:/jms/T");
        spec.setSubscriptionDurability("Durable");
        spec.setSubscriptionName("late");

        assertThatThrownBy(() -> inbound.activate(bean, spec))
                .isInstanceOf(InvalidPropertyException.class)
                .hasMessageContaining("'" + name + "' has options")
                .hasMessageContaining("the properties replayFrom and replayId");
    }

    @Test
    void doNotGuessANameOutOfOptions() {
        spec.setDestination("orders?replayFrom=beginning&replayId=shop/audit");

        assertThatThrownBy(() -> inbound.activate(bean, spec))
                .isInstanceOf(InvalidPropertyException.class)
                .hasMessageContaining("has options");
    }

    private void activate() throws Exception {
        inbound.activate(bean, spec);
        works.runAll();
    }

    private MemoryEndpoint queue() {
        return vpn.createQueue("q");
    }

    private MemoryReplays replays() {
        return queue().replays();
    }

    private ActivationView only() {
        List<ActivationView> all = activations.list();
        assertThat(all).hasSize(1);
        return all.get(0);
    }
}
