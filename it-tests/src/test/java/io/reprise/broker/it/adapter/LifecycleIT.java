package io.reprise.broker.it.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.reprise.broker.it.adapter.probe.BadBean;
import io.reprise.broker.it.adapter.probe.LiveBean;
import io.reprise.broker.it.adapter.probe.WaitingBean;
import io.reprise.broker.it.server.ServerFailure;
import io.reprise.broker.it.suite.RepriseClient;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.jboss.as.controller.client.helpers.Operations;
import org.jboss.dmr.ModelNode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Beans come and go, are stopped and started, and so does the broker under them. */
@ExtendWith(RunningBroker.Extension.class)
class LifecycleIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration LOOK_EVERY = Duration.ofMillis(20);

    private final RunningBroker broker;
    private final RepriseClient client;
    private final ProbeApplication live;

    LifecycleIT(RunningBroker broker) {
        this.broker = broker;
        this.client = broker.client();
        this.live = broker.application("live");
    }

    @BeforeEach
    void deployLive() {
        live.deploy(LiveBean.class);
        client.awaitConsumers("it.live", 1, PATIENCE);
    }

    @AfterEach
    void undeployLive() {
        if (broker.management().isDeployed("live.war")) {
            live.undeploy();
        }
        client.purge("it.live");
    }

    @Test
    void loseNothingOverUndeployAndRedeployWhileMessagesFlow() {
        IntStream.range(0, 200).forEach(i -> client.sendToQueue("it.live", "before" + i));
        live.undeploy();
        assertThat(inFlight()).as("nothing is left with a bean that is gone").isZero();
        long left = client.depth("it.live");

        live.deploy(LiveBean.class);
        client.awaitDrained("it.live", PATIENCE);

        assertThat(live.seen())
                .hasSize((int) left)
                .allMatch(line -> line.endsWith("#1"), "never presented, not counted");
    }

    @Test
    void countWhatFailsWhileTheyAreUndeployedAndNothingElse() throws Exception {
        List<String> all = IntStream.rangeClosed(1, 50).mapToObj(i -> "m" + i).toList();
        try (BeanCalls calls = BeanCalls.listen()) {
            all.forEach(calls::hold);
            all.forEach(name -> client.sendToQueue("it.live", calls.text(name)));
            Awaitility.await("every session's bean has one")
                    .atMost(PATIENCE)
                    .until(() -> held(calls, all).size() == 4);
            List<String> running = held(calls, all);
            ServerLog log = ServerLog.fromNow(broker);
            CompletableFuture<Void> undeploying = CompletableFuture.runAsync(live::undeploy);
            Awaitility.await("the undeployment to be under way")
                    .atMost(PATIENCE)
                    .until(() ->
                            !log.containing("Unregistered web context: '/live'").isEmpty());
            assertThat(undeploying).as("waits for the beans").isNotDone();

            List<String> failed = running.subList(0, 2);
            failed.forEach(name -> calls.answer(name, "throw"));
            running.subList(2, 4).forEach(name -> calls.answer(name, "return"));
            undeploying.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);

            Awaitility.await("what is counted to be free: nothing is left with a bean that is gone")
                    .atMost(PATIENCE)
                    .until(() -> inFlight() == 0);
            assertThat(client.depth("it.live")).as("two are done").isEqualTo(48);
            all.forEach(name -> calls.answer(name, "return"));
            live.deploy(LiveBean.class);
            client.awaitDrained("it.live", PATIENCE);
            assertThat(all)
                    .allSatisfy(name -> assertThat(calls.heard(name))
                            .isEqualTo(failed.contains(name) ? List.of("#1", "#2 again") : List.of("#1")));
        }
    }

    private static List<String> held(BeanCalls calls, List<String> names) {
        return names.stream().filter(calls::isHeld).toList();
    }

    @Test
    void finishTheRunningDeliveryBeforeTheyAreStopped() throws Exception {
        client.sendToQueue("it.live", "running gate=stopping");
        live.awaitSeen("live", 1);
        CompletableFuture<Void> stopping = CompletableFuture.runAsync(() -> delivery("stop-delivery"));
        Awaitility.await().atMost(PATIENCE).pollInterval(LOOK_EVERY).until(() -> activeFlows() == 0);
        assertThat(stopping).as("waits for the bean").isNotDone();

        live.openGate("stopping");
        stopping.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);

        assertThat(client.depth("it.live")).as("it was acknowledged").isZero();
    }

    /** A suspended server answers no HTTP request: what it did is in its log. */
    @Test
    void stopAndGoOnWithSuspendAndResume() {
        ServerLog log = ServerLog.fromNow(broker);

        suspend();
        assertThat(log.containing("LiveBean")).anyMatch(line -> line.endsWith("is deactivated"));
        resume();
        client.awaitConsumers("it.live", 1, PATIENCE);
        client.sendToQueue("it.live", "a");

        assertThat(live.awaitSeen("live", 1)).containsExactly("live a #1");
    }

    @Test
    void stopAndGoOnWithStopDeliveryAndStartDelivery() {
        delivery("stop-delivery");
        client.sendToQueue("it.live", "a");
        assertThat(activeFlows()).isZero();
        assertThat(client.depth("it.live")).isEqualTo(1);

        delivery("start-delivery");

        assertThat(live.awaitSeen("live", 1)).containsExactly("live a #1");
    }

    @Test
    void goOnWithANewBrokerDeployedUnderThem() {
        IntStream.range(0, 100).forEach(i -> client.sendToQueue("it.live", "old" + i));
        client.awaitDrained("it.live", PATIENCE);

        broker.deployBroker();
        client.awaitConsumers("it.live", 1, PATIENCE);
        client.sendToQueue("it.live", "new");

        live.awaitSeen("live new #1");
    }

    @Test
    void waitForAMissingQueueAndShowIt() {
        ProbeApplication waiting = broker.application("waiting");
        waiting.deploy(WaitingBean.class);
        try {
            Awaitility.await()
                    .atMost(PATIENCE)
                    .pollInterval(LOOK_EVERY)
                    .untilAsserted(() -> assertThat(client.health()).contains("it.missing"));

            client.createQueue("it.missing", Map.of());
            client.sendToQueue("it.missing", "a");

            assertThat(waiting.awaitSeen("waiting", 1)).containsExactly("waiting a #1");
            assertThat(client.health()).doesNotContain("it.missing");
        } finally {
            waiting.undeploy();
        }
    }

    @Test
    void areRefusedWithEveryBadPropertyNamed() {
        ProbeApplication bad = broker.application("bad");
        ServerLog log = ServerLog.fromNow(broker);

        assertThatThrownBy(() -> bad.deploy(BadBean.class)).isInstanceOf(ServerFailure.class);

        assertThat(log.containing("maxSession = 'many'")).isNotEmpty();
        assertThat(log.containing("messageSelector = 'a =': Parse error at line 1, column 3"))
                .isNotEmpty();
        assertThat(log.containing("replayFrom = 'beginning': contradicts replayId = ''"))
                .isNotEmpty();
    }

    /** The broker is replaced by one that carries a bean, and put back: each time under the live one. */
    @Test
    void liveInTheBrokersOwnEarToo() {
        ServerLog log = ServerLog.fromNow(broker);
        broker.management().deploy(BrokerWithBean.archive());
        try {
            client.awaitReady(PATIENCE);
            client.awaitConsumers("it.inner", 1, PATIENCE);
            client.sendToQueue("it.inner", "a");

            client.awaitDrained("it.inner", PATIENCE);
            assertThat(log.containing("inner saw a")).hasSize(1);
        } finally {
            broker.deployBroker();
        }
    }

    private int activeFlows() {
        ModelNode flows = client.statistics("it.live").get("activeFlows");
        return flows == null ? 0 : flows.asInt();
    }

    private long inFlight() {
        ModelNode count = client.statistics("it.live").get("inFlightMsgCount");
        return count == null ? 0 : count.asLong();
    }

    private void suspend() {
        ModelNode suspend = Operations.createOperation("suspend");
        suspend.get("suspend-timeout").set(30);
        broker.management().call(suspend);
    }

    private void resume() {
        broker.management().call(Operations.createOperation("resume"));
    }

    private void delivery(String operation) {
        List<String> bean = List.of("deployment", "live.war", "subsystem", "ejb3", "message-driven-bean", "LiveBean");
        broker.management()
                .call(Operations.createOperation(operation, Operations.createAddress(bean.toArray(String[]::new))));
    }
}
