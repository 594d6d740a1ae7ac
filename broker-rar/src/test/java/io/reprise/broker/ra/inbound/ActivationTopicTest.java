package io.reprise.broker.ra.inbound;

import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.model.endpoint.AccessType;
import io.reprise.broker.model.endpoint.EndpointName;
import io.reprise.broker.model.live.LiveEvent;
import io.reprise.broker.model.live.LiveStart;
import io.reprise.broker.model.management.ActivationState;
import io.reprise.broker.model.management.ActivationView;
import io.reprise.broker.model.management.Activations;
import io.reprise.broker.model.message.Message;
import io.reprise.broker.model.publish.WorkUnit;
import io.reprise.broker.model.topic.TopicName;
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
import jakarta.resource.spi.UnavailableException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import javax.naming.NameNotFoundException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Beans on a topic without durable subscription: from a temporary endpoint, or live [spec 3.4]. */
class ActivationTopicTest {
    private final ManualWorks works = new ManualWorks();
    private final MemoryBroker broker = new MemoryBroker();
    private final MemoryVpn vpn = broker.vpn(Broker.DEFAULT_VPN);
    private final Activations activations = broker.shared(Activations.class, Activations::new);
    private final List<String> received = new ArrayList<>();
    private final TestContainer bean =
            new TestContainer(TestTransactions.manager(), message -> deliver((TextMessage) message));
    private final EngineAccess engine = new EngineAccess(works, () -> () -> broker);
    private final InboundDelivery inbound = new InboundDelivery(
            new AdapterEnvironment(
                    engine, works, TestTransactions.server(), new ShortTasks(works), InstantSource.system()),
            name -> {
                throw new NameNotFoundException(name);
            });
    private final RepriseActivationSpec spec = new RepriseActivationSpec();
    private int failures;

    private void deliver(TextMessage message) {
        try {
            received.add(message.getText());
        } catch (JMSException e) {
            throw new AssertionError(e);
        }
        if (failures > 0) {
            failures--;
            throw new IllegalStateException("failed");
        }
    }

    @BeforeEach
    void configure() {
        spec.setDestination("s");
        spec.setDestinationType("jakarta.jms.Topic");
        engine.open();
    }

    private void activate() throws Exception {
        inbound.activate(bean, spec);
        works.runAll();
    }

    private void publish(String text) {
        vpn.commit(WorkUnit.publishing(Message.to(TopicName.of("s")).text(text).build()));
        works.runAll();
    }

    private MemoryEndpoint endpoint() {
        assertThat(vpn.temporaries()).hasSize(1);
        return Objects.requireNonNull(vpn.topicEndpoint(vpn.temporaries().get(0)));
    }

    private ActivationView only() {
        List<ActivationView> all = activations.list();
        assertThat(all).hasSize(1);
        return all.get(0);
    }

    @Test
    void anUnmodifiedBeanHasAnEndpointFromItsActivationToItsDeactivation() throws Exception {
        publish("before");
        activate();

        publish("a");
        inbound.deactivate(bean, spec);
        publish("after");

        assertThat(received).containsExactly("a");
        assertThat(vpn.acknowledged()).hasSize(1);
        assertThat(vpn.temporaries()).isEmpty();
    }

    @Test
    void whatItFailsOnComesAgain() throws Exception {
        activate();
        failures = 1;

        publish("a");
        works.elapse();
        works.runAll();

        assertThat(received).containsExactly("a", "a");
        assertThat(only().failedMsgs()).isEqualTo(1);
        assertThat(only().deliveredMsgs()).isEqualTo(1);
    }

    @Test
    void pausedItsMessagesGather() throws Exception {
        activate();
        activations.pause(only().name());
        works.runAll();
        publish("a");
        assertThat(received).isEmpty();

        activations.resume(only().name());
        works.runAll();

        assertThat(received).containsExactly("a");
    }

    @Test
    void aFlowThatTheBrokerEndedIsFollowedByANewEndpoint() throws Exception {
        activate();
        String first = vpn.temporaries().get(0);

        endpoint().end("VPN steps down");
        works.runAll();
        works.elapse();
        works.runAll();

        assertThat(vpn.temporaries()).hasSize(1).doesNotContain(first);
        assertThat(only().state()).isEqualTo(ActivationState.RUNNING);
        publish("a");
        assertThat(received).containsExactly("a");
    }

    @Test
    void resumedAfterItsEndpointHasGoneItGetsANewOne() throws Exception {
        activate();
        activations.pause(only().name());
        works.runAll();
        vpn.forgetTemporaries();

        activations.resume(only().name());
        works.runAll();
        works.elapse();
        works.runAll();

        assertThat(only().state()).isEqualTo(ActivationState.RUNNING);
        publish("a");
        assertThat(received).containsExactly("a");
    }

