package io.reprise.broker.engine.routing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.topic.TopicFilter;
import io.reprise.broker.model.topic.TopicName;
import java.util.List;
import org.junit.jupiter.api.Test;

class RoutingTableTest {
    private final RoutingTable table = new RoutingTable();

    @Test
    void queueGetsWhatIsSentToItByName() {
        table.addQueue(1, "orders/new", filters());

        assertThat(matched("#P2P/QUE/orders/new")).containsExactly(1);
        assertThat(matched("#P2P/QUE/orders")).isEmpty();
        assertThat(table.queueId("orders/new")).hasValue(1);
        assertThat(table.queueId("orders")).isEmpty();
    }

    @Test
    void queueGetsWhatIsSentToItByNameWhateverItsExceptionsSay() {
        table.addQueue(1, "q", filters("!#P2P/>", "!#P2P/QUE/q", "!a"));

        assertThat(matched("#P2P/QUE/q")).containsExactly(1);
        assertThat(matched("a")).isEmpty();
    }

    @Test
    void topicOfAMissingQueueIsToldApartFromATopicThatNobodyWants() {
        table.addQueue(1, "q", filters());

        assertThat(table.addressesMissingQueue(TopicName.queueTopic("other"))).isTrue();
        assertThat(table.addressesMissingQueue(TopicName.queueTopic("q"))).isFalse();
        assertThat(table.addressesMissingQueue(TopicName.of("a"))).isFalse();
    }

    @Test
    void otherEndpointsAttractAQueuesTopicOnlyByNamingIt() {
        table.addQueue(5, "q", filters());
        table.addQueue(2, "all", filters(">", "*/>", "#*/>"));
        table.addQueue(9, "tap", filters("#P2P/QUE/*"));
        table.addTopicEndpoint(7, filters("#P2P/QUE/q"));

        assertThat(matched("#P2P/QUE/q")).containsExactly(5, 7, 9);
    }

    @Test
    void queueThatAlsoSubscribesToItsOwnTopicGetsOneCopy() {
        table.addQueue(5, "q", filters("#P2P/QUE/q"));

        assertThat(matched("#P2P/QUE/q")).containsExactly(5);
    }

    @Test
    void topicEndpointHasNoNameToSendTo() {
        table.addTopicEndpoint(3, filters("a/b"));

        assertThat(matched("a/b")).containsExactly(3);
        assertThat(table.addressesMissingQueue(TopicName.queueTopic("a/b"))).isTrue();
    }

    @Test
    void changeIsSeenByTheNextMatchOfATopicAskedBefore() {
        table.addQueue(1, "q", filters());
        assertThat(matched("a")).isEmpty();

        assertThat(table.subscribe(1, TopicFilter.of("a"))).isTrue();
        assertThat(matched("a")).containsExactly(1);
        assertThat(table.subscribe(1, TopicFilter.of("!a"))).isTrue();
        assertThat(matched("a")).isEmpty();
        assertThat(table.unsubscribe(1, TopicFilter.of("!a"))).isTrue();
        assertThat(matched("a")).containsExactly(1);
        table.remove(1);
        assertThat(matched("a")).isEmpty();
    }

    @Test
    void repeatedMatchOfATopicGivesTheSameAnswerWithoutLookingAgain() {
        table.addQueue(1, "q", filters("a", "*"));
        table.addQueue(2, "r", filters("a"));

        EndpointIds first = table.match(TopicName.of("a"));

        assertThat(table.match(TopicName.of("a"))).isSameAs(first);
    }

    @Test
    void removedEndpointLeavesNothingAndItsNameIsFree() {
        table.addQueue(1, "q", filters("a", "!a/b", ">"));
        table.addQueue(2, "r", filters("a"));

        table.remove(1);
        table.addQueue(3, "q", filters());

        assertThat(matched("a")).containsExactly(2);
        assertThat(matched("#P2P/QUE/q")).containsExactly(3);
        assertThat(table.subscriptions(1)).isEmpty();
        assertThat(table.subscriptionCount()).isEqualTo(1);
    }

    @Test
    void changesOfUnknownEndpointsAndRepeatedOnesAreIgnored() {
        table.addQueue(1, "q", filters("a"));

        table.addQueue(1, "other", filters("b"));
        table.remove(99);

        assertThat(table.subscribe(99, TopicFilter.of("a"))).isFalse();
        assertThat(table.unsubscribe(99, TopicFilter.of("a"))).isFalse();
        assertThat(table.subscribe(1, TopicFilter.of("a"))).isFalse();
        assertThat(table.unsubscribe(1, TopicFilter.of("b"))).isFalse();
        assertThat(table.queueId("other")).isEmpty();
        assertThat(matched("b")).isEmpty();
        assertThat(table.subscriptionCount()).isEqualTo(1);
    }

    @Test
    void listsSubscriptionsInTheOrderOfTheirText() {
        table.addQueue(1, "q", filters("b", "!z", "a/>"));

        assertThat(table.subscriptions(1)).extracting(TopicFilter::text).containsExactly("!z", "a/>", "b");
    }

    @Test
    void refusesMoreSubscriptionsThanTheVpnMayHold() {
        RoutingTable small = new RoutingTable(3);
        small.addQueue(1, "q", filters("a", "b"));

        small.requireRoomFor(1);
        assertThatThrownBy(() -> small.requireRoomFor(2))
                .isInstanceOfSatisfying(
                        BrokerException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.SUBSCRIPTION_LIMIT))
                .hasMessageContaining("4 with the 2 to be added")
                .hasMessageContaining("at most 3");
    }

    private long[] matched(String topic) {
        return table.match(TopicName.of(topic)).toArray();
    }

    private static List<TopicFilter> filters(String... texts) {
        return List.of(texts).stream().map(TopicFilter::of).toList();
    }
}
