package io.reprise.broker.model.topic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.reprise.broker.model.error.BrokerException;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TopicFilterTest {
    @ParameterizedTest(name = "{0} matches {1}")
    @CsvSource({
        "a/b, a/b",
        "/a, /a",
        "a//b, a//b",
        "*, a",
        "a/*, a/b",
        "a/*, a/",
        "*/b, /b",
        "a/*/c, a/b/c",
        "a/*/c, a//c",
        "a/b*, a/b",
        "a/b*, a/bcd",
        "ab*/c, abx/c",
        "a/b*c*, a/b*cd",
        "**, *x",
        ">*, >x",
        ">, a",
        ">, a/b/c",
        ">, /",
        "a/>, a/b",
        "a/>, a/",
        "a/>, a/b/c",
        "*/>, a/b",
        "a/>/b, a/>/b",
        "a/b>, a/b>",
        "a/*b, a/*b",
        "a*b/c, a*b/c",
        "+/#, +/#",
        "$SYS/>, $SYS/x",
        "$*/x, $SYS/x",
        "$*, $",
        "#P2P/>, #P2P/QUE/q",
        "#P2P/QUE/*, #P2P/QUE/q",
        "#P2P/QUE/q, #P2P/QUE/q",
        "*, #x",
        "#*, #x",
    })
    void matches(String filter, String topic) {
        assertThat(TopicFilter.of(filter).matches(TopicName.of(topic))).isTrue();
    }

    @ParameterizedTest(name = "{0} does not match {1}")
    @CsvSource({
        "a/b, a/B",
        "a/b, a/b/",
        "a/b, /a/b",
        "a/*, a/b/c",
        "a/*, a",
        "*, a/b",
        "*, /",
        "a/b*, a/b/c",
        "a/b*, a/c",
        "a/>, a",
        "a/>/b, a/x/b",
        "a/b>, a/bc",
        "a/*b, a/xb",
        "a*b/c, axb/c",
        "+/b, a/b",
        "a/#, a/b",
        ">, #P2P/QUE/q",
        ">, #P2Px",
        "*/>, #P2P/QUE/q",
        "*/QUE/q, #P2P/QUE/q",
        "#*/QUE/q, #P2P/QUE/q",
        "#P2P*/QUE/q, #P2P/QUE/q",
        "*, #P2P",
        ">, $SYS/x",
        "*, $SYS",
        "*/x, $SYS/x",
        "*/>, $SYS/x",
    })
    void doesNotMatch(String filter, String topic) {
        assertThat(TopicFilter.of(filter).matches(TopicName.of(topic))).isFalse();
    }

    @Test
    void exclamationMarkMakesAnExceptionOnEndpointsOnly() {
        TopicFilter exception = TopicFilter.of("!a/*");
        TopicFilter literal = TopicFilter.ofDirectSubscriber("!a/*");

        assertThat(exception.isException()).isTrue();
        assertThat(exception.text()).isEqualTo("!a/*");
        assertThat(exception.matches(TopicName.of("a/b"))).isTrue();
        assertThat(literal.isException()).isFalse();
        assertThat(literal.matches(TopicName.of("a/b"))).isFalse();
        assertThat(literal.matches(TopicName.of("!a/b"))).isTrue();
        assertThat(exception).isNotEqualTo(literal);
    }

    @Test
    void onlyTheFirstExclamationMarkCounts() {
        assertThat(TopicFilter.of("!!a").matches(TopicName.of("!a"))).isTrue();
        assertThat(TopicFilter.of("a/!b").isException()).isFalse();
    }

    @Test
    void patternIsHeldToTheLimitsOfATopic() {
        assertThatThrownBy(() -> TopicFilter.of("")).isInstanceOf(BrokerException.class);
        assertThatThrownBy(() -> TopicFilter.of("!")).isInstanceOf(BrokerException.class);
        assertThatThrownBy(() -> TopicFilter.of("x".repeat(251))).isInstanceOf(BrokerException.class);
        assertThat(TopicFilter.of("!" + "x".repeat(250)).pattern()).hasSize(250);
    }

    @Test
    void exceptionsWinInAnyOrder() {
        for (List<TopicFilter> order : List.of(
                List.of(TopicFilter.of("a/>"), TopicFilter.of("!a/b")),
                List.of(TopicFilter.of("!a/b"), TopicFilter.of("a/>")))) {
            FilterSet filters = FilterSet.of(order);
            assertThat(filters.attracts(TopicName.of("a/b"))).isFalse();
            assertThat(filters.attracts(TopicName.of("a/c"))).isTrue();
        }
    }

    @Test
    void onlyExceptionsAttractNothing() {
        assertThat(FilterSet.of(List.of(TopicFilter.of("!a"))).attracts(TopicName.of("b")))
                .isFalse();
        assertThat(FilterSet.of(List.of()).attracts(TopicName.of("b"))).isFalse();
    }

    @Property(tries = 20_000)
    void agreesWithARegularExpressionMadeFromTheSpecification(
            @ForAll("filters") String filter, @ForAll("topics") String topic) {
        boolean expected = Pattern.matches(regex(filter), topic);

        assertThat(TopicFilter.ofDirectSubscriber(filter).matches(TopicName.of(topic)))
                .isEqualTo(expected);
    }

    @Provide
    Arbitrary<String> filters() {
        return levels(List.of(
                "", "*", "*", ">", ">", "a", "b", "ab", "a*", "b*", "a*b", "a*b*", "**", ">*", "$", "$*", "#P2P",
                "#P2P*", "#*", "!a"));
    }

    @Provide
    Arbitrary<String> topics() {
        return levels(List.of(
                "", "a", "a", "b", "ab", "abc", "*", ">", "a*b", "a*bc", "$", "$a", "#P2P", "#P2Px", "#a", "!a"));
    }

    private static Arbitrary<String> levels(List<String> words) {
        return Arbitraries.of(words)
                .list()
                .ofMinSize(1)
                .ofMaxSize(5)
                .map(levels -> String.join("/", levels))
                .filter(text -> !text.isEmpty() && !text.equals("#P2P/QUE/"));
    }

    /** An independent reading of spec 1.3: one look-ahead for level 1, then a piece for each level. */
    private static String regex(String filter) {
        String[] levels = filter.split("/", -1);
        boolean alone = levels[0].equals("*") || filter.equals(">");
        String guard = (levels[0].endsWith("*") || alone ? "(?!#P2P)" : "") + (alone ? "(?!\\$)" : "");
        return guard
                + IntStream.range(0, levels.length)
                        .mapToObj(i -> levelRegex(levels[i], i == levels.length - 1))
                        .collect(Collectors.joining("/"));
    }

    private static String levelRegex(String level, boolean last) {
        if (last && level.equals(">")) {
            return "(?s:.*)";
        }
        return level.endsWith("*")
                ? Pattern.quote(level.substring(0, level.length() - 1)) + "[^/]*"
                : Pattern.quote(level);
    }
}
