package io.reprise.broker.web.work;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

class SerialWorkTest {
    private final Deque<Runnable> handedOver = new ArrayDeque<>();
    private int runs;
    private int refusals;

    @Test
    void runsOnTheExecutorAndNotOnTheAskersThread() {
        SerialWork work = new SerialWork(handedOver::add, () -> runs++, () -> refusals++);

        work.signal();

        assertThat(runs).isZero();
        handedOver.remove().run();
        assertThat(runs).isEqualTo(1);
        assertThat(handedOver).isEmpty();
    }

    @Test
    void runsOnceMoreWhateverItWasAskedMeanwhile() {
        SerialWork[] work = new SerialWork[1];
        work[0] = new SerialWork(
                handedOver::add,
                () -> {
                    if (runs++ == 0) {
                        work[0].signal();
                        work[0].signal();
                        assertThat(handedOver).isEmpty();
                    }
                },
                () -> refusals++);

        work[0].signal();
        handedOver.remove().run();

        assertThat(handedOver).hasSize(1);
        handedOver.remove().run();
        assertThat(runs).isEqualTo(2);
        assertThat(handedOver).isEmpty();
        work[0].signal();
        assertThat(handedOver).hasSize(1);
    }

    @Test
    void tellsWhenTheExecutorTakesNothingAnyMore() {
        SerialWork work = new SerialWork(
                task -> {
                    throw new RejectedExecutionException();
                },
                () -> runs++,
                () -> refusals++);

        work.signal();
        work.signal();

        assertThat(runs).isZero();
        assertThat(refusals).isEqualTo(2);
    }
}
