package io.reprise.broker.engine.vpn;

import static io.reprise.broker.engine.vpn.TestVpn.message;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.reprise.broker.model.delivery.Flow;
import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.publish.CommitOutcome;
import io.reprise.broker.model.publish.WorkUnit;
import io.reprise.broker.model.topic.TopicFilter;
import io.reprise.broker.model.topic.TopicName;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Where messages go, also while that changes [spec 1.3, 1.5]. */
class RoutingChangesTest {
    private static final int PUBLISHERS = 8;

    private TestVpn broker = TestVpn.start();

    @AfterEach
    void close() {
        broker.close();
    }

    private List<String> drained(String queue) {
        try (Flow flow = broker.bind(queue)) {
            return broker.drain(flow.openSession());
        }
    }

    /** Spec 1.4: one topic, one subscriber name. */
    @Test
    void aTopicEndpointTakesOneTopicAndAnotherOnlyInItsPlace() {
        assertThatThrownBy(() -> broker.createTopicEndpoint("te", TestVpn.topicEndpoint(), "a", "b"))
                .isInstanceOfSatisfying(
                        BrokerException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_ALLOWED))
                .hasMessageContaining("topic endpoint 'te'");
        broker.createTopicEndpoint("te", TestVpn.topicEndpoint());
        broker.administration.addSubscription(EndpointKind.TOPIC_ENDPOINT, "te", TopicFilter.of("a"));

