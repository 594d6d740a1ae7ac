package io.reprise.broker.ra.inbound;

import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.model.delivery.BindRequest;
import io.reprise.broker.model.endpoint.Prefetch;
import io.reprise.broker.model.endpoint.RedeliveryOverride;
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
import io.reprise.broker.ra.jms.RepriseQueue;
import jakarta.jms.TextMessage;
import jakarta.resource.spi.ActivationSpec;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import javax.naming.NameNotFoundException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Activations from the container's call to the bean and back, over a broker in memory. */
class InboundDeliveryTest {
    private final ManualWorks works = new ManualWorks();
    private final MemoryBroker broker = new MemoryBroker();
    private final MemoryVpn vpn = broker.vpn(Broker.DEFAULT_VPN);
    private final List<String> received = new ArrayList<>();
    private final TestContainer bean = new TestContainer(TestTransactions.manager(), message -> {
        try {
            received.add(((TextMessage) message).getText());
        } catch (jakarta.jms.JMSException e) {
            throw new IllegalStateException(e);
        }
    });
    private @Nullable MemoryBroker there = broker;
    private final EngineAccess engine = new EngineAccess(works, () -> {
        MemoryBroker found = there;
        if (found == null) {
            throw new NameNotFoundException("not bound yet");
        }
        return () -> found;
    });
    private final InboundDelivery inbound = new InboundDelivery(
            new AdapterEnvironment(
                    engine, works, TestTransactions.server(), new ShortTasks(works), InstantSource.system()),
            this::lookup);

    private final Map<String, Object> bound = new HashMap<>();

    private Object lookup(String name) throws NameNotFoundException {
        Object object = bound.get(name);
        if (object == null) {
            throw new NameNotFoundException(name);
        }
        return object;
    }

    @Test
    void takesAnAdministeredObjectThatIsBoundAfterTheActivationNotItsGuess() throws Exception {
        there = null;
        RepriseActivationSpec spec = spec("java:/jms/Orders");
        spec.setAutoCreate("true");
        engine.open();
        inbound.activate(bean, spec);
        works.runAll();

        bound.put("java:/jms/Orders", new RepriseQueue("shop/orders"));
        there = broker;
        works.elapse();
        works.runAll();

        assertThat(vpn.queue("Orders")).as("the guess").isNull();
        assertThat(Objects.requireNonNull(vpn.queue("shop/orders")).openFlows()).isEqualTo(1);
    }

    @Test
    void waitsForAnEngineThatStartsAfterTheAdapter() throws Exception {
        there = null;
        vpn.put("q", "a");
        engine.open();
        inbound.activate(bean, spec("q"));
        works.runAll();
        assertThat(received).isEmpty();

        there = broker;
        works.elapse();
        works.runAll();

        assertThat(received).containsExactly("a");
        assertThat(broker.health("adapter").up()).isTrue();
    }

    @Test
    void looksForAMissingQueueUntilItIsThereAndShowsIt() throws Exception {
        engine.open();
        inbound.activate(bean, spec("q"));
        works.runAll();
        assertThat(broker.health("adapter").up()).isFalse();
        assertThat(broker.health("adapter").detail()).contains("'q'");

        vpn.put("q", "a");
        works.elapse();
        works.runAll();

        assertThat(received).containsExactly("a");
        assertThat(broker.health("adapter").up()).isTrue();
    }

    @Test
    void givesUpAfterAsManyAttemptsAsItMayMake() throws Exception {
        RepriseActivationSpec spec = spec("q");
        spec.setSetupAttempts("2");
        engine.open();
        inbound.activate(bean, spec);
        works.runAll();
        works.elapse();
        works.runAll();
        int asked = works.delays().size();

        works.elapse();
        works.runAll();

        assertThat(works.delays()).hasSize(asked);
        assertThat(broker.health("adapter").up()).isFalse();
    }

    @Test
    void createsAQueueWithItsSubscriptionsWhenAskedTo() throws Exception {
        RepriseActivationSpec spec = spec("q");
        spec.setAutoCreate("true");
        spec.setSubscriptions("a/>, !a/b");
        engine.open();

        inbound.activate(bean, spec);
        works.runAll();

        assertThat(Objects.requireNonNull(vpn.queue("q")).openFlows()).isEqualTo(1);
        assertThat(broker.administration("default")
                        .endpoint(io.reprise.broker.model.endpoint.EndpointKind.QUEUE, "q")
                        .orElseThrow()
                        .subscriptions())
                .extracting(Object::toString)
                .containsExactly("a/>", "!a/b");
    }

    @Test
    void asksTheEngineForItsOwnPrefetchAndRedelivery() throws Exception {
        vpn.createQueue("q");
        RepriseActivationSpec spec = spec("q");
        spec.setPrefetch("3");
        spec.setMaxRedelivery("4");
        spec.setRedeliveryDelayEnabled("true");
        spec.setRedeliveryDelayInitialInterval("500");
        spec.setRedeliveryDelayMaxInterval("60000");
        spec.setRedeliveryDelayMultiplier("150");
        engine.open();

        inbound.activate(bean, spec);
        works.runAll();

        BindRequest asked = vpn.createQueue("q").binds().get(0);
        assertThat(asked.prefetch()).isEqualTo(new Prefetch(3));
        assertThat(asked.redelivery())
                .isEqualTo(new RedeliveryOverride(
                        Optional.of(4), Optional.of(true), Optional.of(500L), Optional.of(60_000L), Optional.of(150)));
    }