    @Test
    void theSelectorDecidesWhatIsKeptAndAdministratorsSeeTheTopic() throws Exception {
        spec.setMessageSelector("JMSType = 'x'");

        activate();

        assertThat(endpoint().view().settings().selector()).isEqualTo("JMSType = 'x'");
        assertThat(only().endpointName()).isEqualTo("s");
    }

    @Test
    void beansThatShareItGetItsMessagesInTurnUntilTheLastHasGone() throws Exception {
        spec.setSubscriptionName("all");
        spec.setShareSubscriptions("true");
        RepriseActivationSpec other = new RepriseActivationSpec();
        other.setDestination("s");
        other.setDestinationType("Topic");
        other.setSubscriptionName("all");
        other.setShareSubscriptions("true");
        activate();
        inbound.activate(bean, other);
        works.runAll();

        publish("a");
        assertThat(received).containsExactly("a");
        assertThat(endpoint().view().settings().accessType()).isEqualTo(AccessType.NON_EXCLUSIVE);

        inbound.deactivate(bean, spec);
        assertThat(vpn.temporaries()).hasSize(1).allMatch(EndpointName::isTemporary);
        inbound.deactivate(bean, other);
        assertThat(vpn.temporaries()).isEmpty();
    }

    @Test
    void aSharedDurableSubscriptionIsForSeveralBeans() throws Exception {
        spec.setSubscriptionDurability("Durable");
        spec.setSubscriptionName("all");
        spec.setShareSubscriptions("true");

        activate();

        assertThat(Objects.requireNonNull(vpn.topicEndpoint("all")).view().settings())
                .satisfies(made -> assertThat(made.accessType()).isEqualTo(AccessType.NON_EXCLUSIVE))
                .satisfies(made -> assertThat(made.maxBindCount()).isEqualTo(1_000));
    }

    @Test
    void aLiveBeanGetsMessagesWithoutEndpointOrAcknowledgement() throws Exception {
        spec.setTopicDelivery("direct");
        activate();

        vpn.live().stream().update("a", 1);
        works.runAll();

        assertThat(received).containsExactly("a");
        assertThat(vpn.temporaries()).isEmpty();
        assertThat(vpn.calls()).isEmpty();
        assertThat(bean.calls()).containsExactly("before", "onMessage", "after");
        assertThat(only().deliveredMsgs()).isEqualTo(1);
    }

    @Test
    void whatALiveBeanFailsOnDoesNotComeAgain() throws Exception {
        spec.setTopicDelivery("direct");
        activate();
        failures = 1;

        vpn.live().stream().update("a", 1);
        vpn.live().stream().update("b", 2);
        works.runAll();
        works.elapse();
        works.runAll();

        assertThat(received).containsExactly("a", "b");
        assertThat(only().failedMsgs()).isEqualTo(1);
    }

    @Test
    void whatTheContainerRefusedComesAgainInItsPlace() throws Exception {
        spec.setTopicDelivery("direct");
        activate();
        bean.failBefore(new UnavailableException("stopping"));
        vpn.live().stream().update("a", 1);
        vpn.live().stream().update("b", 2);
        works.runAll();
        assertThat(received).isEmpty();

        bean.failBefore(null);
        works.elapse();
        works.runAll();

        assertThat(received).containsExactly("a", "b");
    }

    @Test
    void deliveryThatIsStoppedAndStartedGoesOnWhereItWas() throws Exception {
        spec.setHistory("10");
        activate();
        vpn.live().stream().add(new LiveEvent.Begun(0));
        vpn.live().stream().update("a", 1);
        works.runAll();

        inbound.deactivate(bean, spec);
        assertThat(vpn.live().stream().isClosed()).isTrue();
        activate();

        assertThat(vpn.live().requests())
                .extracting(request -> (Object) request.start())
                .containsExactly(new LiveStart.History(10), new LiveStart.AfterMessage(1));
    }

    @Test
    void aLiveBeanGoesOnWhereItWasWhenTheBrokerIsThereAgain() throws Exception {
        spec.setTopicDelivery("direct");
        activate();
        vpn.live().stream().update("a", 1);
        vpn.live().stream().end("VPN steps down");
        vpn.live().down();
        works.runAll();
        assertThat(only().state()).isEqualTo(ActivationState.WAITING);
        assertThat(only().reason()).contains("VPN steps down");

        vpn.live().up();
        works.elapse();
        works.runAll();

        assertThat(only().state()).isEqualTo(ActivationState.RUNNING);
        assertThat(vpn.live().requests().get(1).start()).isEqualTo(new LiveStart.AfterMessage(1));
    }

    @Test
    void anIdleLiveBeanHoldsNoThread() throws Exception {
        spec.setTopicDelivery("direct");
        spec.setMaxSession("3");
        activate();

        assertThat(works.waiting()).isZero();
        assertThat(works.delays()).isEmpty();
    }
}
