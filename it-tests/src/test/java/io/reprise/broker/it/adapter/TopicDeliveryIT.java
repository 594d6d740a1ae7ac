package io.reprise.broker.it.adapter;

import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.it.adapter.probe.EchoBean;
import io.reprise.broker.it.adapter.probe.QuotesBean;
import io.reprise.broker.it.adapter.probe.TicksBean;
import io.reprise.broker.it.adapter.probe.TopicsServlet;
import io.reprise.broker.it.suite.RepriseClient;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.jboss.as.controller.client.helpers.Operations;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Topics without durable subscription, live subscribers, temporary destinations and direct sending, on a real server. */
@ExtendWith(RunningBroker.Extension.class)
class TopicDeliveryIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final RunningBroker broker;
    private final RepriseClient client;
    private final ProbeApplication application;

    TopicDeliveryIT(RunningBroker broker) {
        this.broker = broker;
        this.client = broker.client();
        this.application = broker.application("topics");
    }

    @BeforeEach
    void deploy() {
        ServerLog log = ServerLog.fromNow(broker);
        application.deploy(EchoBean.class, QuotesBean.class, TicksBean.class, TopicsServlet.class);
        client.awaitConsumers("it.echo", 1, PATIENCE);
        awaitBound(log, "QuotesBean");
        awaitBound(log, "TicksBean");
    }

    private static void awaitBound(ServerLog log, String bean) {
        Awaitility.await(bean + " to be bound")
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(20))
                .until(() -> log.containing(bean).stream().anyMatch(line -> line.contains("consumes from topic")));
    }

    @AfterEach
    void undeploy() {
        if (broker.management().isDeployed("topics.war")) {
            application.undeploy();
        }
    }

    private String does(String what, String... parameters) {
        StringBuilder path = new StringBuilder("topics?do=").append(what);
        for (int i = 0; i < parameters.length; i += 2) {
            path.append('&')
                    .append(parameters[i])
                    .append('=')
                    .append(URLEncoder.encode(parameters[i + 1], StandardCharsets.UTF_8));
        }
        return application.get(path.toString());
    }

    private void tick(String subject, String text, String... more) {
        String[] all = new String[4 + more.length];
        all[0] = "topic";
        all[1] = "it/ticks/" + subject;
        all[2] = "text";
        all[3] = subject + "." + text;
        System.arraycopy(more, 0, all, 4, more.length);
        assertThat(does("publish", all)).isEqualTo("sent");
    }

    /** What the live bean saw of one subject, once it is so much: others have snapshots of other tests. */
    private List<String> awaitTicks(String subject, int lines) {
        Predicate<String> ofSubject = line -> line.startsWith("ticks ") && line.contains(" " + subject + ".");
        Awaitility.await(lines + " of " + subject)
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(20))
                .until(() -> application.seen(ofSubject).size() >= lines);
        return application.seen(ofSubject).stream()
                .map(line -> line.substring("ticks ".length()).replace(subject + ".", ""))
                .toList();
    }

    private void delivery(String operation) {
        List<String> bean =
                List.of("deployment", "topics.war", "subsystem", "ejb3", "message-driven-bean", "TicksBean");
        broker.management()
                .call(Operations.createOperation(operation, Operations.createAddress(bean.toArray(String[]::new))));
    }

    @Test
    void anUnmodifiedBeanGetsATopicsMessagesAndThoseItFailsOnAgain() {
        client.publish("it/quotes/ibm", "a throw=1");
        client.publish("it/quotes/ibm", "b");

        assertThat(application.awaitSeen("quotes", 3))
                .containsExactlyInAnyOrder("quotes a #1", "quotes a #2 again", "quotes b #1");
    }

    @Test
    void nothingIsKeptForItWhileItIsNotThere() {
        ServerLog log = ServerLog.fromNow(broker);
        application.undeploy();
        client.publish("it/quotes/ibm", "missed");

        application.deploy(EchoBean.class, QuotesBean.class, TicksBean.class, TopicsServlet.class);
        awaitBound(log, "QuotesBean");
        client.publish("it/quotes/ibm", "seen");

        assertThat(application.awaitSeen("quotes", 1)).containsExactly("quotes seen #1");
    }

    @Test
    void aLiveBeanGetsWhatIsPublishedDirectOrNotAndNothingTwice() {
        tick("x1", "a");
        tick("x1", "bad");
        tick("x1", "c", "direct", "yes");

        assertThat(awaitTicks("x1", 3)).containsExactly("UPDATE a 1", "UPDATE bad 2", "UPDATE c 2");
    }

    @Test
    void aLiveBeanThatIsStoppedAndStartedGetsWhatItMissed() {
        tick("x2", "a");
        awaitTicks("x2", 1);
        delivery("stop-delivery");
        tick("x2", "b");
        tick("x2", "c");

        delivery("start-delivery");
        awaitTicks("x2", 3);
        tick("x2", "d");

        assertThat(awaitTicks("x2", 4)).containsExactly("UPDATE a 1", "RECOVERED b 2", "RECOVERED c 3", "UPDATE d 4");
    }

    @Test
    void aLiveBeanThatComesAndGoesWhileMessagesFlowMissesNothing() {
        for (int round = 0; round < 3; round++) {
            int first = round * 40;
            IntStream.range(first, first + 20).forEach(i -> tick("x3", "m" + i));
            delivery("stop-delivery");
            IntStream.range(first + 20, first + 40).forEach(i -> tick("x3", "m" + i));
            delivery("start-delivery");
        }

        List<String> seen = awaitTicks("x3", 120);

        assertThat(seen).hasSize(120);
        assertThat(IntStream.range(0, 120).mapToObj(i -> seen.get(i).replaceFirst("(UPDATE|RECOVERED) ", "")))
                .containsExactlyElementsOf(IntStream.range(0, 120)
                        .mapToObj(i -> "m" + i + " " + (i + 1))
                        .toList());
    }

    @Test
    void aLiveBeanThatIsNewlyDeployedGetsTheSnapshot() {
        tick("x4", "old", "retained", "yes");
        tick("x4", "newer");
        awaitTicks("x4", 2);
        ServerLog log = ServerLog.fromNow(broker);
        application.undeploy();

        application.deploy(EchoBean.class, QuotesBean.class, TicksBean.class, TopicsServlet.class);
        awaitBound(log, "TicksBean");

        assertThat(awaitTicks("x4", 1)).containsExactly("SNAPSHOT old 1");
    }

    @Test
    void beansOnTopicsGoOnWithANewBrokerDeployedUnderThem() {
        ServerLog log = ServerLog.fromNow(broker);
        broker.deployBroker();
        awaitBound(log, "QuotesBean");
        awaitBound(log, "TicksBean");

        client.publish("it/quotes/ibm", "new");
        tick("x7", "new");

        application.awaitSeen("quotes new #1");
        assertThat(awaitTicks("x7", 1)).containsExactly("UPDATE new 1");
        assertThat(client.temporaryTopicEndpoints()).isEqualTo(1);
    }

    @Test
    void anApplicationsConsumerIsALiveSubscriberByTheOptionsOfItsTopic() {
        tick("x5", "kept", "retained", "yes");
        tick("x5", "passed");

        assertThat(does("live", "topic", "it/ticks/x5?topicDelivery=direct")).isEqualTo("SNAPSHOT x5.kept");
        assertThat(does("live", "topic", "it/ticks/x5?history=1")).isEqualTo("HISTORICAL x5.passed");
        assertThat(does("live", "topic", "it/ticks/x5?history=-1")).isEqualTo("invalid-parameter");
    }

    @Test
    void inATransactionDirectSendingIsAnError() {
        assertThat(does("publish-jta", "topic", "it/ticks/x6", "text", "a", "direct", "yes"))
                .isEqualTo("direct-in-transaction");
    }

    @Test
    void repliesComeToTemporaryDestinations() {
        assertThat(does("ask-queue")).isEqualTo("echo ping here");
        assertThat(does("ask-topic")).isEqualTo("echo ping here");
    }

    @Test
    void aTemporaryQueueIsGoneOnceItsConnectionIsBackInThePool() {
        String name = does("left");

        assertThat(name).startsWith("#TEMP/");
        assertThat(client.hasQueue(name)).isFalse();
    }

    @Test
    void consumersShareASubscriptionOverConnections() {
        assertThat(does("shared")).isEqualTo("ab");
    }
}