        assertThatThrownBy(() ->
                        broker.administration.addSubscription(EndpointKind.TOPIC_ENDPOINT, "te", TopicFilter.of("b")))
                .isInstanceOfSatisfying(
                        BrokerException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_ALLOWED))
                .hasMessageContaining("[a, b]");
        broker.administration.removeSubscription(EndpointKind.TOPIC_ENDPOINT, "te", TopicFilter.of("a"));
        broker.administration.addSubscription(EndpointKind.TOPIC_ENDPOINT, "te", TopicFilter.of("b"));

        broker.publish("a", "not taken");
        broker.publish("b", "taken");
        assertThat(broker.administration
                        .endpointStatistics(EndpointKind.TOPIC_ENDPOINT, "te")
                        .spooledMsgCount())
                .isEqualTo(1);
    }

    @Test
    void severalMatchingSubscriptionsGiveOneCopyAndTheQueuesOwnTopicOneMore() {
        broker.createQueue("q", "a/>", "a/*", "a/b", "*/b");

        broker.publish("a/b", "once");
        broker.publish(TopicName.queueTopic("q").text(), "directly");

        assertThat(drained("q")).containsExactly("once", "directly");
    }

    @Test
    void exceptionsWinInAnyOrderOfCreation() {
        broker.createQueue("included first", "a/>");
        broker.createQueue("excepted first", "!a/secret/>");
        broker.createQueue("only exceptions", "!a/secret/>");
        broker.administration.addSubscription(EndpointKind.QUEUE, "included first", TopicFilter.of("!a/secret/>"));
        broker.administration.addSubscription(EndpointKind.QUEUE, "excepted first", TopicFilter.of("a/>"));

        broker.publish("a/open", "open");
        broker.publish("a/secret/x", "secret");

        assertThat(drained("included first")).containsExactly("open");
        assertThat(drained("excepted first")).containsExactly("open");
        assertThat(drained("only exceptions")).isEmpty();
        broker.administration.removeSubscription(EndpointKind.QUEUE, "excepted first", TopicFilter.of("!a/secret/>"));
        broker.publish("a/secret/y", "no secret");
        assertThat(drained("excepted first")).containsExactly("no secret");
    }

    @Test
    void exceptionsDontKeepAMessageFromTheQueueItIsSentTo() {
        broker.createQueue("q", "!#P2P/>", "a");

        broker.publish(TopicName.queueTopic("q").text(), "directly");

        assertThat(drained("q")).containsExactly("directly");
    }

    @Test
    void subscriptionsOutliveARestart() {
        broker.createQueue("q", "a/>", "b");
        broker.administration.addSubscription(EndpointKind.QUEUE, "q", TopicFilter.of("!a/x"));
        broker.administration.removeSubscription(EndpointKind.QUEUE, "q", TopicFilter.of("b"));

        broker = broker.restarted();
        List.of("a/x", "a/y", "b").forEach(topic -> broker.publish(topic, topic));

        assertThat(drained("q")).containsExactly("a/y");
    }

    @Test
    void addingWhatIsThereAndRemovingWhatIsNotAreRefusedByName() {
        broker.createQueue("q", "a");

        assertThatThrownBy(() -> broker.administration.addSubscription(EndpointKind.QUEUE, "q", TopicFilter.of("a")))
                .isInstanceOfSatisfying(
                        BrokerException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.ALREADY_EXISTS))
                .hasMessageContaining("'a'")
                .hasMessageContaining("queue 'q'");
        assertThatThrownBy(() -> broker.administration.removeSubscription(EndpointKind.QUEUE, "q", TopicFilter.of("b")))
                .isInstanceOfSatisfying(
                        BrokerException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_FOUND));
        assertThat(broker.administration
                        .endpoint(EndpointKind.QUEUE, "q")
                        .orElseThrow()
                        .subscriptions())
                .containsExactly(TopicFilter.of("a"));
    }

    @Test
    void aPublishToAMissingQueueIsRefusedAndNowhere() {
        broker.createQueue("spy", "#P2P/QUE/>");

        CommitOutcome outcome = broker.publish(TopicName.queueTopic("missing").text(), "x");

        assertThat(outcome)
                .isInstanceOfSatisfying(
                        CommitOutcome.Rejected.class,
                        rejected -> assertThat(rejected.code()).isEqualTo(ErrorCode.NO_SUCH_QUEUE));
        assertThat(broker.spooled("spy")).isZero();
    }

    /**
     * Eight threads publish while subscriptions of one queue come and go: a message that returned before a change began was routed
     * as before it, one that began after it returned as after it; and the queue nobody touches misses none.
     */
    @Test
    void whileSubscriptionsChangeEveryMessageIsRoutedWholeByTheOldOrTheNew() throws Exception {
        broker.createQueue("unchanged", "t/>");
        broker.createQueue("changed");
        broker.createQueue("also", "none");
        AtomicInteger stored = new AtomicInteger();
        AtomicBoolean going = new AtomicBoolean(true);
        List<Future<Map<Long, long[]>>> publishers = new ArrayList<>();
        for (int p = 0; p < PUBLISHERS; p++) {
            String topic = "t/" + p;
            publishers.add(broker.inBackground(() -> {
                Map<Long, long[]> spans = new HashMap<>();
                while (going.get()) {
                    long began = System.nanoTime();
                    long id = broker.vpn
                            .commit(WorkUnit.publishing(message(topic, topic)))
                            .orThrow()
                            .firstMsgId();
                    spans.put(id, new long[] {began, System.nanoTime()});
                    stored.incrementAndGet();
                }
                return spans;
            }));
        }
        List<long[]> on = new ArrayList<>();
        List<long[]> off = new ArrayList<>();
        TopicFilter filter = TopicFilter.of("t/>");
        for (int change = 0; change < 60; change++) {
            int until = stored.get() + 50;
            Awaitility.await().pollInterval(Duration.ofMillis(1)).until(() -> stored.get() >= until);
            long began = System.nanoTime();
            if (change % 2 == 0) {
                broker.administration.addSubscription(EndpointKind.QUEUE, "changed", filter);
                on.add(new long[] {began, System.nanoTime()});
            } else {
                broker.administration.removeSubscription(EndpointKind.QUEUE, "changed", filter);
                off.add(new long[] {began, System.nanoTime()});
            }
        }
        going.set(false);
        Map<Long, long[]> spans = new HashMap<>();
        for (Future<Map<Long, long[]>> publisher : publishers) {
            spans.putAll(publisher.get());
        }

        assertThat(broker.spooled("unchanged")).isEqualTo(stored.get());
        Set<Long> routed = broker.onQueue("changed");
        int surelyOn = 0;
        int surelyOff = 0;
        for (Map.Entry<Long, long[]> span : spans.entrySet()) {
            for (int i = 0; i < on.size(); i++) {
                if (lies(span.getValue(), on.get(i), off.get(i))) {
                    surelyOn++;
                    assertThat(routed).contains(span.getKey());
                }
                if (i + 1 < on.size() && lies(span.getValue(), off.get(i), on.get(i + 1))) {
                    surelyOff++;
                    assertThat(routed).doesNotContain(span.getKey());
                }
            }
        }
        assertThat(surelyOn).isPositive();
        assertThat(surelyOff).isPositive();
    }

    /** Whether it began after the one change had returned, and returned before the other began. */
    private static boolean lies(long[] span, long[] after, long[] before) {
        return span[0] - after[1] > 0 && before[0] - span[1] > 0;
    }

    @Test
    void aQueueDeletedWhileItIsPublishedToHasEveryMessageOrRefusesIt() throws Exception {
        broker.createQueue("unchanged", "t");
        AtomicBoolean going = new AtomicBoolean(true);
        AtomicInteger stored = new AtomicInteger();
        List<Future<Integer>> publishers = new ArrayList<>();
        for (int p = 0; p < PUBLISHERS; p++) {
            publishers.add(broker.inBackground(() -> {
                int refused = 0;
                while (going.get()) {
                    CommitOutcome outcome = broker.vpn.commit(new WorkUnit()
                            .publish(message("t", "x"))
                            .publish(message(
                                    TopicName.queueTopic("comes and goes").text(), "x")));
                    refused += outcome instanceof CommitOutcome.Rejected ? 1 : 0;
                    stored.addAndGet(outcome instanceof CommitOutcome.Stored ? 1 : 0);
                }
                return refused;
            }));
        }
        for (int i = 0; i < 20; i++) {
            broker.createQueue("comes and goes");
            int until = stored.get() + 10;
            Awaitility.await().pollInterval(Duration.ofMillis(1)).until(() -> stored.get() >= until);
            broker.administration.deleteEndpoint(EndpointKind.QUEUE, "comes and goes");
        }
        going.set(false);
        for (Future<Integer> publisher : publishers) {
            publisher.get();
        }

        assertThat(broker.spooled("unchanged")).isEqualTo(stored.get());
    }
}
