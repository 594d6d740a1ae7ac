package io.reprise.broker.engine.routing;

import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.model.topic.TopicFilter;
import io.reprise.broker.model.topic.TopicName;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Beside every topic of up to three levels over a small alphabet, held against each filter over it. */
class FilterRelationTest {
    private static final List<String> TOPIC_LEVELS =
            List.of("", "a", "ab", "abc", "b", "$a", "$ab", "#P2P", "#P2Pa", "#", "x");
    private static final List<String> FILTER_LEVELS =
            List.of("", "a", "ab", "a*", "ab*", "*", ">", "$a", "$a*", "$*", "#P2P", "#*", "b");

    private static List<String> upToThree(List<String> levels) {
        List<String> texts = new ArrayList<>(levels);
        for (String first : levels) {
            for (String second : levels) {
                texts.add(first + "/" + second);
                for (String third : levels) {
                    texts.add(first + "/" + second + "/" + third);
                }
            }
        }
        return texts.stream().filter(text -> !text.isEmpty()).toList();
    }

    @Test
    void saysOfTwoFiltersWhatTheTopicsSay() {
        List<TopicName> topics =
                upToThree(TOPIC_LEVELS).stream().map(TopicName::of).toList();
        List<TopicFilter> filters = upToThree(FILTER_LEVELS).stream()
                .map(TopicFilter::ofDirectSubscriber)
                .filter(filter -> filter.text().chars().filter(c -> c == '/').count() < 2
                        || filter.text().hashCode() % 7 == 0)
                .toList();
        List<BitSet> selected =
                filters.stream().map(filter -> selection(filter, topics)).toList();

        for (int one = 0; one < filters.size(); one++) {
            for (int other = 0; other < filters.size(); other++) {
                check(filters.get(one), selected.get(one), filters.get(other), selected.get(other));
            }
        }
    }

    private static BitSet selection(TopicFilter filter, List<TopicName> topics) {
        BitSet bits = new BitSet();
        for (int i = 0; i < topics.size(); i++) {
            bits.set(i, filter.matches(topics.get(i)));
        }
        return bits;
    }

    /** Never more permissive than the topics are; and right wherever the alphabet has the topics that tell. */
    private static void check(TopicFilter one, BitSet ofOne, TopicFilter other, BitSet ofOther) {
        BitSet left = (BitSet) ofOther.clone();
        left.andNot(ofOne);
        if (FilterRelation.covers(one, other)) {
            assertThat(left.isEmpty()).as("%s covers %s", one, other).isTrue();
        }
        boolean meet = ofOne.intersects(ofOther);
        if (meet) {
            assertThat(FilterRelation.meet(one, other))
                    .as("%s meets %s", one, other)
                    .isTrue();
        }
        assertThat(FilterRelation.meet(one, other)).isEqualTo(FilterRelation.meet(other, one));
    }

    @Test
    void isNotStricterThanItMustBe() {
        assertThat(covers("orders/>", "orders/eu/*")).isTrue();
        assertThat(covers("orders/*/new", "orders/e*/new")).isTrue();
        assertThat(covers("orders/e*", "orders/eu")).isTrue();
        assertThat(covers(">", "a/b")).isTrue();
        assertThat(covers("a/>", "a/>")).isTrue();
        assertThat(covers("a/*", "a/>")).isFalse();
        assertThat(covers("a/>", "a")).isFalse();
        assertThat(covers(">", "#P2P/QUE/q")).isFalse();
        assertThat(covers("#P2P/>", "#P2P/QUE/q")).isTrue();
        assertThat(covers(">", "$state/x")).isFalse();
        assertThat(meet("a/*/c", "a/b/>")).isTrue();
        assertThat(meet("a/b*", "a/c*")).isFalse();
        assertThat(meet("a/b*", "a/bc*")).isTrue();
        assertThat(meet("a", "a/>")).isFalse();
        assertThat(meet("*", "$a")).isFalse();
        assertThat(meet(">", "#P2P/QUE/q")).isFalse();
    }

    private static boolean covers(String whole, String part) {
        return FilterRelation.covers(TopicFilter.ofDirectSubscriber(whole), TopicFilter.ofDirectSubscriber(part));
    }

    private static boolean meet(String one, String other) {
        return FilterRelation.meet(TopicFilter.ofDirectSubscriber(one), TopicFilter.ofDirectSubscriber(other));
    }
}
