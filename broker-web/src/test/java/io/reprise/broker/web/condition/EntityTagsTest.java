package io.reprise.broker.web.condition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.reprise.broker.model.error.BrokerException;
import jakarta.ws.rs.core.EntityTag;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EntityTagsTest {
    private static final EntityTag VERSION = new EntityTag("1");

    private static EntityTags of(String... lines) {
        return EntityTags.parse("If-Match", List.of(lines));
    }

    /** The table of RFC 9110 §8.8.3.2, and lists of such. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            "1"                  | true  | true
            W/"1"                | false | true
            "2"                  | false | false
            W/"2"                | false | false
            *                    | true  | true
            "*"                  | false | false
            ""                   | false | false
            "2","1"              | true  | true
            "2" , W/"1"          | false | true
            ,"2",, "1",          | true  | true
            "1,2"                | false | false
            "2,1"                | false | false
            "a,W/", "1"          | true  | true
            "\\"                 | false | false
            """)
    void comparesStronglyAndWeakly(String header, boolean strongly, boolean weakly) {
        assertThat(of(header).matchStrongly(VERSION)).isEqualTo(strongly);
        assertThat(of(header).matchWeakly(VERSION)).isEqualTo(weakly);
    }

    @Test
    void takesSeveralLinesForOneList() {
        assertThat(of("\"2\"", "\"3\", \"1\"").matchStrongly(VERSION)).isTrue();
        assertThat(of("\"2\"", "W/\"1\"").matchStrongly(VERSION)).isFalse();
        assertThat(of("\"2\"", "W/\"1\"").matchWeakly(VERSION)).isTrue();
    }

    @Test
    void takesTabsAndBytesAbove127() {
        EntityTags tags = of("\t\"\u00fc\" \t,\t\"1\" ");

        assertThat(tags.matchStrongly(VERSION)).isTrue();
        assertThat(tags.matchStrongly(new EntityTag("\u00fc"))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                ",",
                " , ,",
                "1",
                "abc",
                "\"",
                "\"1",
                "1\"",
                "'1'",
                "\"1\" \"2\"",
                "\"1\"\"2\"",
                "\"1\";q=1",
                "\"a b\"",
                "\"a\tb\"",
                "\"\u0100\"",
                "w/\"1\"",
                "W\"1\"",
                "W/ \"1\"",
                "W/1",
                "W/",
                "W/*",
                "*, \"1\"",
                "\"1\", *",
                "*,*",
                "**",
                "\"1\"; \"2\""
            })
    void refusesByNameWhatIsNoList(String value) {
        assertThatThrownBy(() -> of(value))
                .isInstanceOf(BrokerException.class)
                .hasMessageContaining("header If-Match: ")
                .hasMessageContaining(value.isBlank() ? "empty" : value)
                .hasMessageContaining("; allowed: *, or ETags joined by commas: \"…\" or W/\"…\"");
    }

    @Test
    void refusesAnythingBesideAStarOnSeveralLines() {
        assertThatThrownBy(() -> of("*", "\"1\"")).hasMessageContaining("header If-Match: *, \"1\"");
    }
}
