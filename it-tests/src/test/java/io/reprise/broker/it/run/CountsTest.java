package io.reprise.broker.it.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class CountsTest {

    private final Counts counts = new Counts();

    @Test
    void matchWhenEachIsAsExpectedAndInOrder() {
        counts.add("one", 39, 39);
        counts.add("other", 0, 0);
        counts.order(true);

        assertThat(counts.match()).isTrue();
    }

    @Test
    void doNotMatchWhenOneIsOff() {
        counts.add("one", 39, 39);
        counts.add("other", 38, 39);

        assertThat(counts.match()).isFalse();
    }

    @Test
    void doNotMatchWhenSomethingCameOutOfOrder() {
        counts.add("one", 39, 39);
        counts.order(false);
        counts.order(true);

        assertThat(counts.match()).isFalse();
        assertThat(printed()).contains("in the order of publishing: NO");
    }

    @Test
    void doNotMatchWhenSomethingElseFailed() {
        counts.fail("it ended early");

        assertThat(counts.match()).isFalse();
        assertThat(printed()).contains("it ended early");
    }

    @Test
    void areATableWithItsRemarks() {
        counts.add("one", 39, 40);
        counts.remark("besides, 3");

        assertThat(printed()).containsPattern("one +39 +40").endsWith("besides, 3" + System.lineSeparator());
    }

    private String printed() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        counts.print(new PrintStream(bytes, true, StandardCharsets.UTF_8));
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
