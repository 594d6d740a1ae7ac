package io.reprise.broker.engine.selector;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Patterns against the same ones as regular expressions. */
class LikePatternTest {
    private final Random random = new Random(8);

    private String text(String alphabet) {
        StringBuilder text = new StringBuilder();
        for (int length = random.nextInt(8); length > 0; length--) {
            text.append(alphabet.charAt(random.nextInt(alphabet.length())));
        }
        return text.toString();
    }

    private static Pattern regex(String pattern) {
        StringBuilder regex = new StringBuilder();
        for (int i = 0; i < pattern.length(); i++) {
            switch (pattern.charAt(i)) {
                case '%' -> regex.append(".*");
                case '_' -> regex.append('.');
                case '!' -> regex.append(Pattern.quote(pattern.substring(++i, i + 1)));
                default -> regex.append(Pattern.quote(pattern.substring(i, i + 1)));
            }
        }
        return Pattern.compile(regex.toString(), Pattern.DOTALL);
    }

    @Test
    void matchesWhatTheRegularExpressionMatches() {
        int matching = 0;
        for (int i = 0; i < 50_000; i++) {
            String pattern = text("ab%%_!") + "a";
            String text = text("ab%\n");
            boolean expected = regex(pattern).matcher(text).matches();

            assertThat(LikePattern.of(pattern, "!").matches(text))
                    .as("'%s' like '%s'", text, pattern)
                    .isEqualTo(expected);
            matching += expected ? 1 : 0;
        }
        assertThat(matching).as("of both kinds there were enough").isBetween(1_000, 45_000);
    }
}
