package io.reprise.broker.ra.jms;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.jms.JMSException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A receive while its connection is stopped and started; the library's part is played by a script. */
@Timeout(60)
final class StartGateTest {
    private final StartGate gate = new StartGate();
    private final StartGate.Receiver receiver = gate.receiver(() -> {}, () -> false);
    private final Deque<Runnable> meanwhile = new ArrayDeque<>();

    @BeforeEach
    void open() {
        gate.set(true);
    }

    private String receive(long timeoutMillis) throws JMSException {
        String received = receiver.receive(timeoutMillis, leftMillis -> {
            if (meanwhile.isEmpty()) {
                return "a";
            }
            meanwhile.remove().run();
            return null;
        });
        return String.valueOf(received);
    }

    /** Found: the library had the message in its stopped queue, and the connection was open again when that was looked at. */
    @Test
    void goesOnAfterAStopAndAStartMeanwhile() throws JMSException {
        meanwhile.addAll(List.of(
                () -> {
                    gate.set(false);
                    gate.set(true);
                },
                () -> {
                    gate.set(false);
                    gate.set(true);
                }));

        assertThat(receive(0)).isEqualTo("a");
    }

    @Test
    void hasNothingWhenTheLibraryHadNothingAllTheTime() throws JMSException {
        meanwhile.add(() -> gate.set(true));

        assertThat(receive(30_000)).isEqualTo("null");
    }

    @Test
    void hasNothingInAStopThatOutlastsItsTime() throws JMSException {
        meanwhile.add(() -> gate.set(false));

        assertThat(receive(20)).isEqualTo("null");
    }
}
