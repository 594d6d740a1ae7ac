package io.reprise.broker.engine.vpn;

import static io.reprise.broker.engine.vpn.TestVpn.next;
import static io.reprise.broker.engine.vpn.TestVpn.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.model.delivery.Delivery;
import io.reprise.broker.model.delivery.DeliverySession;
import io.reprise.broker.model.endpoint.EndpointAttributes;
import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.management.ReplayLogAttributes;
import io.reprise.broker.model.replay.ReplayFailure;
import io.reprise.broker.model.replay.ReplayRequest;
import io.reprise.broker.model.replay.ReplayStart;
import io.reprise.broker.model.replay.ReplayState;
import io.reprise.broker.model.replay.ReplayStatus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A replay log that is altered or deleted under a running replay [spec 2.1]. */
class ReplayLogModifiedTest {
    private static final int MESSAGES = 15;

    private TestVpn broker = TestVpn.start();
    private final LogOf log = new LogOf(broker);

    /** Each message is 0.1 MB, and a consumer may have one of them. */
    @BeforeEach
    void fillTheLog() {
        log.create(2);
        broker.createQueue("q", "t/>");
        broker.change("q", EndpointAttributes.MAX_DELIVERED_UNACKED_MSGS_PER_FLOW, 1L);
        for (int i = 1; i <= MESSAGES; i++) {
            broker.publish("t/" + i, i + "x".repeat(99_000));
        }
    }

    @AfterEach
    void close() {
        broker.close();
    }

    private ReplayStatus status() {
        return broker.administration.replays().status(EndpointKind.QUEUE, "q");
    }

    private void start() {
        broker.administration.replays().start(EndpointKind.QUEUE, "q", ReplayRequest.from(new ReplayStart.Beginning()));
    }

    private void await(ReplayState state) {
        Awaitility.await("the replay to be " + state)
                .atMost(TestVpn.SOON)
                .pollInterval(Duration.ofMillis(1))
                .until(() -> status().state() == state);
    }

    private int number(Delivery delivery) {
        String text = text(delivery);
        return Integer.parseInt(text.substring(0, text.indexOf('x')));
    }

    /** The next ones, each acknowledged. */
    private List<Integer> take(DeliverySession session, int count) {
        List<Integer> numbers = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Delivery delivery = next(session);
            numbers.add(number(delivery));
            broker.acknowledge(delivery);
        }
        return numbers;
    }

    private static List<Integer> numbers(int from, int to) {
        return IntStream.rangeClosed(from, to).boxed().toList();
    }

    @Test
    void aDeletedLogFailsItAndWhatWasThereComesBack() {
        DeliverySession session = broker.consume("q");
        start();
        Delivery first = next(session);

        broker.administration.deleteReplayLog(LogOf.NAME, -1);

        await(ReplayState.FAILED);
        assertThat(status().lastFailure()).isEqualTo(ReplayFailure.LOG_MODIFIED);
        assertThat(status().failureCount()).isEqualTo(1);
        broker.acknowledge(first);
        assertThat(take(session, MESSAGES)).isEqualTo(numbers(1, MESSAGES));
    }

    @Test
    void aSmallerQuotaThatTakesWhatItHasNotReadFailsIt() {
        DeliverySession session = broker.consume("q");
        start();
        Delivery first = next(session);

        log.change(ReplayLogAttributes.MAX_SPOOL_USAGE, 1L);

        await(ReplayState.FAILED);
        assertThat(status().lastFailure()).isEqualTo(ReplayFailure.LOG_MODIFIED);
        broker.acknowledge(first);
        assertThat(take(session, MESSAGES)).isEqualTo(numbers(1, MESSAGES));
    }

    @Test
    void itDoesNotNoticeWhatLeavesTheLogBehindIt() {
        DeliverySession session = broker.consume("q");
        start();
        assertThat(take(session, 10)).isEqualTo(numbers(1, 10));

        log.change(ReplayLogAttributes.MAX_SPOOL_USAGE, 1L);
        broker.publish("t/live", "16x");

        assertThat(log.ids()).hasSize(10);
        assertThat(take(session, 6)).isEqualTo(numbers(11, 16));
        await(ReplayState.COMPLETE);
        assertThat(status().failureCount()).isZero();
    }

    @Test
    void whatTakesNothingOutOfTheLogDisturbsNothing() {
        DeliverySession session = broker.consume("q");
        start();
        assertThat(take(session, 1)).isEqualTo(numbers(1, 1));

        log.change(ReplayLogAttributes.INGRESS_ENABLED, false);
        log.change(ReplayLogAttributes.MAX_SPOOL_USAGE, 3L);
        log.filter("none");

        assertThat(take(session, MESSAGES - 1)).isEqualTo(numbers(2, MESSAGES));
        await(ReplayState.COMPLETE);
    }

    @Test
    void itStaysFailedAfterARestart() {
        DeliverySession session = broker.consume("q");
        start();
        next(session);
        broker.administration.deleteReplayLog(LogOf.NAME, -1);

        broker = broker.restarted();

        assertThat(status().state()).isEqualTo(ReplayState.FAILED);
        assertThat(status().lastFailure()).isEqualTo(ReplayFailure.LOG_MODIFIED);
        assertThat(broker.spooled("q")).isEqualTo(MESSAGES);
    }
}
