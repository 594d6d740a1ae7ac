package io.reprise.broker.engine.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.reprise.broker.engine.state.PublisherWindow.Known;
import io.reprise.broker.model.message.MalformedWireException;
import java.time.Duration;
import java.util.TreeSet;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

/** The highest sequence and the 1,024 below it [spec 1.2]. */
class PublisherWindowTest {
    @Test
    void knowsNothingOfAPublisherWithoutMessages() {
        assertThat(new PublisherWindow().known(0)).isEqualTo(Known.NEW);
    }

    @Test
    void remembersTheHighestAndEachOfThe1024BelowIt() {
        PublisherWindow window = new PublisherWindow();
        window.accept(1);
        window.accept(2);

        window.accept(1_025);

        assertThat(window.known(1_025)).isEqualTo(Known.ACCEPTED);
        assertThat(window.known(1)).as("1,024 below the highest").isEqualTo(Known.ACCEPTED);
        assertThat(window.known(2)).isEqualTo(Known.ACCEPTED);
        assertThat(window.known(3)).isEqualTo(Known.NEW);
        assertThat(window.known(0)).as("1,025 below the highest").isEqualTo(Known.BELOW_WINDOW);
    }

    /** Walking up to it one by one would take the committer centuries. */
    @Test
    void takesTheLargestSequenceThereIs() {
        PublisherWindow window = new PublisherWindow();
        window.accept(3);

        Assertions.assertTimeoutPreemptively(Duration.ofSeconds(20), () -> window.accept(Long.MAX_VALUE));

        assertThat(window.known(Long.MAX_VALUE)).isEqualTo(Known.ACCEPTED);
        assertThat(window.known(Long.MAX_VALUE - 1)).isEqualTo(Known.NEW);
        assertThat(window.known(3)).isEqualTo(Known.BELOW_WINDOW);
        assertThat(reloaded(window).known(Long.MAX_VALUE)).isEqualTo(Known.ACCEPTED);
    }

    @Property
    void isASetThatForgetsWhatLiesFarBelow(@ForAll("steps") int[] steps) {
        PublisherWindow window = new PublisherWindow();
        TreeSet<Long> accepted = new TreeSet<>();
        for (int step : steps) {
            long sequence = Math.max(0, (accepted.isEmpty() ? 0 : accepted.last()) + step);
            window.accept(sequence);
            accepted.add(sequence);
        }

        PublisherWindow reloaded = reloaded(window);

        long highest = accepted.last();
        for (long sequence = Math.max(0, highest - 1_030); sequence < highest + 3; sequence++) {
            Known expected = sequence < highest - 1_024
                    ? Known.BELOW_WINDOW
                    : accepted.contains(sequence) ? Known.ACCEPTED : Known.NEW;
            assertThat(window.known(sequence)).isEqualTo(expected);
            assertThat(reloaded.known(sequence)).isEqualTo(expected);
        }
    }

    @Provide
    Arbitrary<int[]> steps() {
        return Arbitraries.frequencyOf(
                        net.jqwik.api.Tuple.of(6, Arbitraries.integers().between(1, 3)),
                        net.jqwik.api.Tuple.of(3, Arbitraries.integers().between(-1_100, 0)),
                        net.jqwik.api.Tuple.of(1, Arbitraries.integers().between(900, 3_000)))
                .array(int[].class)
                .ofMinSize(1)
                .ofMaxSize(60);
    }

    @Test
    void refusesARowThatIsTooLong() {
        assertThatThrownBy(() -> PublisherWindow.load(1, new byte[129], 1)).isInstanceOf(MalformedWireException.class);
    }

    private static PublisherWindow reloaded(PublisherWindow window) {
        return PublisherWindow.load(window.highest(), window.serialize(), 1);
    }
}
