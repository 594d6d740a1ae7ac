package io.reprise.broker.engine.routing;

import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.model.topic.FilterSet;
import io.reprise.broker.model.topic.TopicFilter;
import io.reprise.broker.model.topic.TopicName;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class SubscriptionTrieTest {
    /** A filter added to or removed from an endpoint. */
    record Change(boolean added, long endpointId, String filter) {}

    @Property(tries = 2000)
    void matchesWhatTheNaiveMatcherMatches(
            @ForAll("changes") List<Change> changes, @ForAll("topics") List<String> topics) {
        Map<Long, TreeSet<TopicFilter>> model = new TreeMap<>();
        SubscriptionTrie trie = SubscriptionTrie.EMPTY;

        for (Change change : changes) {
            trie = apply(trie, model, change);
        }

        assertThat(trie.size())
                .isEqualTo(model.values().stream().mapToInt(TreeSet::size).sum());
        for (String topic : topics) {
            assertThat(trie.match(TopicName.of(topic)).toArray())
                    .as("%s on %s", topic, model)
                    .containsExactly(naive(model, TopicName.of(topic)));
        }
    }

    @Property(tries = 500)
    void removingEverythingInAnyOrderLeavesNothing(@ForAll("changes") List<Change> changes, @ForAll long seed) {
        SubscriptionTrie trie = SubscriptionTrie.EMPTY;
        for (Change change : changes) {
            trie = trie.with(change.endpointId, TopicFilter.of(change.filter));
        }

        List<Change> order = new ArrayList<>(changes);
        Collections.shuffle(order, new Random(seed));
        for (Change change : order) {
            trie = trie.without(change.endpointId, TopicFilter.of(change.filter));
        }

        assertThat(trie.size()).isZero();
        assertThat(trie.holdsNothing()).isTrue();
    }

    @Property(tries = 300)
    void olderTriesStayAsTheyWere(@ForAll("changes") List<Change> changes, @ForAll("topics") List<String> topics) {
        List<SubscriptionTrie> tries = new ArrayList<>();
        List<List<long[]>> answers = new ArrayList<>();
        SubscriptionTrie trie = SubscriptionTrie.EMPTY;
        for (Change change : changes) {
            trie = apply(trie, new TreeMap<>(), change);
            tries.add(trie);
            answers.add(answers(trie, topics));
        }

        for (int i = 0; i < tries.size(); i++) {
            assertThat(answers(tries.get(i), topics)).usingRecursiveComparison().isEqualTo(answers.get(i));
        }
    }

    @Test
    void addingTwiceAndRemovingWhatIsNotThereChangesNothing() {
        SubscriptionTrie trie = SubscriptionTrie.EMPTY.with(1, TopicFilter.of("a/*"));

        assertThat(trie.with(1, TopicFilter.of("a/*"))).isSameAs(trie);
        assertThat(trie.without(2, TopicFilter.of("a/*"))).isSameAs(trie);
        assertThat(trie.without(1, TopicFilter.of("a/b"))).isSameAs(trie);
        assertThat(trie.without(1, TopicFilter.of("!a/*"))).isSameAs(trie);
    }

    @Test
    void severalMatchingFiltersOfOneEndpointGiveOneCopy() {
        SubscriptionTrie trie = SubscriptionTrie.EMPTY
                .with(7, TopicFilter.of("a/*"))
                .with(7, TopicFilter.of("a/b"))
                .with(7, TopicFilter.of(">"))
                .with(3, TopicFilter.of("a/b*"));

        assertThat(trie.match(TopicName.of("a/b")).toArray()).containsExactly(3, 7);
    }

    @Test
    void exceptionOfOneEndpointDoesNotConcernAnother() {
        SubscriptionTrie trie = SubscriptionTrie.EMPTY
                .with(1, TopicFilter.of("!a/b"))
                .with(1, TopicFilter.of("a/>"))
                .with(2, TopicFilter.of("a/>"));

        assertThat(trie.match(TopicName.of("a/b")).toArray()).containsExactly(2);
        assertThat(trie.match(TopicName.of("a/c")).toArray()).containsExactly(1, 2);
    }

    @Test
    void manyEndpointsOnOneFilterAreFoundInOrder() {
        SubscriptionTrie trie = SubscriptionTrie.EMPTY;
        for (long id = 5000; id >= 1; id--) {
            trie = trie.with(id, TopicFilter.of("hot"));
            trie = id % 2 == 0 ? trie.with(id, TopicFilter.of("!hot")) : trie;
        }

        assertThat(trie.match(TopicName.of("hot")).size()).isEqualTo(2500);
        assertThat(trie.match(TopicName.of("hot")).toArray()).isSorted().startsWith(1, 3, 5);
    }

    @Provide
    Arbitrary<List<Change>> changes() {
        Arbitrary<Change> change = Combinators.combine(
                        Arbitraries.frequency(net.jqwik.api.Tuple.of(3, true), net.jqwik.api.Tuple.of(1, false)),
                        Arbitraries.longs().between(1, 4),
                        filters())
                .as(Change::new);
        return change.list().ofMaxSize(40);
    }

    @Provide
    Arbitrary<List<String>> topics() {
        return text(List.of(
                        "", "a", "a", "b", "ab", "abc", "*", ">", "a*b", "$", "$a", "#P2P", "#P2Px", "#a", "QUE", "!a"))
                .list()
                .ofMinSize(1)
                .ofMaxSize(20);
    }

    private static Arbitrary<String> filters() {
        Arbitrary<String> pattern = text(List.of(
                "", "*", "*", ">", ">", "a", "b", "ab", "a*", "ab*", "b*", "a*b", "a*b*", "**", ">*", "$", "$*", "#P2P",
                "#P2P*", "#*", "QUE", "!a"));
        return Combinators.combine(
                        Arbitraries.frequencyOf(
                                net.jqwik.api.Tuple.of(4, Arbitraries.just("")),
                                net.jqwik.api.Tuple.of(1, Arbitraries.just("!"))),
                        pattern)
                .as(String::concat)
                .filter(filter -> !filter.equals("!"));
    }

    private static Arbitrary<String> text(List<String> words) {
        return Arbitraries.of(words)
                .list()
                .ofMinSize(1)
                .ofMaxSize(4)
                .map(levels -> String.join("/", levels))
                .filter(text -> !text.isEmpty() && !text.equals(TopicName.QUEUE_PREFIX));
    }

    private static SubscriptionTrie apply(SubscriptionTrie trie, Map<Long, TreeSet<TopicFilter>> model, Change change) {
        TopicFilter filter = TopicFilter.of(change.filter);
        TreeSet<TopicFilter> filters = model.computeIfAbsent(change.endpointId, id -> new TreeSet<>());
        if (change.added) {
            filters.add(filter);
            return trie.with(change.endpointId, filter);
        }
        filters.remove(filter);
        return trie.without(change.endpointId, filter);
    }

    private static long[] naive(Map<Long, TreeSet<TopicFilter>> model, TopicName topic) {
        return model.entrySet().stream()
                .filter(entry -> FilterSet.of(entry.getValue()).attracts(topic))
                .mapToLong(Map.Entry::getKey)
                .toArray();
    }

    private static List<long[]> answers(SubscriptionTrie trie, List<String> topics) {
        return topics.stream()
                .map(topic -> trie.match(TopicName.of(topic)).toArray())
                .toList();
    }
}
