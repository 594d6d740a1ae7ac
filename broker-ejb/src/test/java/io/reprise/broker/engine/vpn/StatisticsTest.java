package io.reprise.broker.engine.vpn;

import static io.reprise.broker.engine.vpn.TestVpn.SOON;
import static io.reprise.broker.engine.vpn.TestVpn.message;
import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.management.EndpointStatistics;
import io.reprise.broker.model.management.VpnStatistics;
import io.reprise.broker.model.publish.PendingOutcome;
import io.reprise.broker.model.publish.WorkUnit;
import io.reprise.broker.model.replay.ReplayState;
import io.reprise.broker.model.replay.ReplayStatus;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The figures of a VPN: exact after each entry, and there at once whatever the committer waits for. */
class StatisticsTest {
    private TestVpn broker = TestVpn.start(settings -> settings.withPublishTimeout(SOON.multipliedBy(60)));

    @AfterEach
    void close() {
        broker.close();
    }

    private VpnStatistics statistics() {
        return broker.administration.statistics();
    }

    @Test
    void tellWhatIsOnAllEndpointsTogether() {
        broker.createQueue("a", "t");
        broker.createQueue("b", "t");
        broker.publish("t", "m");
        broker.publish("t", "n");
        assertThat(statistics().spooledMsgCount()).isEqualTo(4);
        assertThat(statistics().spooledBytes())
                .isEqualTo(
                        broker.figures("a").spooledBytes() + broker.figures("b").spooledBytes());

        broker.drain(broker.consume("a"));
        assertThat(statistics().spooledMsgCount()).isEqualTo(2);
        broker = broker.restarted();
        assertThat(statistics().spooledMsgCount()).isEqualTo(2);
        assertThat(statistics().spooledBytes()).isEqualTo(broker.figures("b").spooledBytes());

        broker.administration.deleteEndpoint(EndpointKind.QUEUE, "b");
        assertThat(statistics().spooledMsgCount()).isZero();
        assertThat(statistics().spooledBytes()).isZero();
    }

    @Test
    void areTheLastKnownOnesWhileTheDatabaseIsAway() throws Exception {
        broker.createQueue("q", "q");
        broker.publish("q", "stored");
        broker.rows().goAway();
        PendingOutcome writing = broker.vpn.submit(WorkUnit.publishing(message("q", "waits")));
        broker.awaitWriting();

        Future<VpnStatistics> scrape = broker.inBackground(this::statistics);

        assertThat(scrape.get(10, TimeUnit.SECONDS).spooledMsgCount()).isEqualTo(1);
        broker.rows().comeBack();
        writing.await().orThrow();
        assertThat(statistics().spooledMsgCount()).isEqualTo(2);
    }

    @Test
    void ofEachEndpointAreThereToo() throws Exception {
        broker.createQueue("q", "q");
        broker.publish("q", "stored");
        broker.rows().goAway();
        PendingOutcome writing = broker.vpn.submit(WorkUnit.publishing(message("q", "waits")));
        broker.awaitWriting();

        Future<EndpointStatistics> figures =
                broker.inBackground(() -> broker.administration.endpointStatistics(EndpointKind.QUEUE, "q"));
        Future<ReplayStatus> replay =
                broker.inBackground(() -> broker.administration.replays().status(EndpointKind.QUEUE, "q"));

        assertThat(figures.get(10, TimeUnit.SECONDS).spooledMsgCount()).isEqualTo(1);
        assertThat(figures.get().oldestMsgId())
                .isEqualTo(figures.get().newestMsgId())
                .isPositive();
        assertThat(replay.get(10, TimeUnit.SECONDS).state()).isEqualTo(ReplayState.NONE);
        broker.rows().comeBack();
        writing.await().orThrow();
        assertThat(broker.figures("q").spooledMsgCount()).isEqualTo(2);
    }
}