    @Test
    void asksTheEngineForWhatItsSelectorWants() throws Exception {
        vpn.createQueue("q");
        RepriseActivationSpec spec = spec("q");
        spec.setMessageSelector(" colour = 'red' ");
        engine.open();

        inbound.activate(bean, spec);
        works.runAll();

        assertThat(vpn.createQueue("q").binds().get(0).selector()).isEqualTo("colour = 'red'");
    }

    @Test
    void aDurableSubscriptionKeepsWhatItsSelectorWantsAndTakesNoOther() throws Exception {
        engine.open();
        RepriseActivationSpec first = subscription("colour = 'red'");
        inbound.activate(bean, first);
        works.runAll();
        MemoryEndpoint endpoint = Objects.requireNonNull(vpn.topicEndpoint("sub"));
        assertThat(endpoint.view().settings().selector()).isEqualTo("colour = 'red'");
        assertThat(endpoint.binds().get(0).selector()).isEmpty();
        inbound.deactivate(bean, first);

        inbound.activate(bean, subscription("colour = 'blue'"));
        works.runAll();

        assertThat(broker.health("adapter").detail())
                .contains("messageSelector of topic endpoint 'sub'")
                .contains("'colour = 'red'', as it is");
    }

    private static RepriseActivationSpec subscription(String selector) {
        RepriseActivationSpec spec = spec("colours");
        spec.setDestinationType("jakarta.jms.Topic");
        spec.setSubscriptionDurability("Durable");
        spec.setSubscriptionName("sub");
        spec.setMessageSelector(selector);
        return spec;
    }

    @Test
    void leavesNoConsumerBehindWhenItIsDeactivated() throws Exception {
        vpn.createQueue("q");
        RepriseActivationSpec spec = spec("q");
        engine.open();
        inbound.activate(bean, spec);
        works.runAll();

        inbound.deactivate(bean, spec);

        assertThat(vpn.createQueue("q").openFlows()).isZero();
        assertThat(vpn.createQueue("q").openSessions()).isZero();
        assertThat(bean.openEndpoints()).isZero();
    }

    @Test
    void trap11IsRepeatableWithTheSameObjects() throws Exception {
        RepriseActivationSpec spec = spec("q");
        vpn.createQueue("q");
        engine.open();
        for (int i = 0; i < 3; i++) {
            inbound.activate(bean, spec);
            inbound.activate(bean, spec);
            works.runAll();
            assertThat(vpn.createQueue("q").openFlows()).isEqualTo(1);
            inbound.deactivate(bean, spec);
            inbound.deactivate(bean, spec);
            assertThat(vpn.createQueue("q").openFlows()).isZero();
        }
    }

    @Test
    void trap10TellsActivationsOfEqualConfigurationApart() throws Exception {
        vpn.createQueue("q");
        engine.open();
        RepriseActivationSpec first = spec("q");
        RepriseActivationSpec second = spec("q");
        inbound.activate(bean, first);
        inbound.activate(bean, second);
        works.runAll();

        inbound.deactivate(bean, first);

        assertThat(vpn.createQueue("q").openFlows()).isEqualTo(1);
    }

    @Test
    void comesBackWhenTheBrokerEndedItsFlow() throws Exception {
        vpn.createQueue("q");
        engine.open();
        inbound.activate(bean, spec("q"));
        works.runAll();

        vpn.createQueue("q").end("deleted");
        works.runAll();
        assertThat(broker.health("adapter").up()).isFalse();
        vpn.createQueue("q").revive();
        vpn.put("q", "a");
        works.elapse();
        works.runAll();

        assertThat(received).containsExactly("a");
    }

    @Test
    void givesOneRecoveryResourceForEachVpnAndHoldsNothingByIt() throws Exception {
        vpn.createQueue("q");
        RepriseActivationSpec first = spec("q");
        RepriseActivationSpec second = spec("q");
        inbound.activate(bean, first);
        inbound.activate(bean, second);

        assertThat(inbound.recoveryResources(new ActivationSpec[] {first, second}))
                .hasSize(1);
        assertThat(inbound.recoveryResources(new ActivationSpec[0])).isEmpty();
    }

    @Test
    void recoversWhatOtherVpnsHaveToo() throws Exception {
        vpn.createQueue("q");
        RepriseActivationSpec spec = spec("q");
        inbound.activate(bean, spec);
        engine.open();
        works.runAll();

        broker.createVpn("orders");

        assertThat(inbound.recoveryResources(new ActivationSpec[] {spec})).hasSize(2);
    }

    @Test
    void theLastOfSeveralAdaptersEndsTheBroker() {
        EngineAccess other = new EngineAccess(works, () -> () -> broker);
        engine.open();
        other.open();
        works.runAll();

        engine.close(Duration.ofSeconds(1));
        assertThat(broker.closings()).isEmpty();
        other.close(Duration.ofSeconds(2));

        assertThat(broker.closings()).containsExactly(Duration.ofSeconds(2));
    }

    private static RepriseActivationSpec spec(String queue) {
        RepriseActivationSpec spec = new RepriseActivationSpec();
        spec.setDestination(queue);
        spec.setMaxSession("2");
        return spec;
    }
}
