package io.reprise.broker.model.topic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import java.nio.charset.StandardCharsets;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TopicNameTest {
    @ParameterizedTest
    @ValueSource(
            strings = {"a", "/", "/Stocks/NYSE/IBM", "a//b", "a/", "*", "a/>", "!a", "+/#", "$SYS/x", "#P2P", "é/日本/😀"
            })
    void acceptsAnyTextWithinTheLimits(String text) {
        assertThat(TopicName.of(text).toString()).isEqualTo(text);
    }

    @Test
    void countsBytesNotCharacters() {
        assertThat(TopicName.of("é".repeat(125)).utf8Length()).isEqualTo(250);
        assertRefused("é".repeat(125) + "x", "251 bytes", "1–250");
        assertThat(TopicName.of("😀".repeat(62)).utf8Length()).isEqualTo(248);
        assertRefused("😀".repeat(63), "252 bytes", "1–250");
    }

    @Test
    void refusesEmptyAndTooLongAndTooDeep() {
        assertRefused("", "0 characters", "1–250");
        assertRefused("x".repeat(251), "251 characters", "1–250");
        assertThat(TopicName.of("/".repeat(127))).isNotNull();
        assertRefused("/".repeat(128), "129 levels", "at most 128");
    }

    @Test
    void refusesNulAndHalvesOfSurrogatePairs() {
        assertRefused("a\0b", "NUL at index 1", "no NUL");
        assertRefused("a\ud83d", "half a surrogate pair", "UTF-8");
        assertRefused("\ude00a", "half a surrogate pair", "UTF-8");
        assertRefused("\ud83d\ud83d\ude00", "half a surrogate pair", "UTF-8");
    }

    @Test
    void queueTopicNamesItsQueue() {
        TopicName topic = TopicName.queueTopic("orders/new");

        assertThat(topic.toString()).isEqualTo("#P2P/QUE/orders/new");
        assertThat(topic.isQueueTopic()).isTrue();
        assertThat(topic.queueName()).isEqualTo("orders/new");
        assertThat(topic).isEqualTo(TopicName.of("#P2P/QUE/orders/new"));
    }

    @Test
    void queueTopicMayBeAsLongAsAQueueNameMayBe() {
        assertThat(TopicName.queueTopic("日".repeat(200)).utf8Length()).isEqualTo(609);
        assertThat(TopicName.queueTopic("a" + "/".repeat(198) + "a").isQueueTopic())
                .isTrue();
        assertRefused("#P2P/QUE/" + "q".repeat(201), "201 characters of queue name", "1–200");
        assertRefused("#P2P/QUE/", "0 characters of queue name", "1–200");
        assertRefused("#P2P/QUE/a\0", "NUL", "no NUL");
    }

    @Test
    void otherTopicsAddressNoQueue() {
        TopicName topic = TopicName.of("#P2P/TEMP/x");

        assertThat(topic.isQueueTopic()).isFalse();
        assertThatThrownBy(topic::queueName).isInstanceOf(IllegalStateException.class);
    }

    @Property
    void isValidExactlyWhenTheUtf8FormFitsAndComesBack(@ForAll @StringLength(max = 300) String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        boolean valid = utf8.length >= 1
                && utf8.length <= 250
                && new String(utf8, StandardCharsets.UTF_8).equals(text)
                && text.indexOf('\0') < 0
                && text.chars().filter(c -> c == '/').count() < 128;

        if (valid) {
            assertThat(TopicName.of(text).utf8Length()).isEqualTo(utf8.length);
        } else {
            assertThatThrownBy(() -> TopicName.of(text)).isInstanceOf(BrokerException.class);
        }
    }

    private static void assertRefused(String text, String actual, String allowed) {
        assertThatThrownBy(() -> TopicName.of(text))
                .isInstanceOfSatisfying(
                        BrokerException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_TOPIC))
                .hasMessageContaining(actual)
                .hasMessageContaining(allowed);
    }
}
