package io.reprise.broker.engine.selector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.message.DeliveryMode;
import io.reprise.broker.model.message.Message;
import io.reprise.broker.model.topic.TopicName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The conditions of Jakarta Messaging 3.1 §3.8, each beside what it is by the standard's text. */
class SelectorTest {
    private static final Message MESSAGE = Message.to(TopicName.of("t"))
            .deliveryMode(DeliveryMode.PERSISTENT)
            .priority(7)
            .messageId("ID:1")
            .senderTimestampMillis(1_700_000_000_000L)
            .correlationId("c1")
            .type("car")
            .property("n", 5)
            .property("l", 5L)
            .property("by", (byte) 3)
            .property("sh", (short) 7)
            .property("d", 5.5d)
            .property("f", 2.5f)
            .property("b", true)
            .property("s", "abc")
            .property("pct", "50%_x")
            .property("q", "it's")
            .property("big", 9_007_199_254_740_993L)
            .property("JMSXGroupID", "g")
            .property("JMSXGroupSeq", 2)
            .build();

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            # comparison of numbers
            n = 5 | true
            n <> 5 | false
            n = 5.0 | true
            l = n | true
            by = 3 AND sh = 7 | true
            d > 5 | true
            d >= 5.5 AND f < 3 | true
            n <= 4 | false
            big = 9007199254740993 | true
            big > 9007199254740992 | true
            n = 5E0 | true
            n = 0x5 | true
            5 = n | true
            # strings and booleans
            s = 'abc' | true
            s <> 'abd' | true
            q = 'it''s' | true
            s = 'ABC' | false
            b | true
            NOT b | false
            b = TRUE | true
            b <> true | false
            # keywords in any case, identifiers as they are
            n = 5 and s = 'abc' Or false | true
            N = 5 | false
            # unlike types are never equal, nor ordered
            s = 5 | false
            s < 5 | false
            n = '5' | false
            b = 1 | false
            # unknown: neither true nor false
            missing = 1 | false
            NOT (missing = 1) | false
            missing <> 1 | false
            NOT missing | false
            missing > 1 OR n = 5 | true
            missing > 1 AND n = 5 | false
            NOT (missing > 1 AND n = 6) | true
            NOT (missing > 1 OR n = 6) | false
            NOT (missing > 1 OR n = 5) | false
            missing BETWEEN 1 AND 2 | false
            missing NOT BETWEEN 1 AND 2 | false
            n BETWEEN missing AND 9 | false
            missing + 1 = 1 | false
            missing + 1 IS NULL | true
            # null
            missing IS NULL | true
            missing IS NOT NULL | false
            n IS NULL | false
            n IS NOT NULL | true
            # like
            s LIKE 'a%' | true
            s LIKE 'a_c' | true
            s LIKE 'a_' | false
            s NOT LIKE 'b%' | true
            s LIKE '%' | true
            s LIKE '' | false
            s LIKE 'a.c' | false
            pct LIKE '50\\%\\_%' ESCAPE '\\' | true
            pct LIKE '50!%!_x' ESCAPE '!' | true
            s LIKE 'a!%' ESCAPE '!' | false
            missing LIKE 'a%' | false
            missing NOT LIKE 'a%' | false
            n LIKE '5' | false
            NOT n LIKE '5' | true
            NOT missing LIKE '5' | false
            q LIKE '%''s' | true
            s LIKE '%%b%' AND s LIKE '__%_' AND (s NOT LIKE '____%') | true
            s LIKE '%bc' AND NOT s NOT LIKE 'ab%' | true
            JMSType LIKE 'c%' AND JMSMessageID LIKE 'ID:_' | true
            # in
            s IN ('a', 'abc') | true
            s IN ('a') | false
            s NOT IN ('a') | true
            missing IN ('a') | false
            missing NOT IN ('a') | false
            n IN ('5') | false
            # between
            n BETWEEN 1 AND 5 | true
            n BETWEEN 5 AND 1 | false
            n NOT BETWEEN 1 AND 5 | false
            n NOT BETWEEN 6 AND 9 | true
            # arithmetic
            n + 1 = 6 | true
            n * 2 - 1 = 9 | true
            (n + 1) * 2 = 12 | true
            n / 2.0 = 2.5 | true
            d - f = 3 | true
            -n = -5 | true
            +n = 5 | true
            s * 2 = 4 | false
            n / 0 = 1 | false
            # what stands alone
            TRUE | true
            FALSE | false
            s | false
            n | false
            # precedence
            n = 6 AND b OR s = 'abc' | true
            n = 6 AND (b OR s = 'abc') | false
            NOT n = 6 AND b | true
            NOT n = 5 OR b | true
            NOT s = 'abd' | true
            NOT n > 5 | true
            NOT n BETWEEN 6 AND 9 AND b | true
            NOT n BETWEEN 5 AND 9 AND b | false
            NOT s LIKE 'b%' AND NOT NOT n = 5 | true
            NOT s IN ('x', 'abc') OR NOT (n = 5 AND NOT b) | true
            NOT s IS NOT NULL | false
            (NOT n = 6) AND (NOT (NOT b) OR n = 1) | true
            NOT missing = 1 OR n = 6 | false
            # header fields
            JMSDeliveryMode = 'PERSISTENT' | true
            JMSPriority = 7 | true
            JMSPriority > 7 | false
            JMSMessageID = 'ID:1' | true
            JMSTimestamp > 1600000000000 | true
            JMSCorrelationID = 'c1' | true
            JMSType = 'car' AND n > 4 | true
            JMSXGroupID = 'g' AND JMSXGroupSeq = 2 | true
            JMSXDeliveryCount = 3 | true
            # identifiers
            $a IS NULL AND _a IS NULL | true
            """)
    void isAsTheStandardSays(String selector, boolean expected) {
        assertThat(Selector.compile(selector).matches(MESSAGE, 3)).isEqualTo(expected);
    }

    @Test
    void headerFieldsThatAMessageLacksAreNull() {
        Message bare = Message.to(TopicName.of("t"))
                .deliveryMode(DeliveryMode.NON_PERSISTENT)
                .build();

        assertThat(Selector.compile("JMSMessageID IS NULL AND JMSCorrelationID IS NULL AND JMSType IS NULL")
                        .matches(bare, 1))
                .isTrue();
        assertThat(Selector.compile("JMSDeliveryMode = 'NON_PERSISTENT' AND JMSPriority = 4")
                        .matches(bare, 1))
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            n = | column 3
            n == 5 | column 4
            n != 5 | column 3
            (n = 5 | column 6
            n = 5) | column 6
            n = 5 AND | column 9
            s = 'abc | column
            s LIKE 5 | column 8
            n IN (5) | column 7
            n = 5d | column
            XPATH '//a' | column 1: XPATH
            n = 1 AND JMSDestination = 'q' | column 11: a selector may not name JMSDestination
            convert_string_expressions:n = 5 | column 27
            s > 'a' | cannot be compared
            n = NULL | cannot be compared
            b > FALSE | cannot be compared
            s LIKE 'ab' ESCAPE 'ab' | one character
            s LIKE 'ab!' ESCAPE '!' | ends with its escape
            n + s LIKE 'ab' | column 7: LIKE needs a name alone before it
            (s) LIKE 'ab' | column 5: LIKE needs a name alone before it
            JMS_Reprise_Like0 | may not name
            1 | boolean
            'a' | boolean
            between = 1 | column 1
            NOT n = | column 7
            NOT (n = 1)) | column 12
            """)
    void isRefusedWithTextPlaceAndReason(String selector, String reason) {
        assertThatThrownBy(() -> Selector.compile(selector)).isInstanceOfSatisfying(BrokerException.class, refused -> {
            assertThat(refused.code()).isEqualTo(ErrorCode.INVALID_SELECTOR);
            assertThat(refused).hasMessageStartingWith("selector \"" + selector + "\"");
            assertThat(refused).hasMessageContaining(reason);
        });
    }

    /** Found: four wildcards over 200 characters took the library half a minute, which on the committer would be everybody's. */
    @Test
    @Timeout(10)
    void manyWildcardsOverALongTextAreNoTrap() {
        Message message =
                Message.to(TopicName.of("t")).property("s", "a".repeat(10_000)).build();

        assertThat(Selector.compile("s LIKE '" + "%a".repeat(50) + "%b'").matches(message, 1))
                .isFalse();
        assertThat(Selector.compile("s LIKE '" + "%a".repeat(50) + "%'").matches(message, 1))
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"(", "NOT ", "- "})
    void nestedAsDeeplyAsTheLengthAllowsItIsRefusedOrEvaluated(String nesting) {
        String text = nesting.repeat((SelectorText.MAX_LENGTH - 10) / nesting.length()) + "n = 5";

        assertThat(compiledOrRefused(text)).isIn(true, false);
    }

    @Test
    void tooLongATextIsRefused() {
        String text = "n = 5 OR ".repeat(SelectorText.MAX_LENGTH / 9) + "n = 12345";

        assertThatThrownBy(() -> Selector.compile(text))
                .isInstanceOf(BrokerException.class)
                .hasMessageContaining("allowed 4000");
    }

    @Test
    void aSumAsLongAsAllowedIsEvaluated() {
        String text = "1" + "+1".repeat(1_900) + " > n";

        assertThat(Selector.compile(text).matches(MESSAGE, 1)).isTrue();
    }

    private static boolean compiledOrRefused(String text) {
        try {
            return Selector.compile(text).matches(MESSAGE, 1);
        } catch (BrokerException e) {
            return false;
        }
    }
}
