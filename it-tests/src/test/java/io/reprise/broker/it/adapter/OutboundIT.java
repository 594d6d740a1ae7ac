package io.reprise.broker.it.adapter;

import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.it.adapter.probe.OutboundServlet;
import io.reprise.broker.it.suite.RepriseClient;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** An application with no class of the broker looks up the connection factory, and sends and receives in every situation. */
@ExtendWith(RunningBroker.Extension.class)
class OutboundIT {
    private static ProbeApplication application;
    private static RepriseClient client;

    @BeforeAll
    static void deploy(RunningBroker broker) {
        client = broker.client();
        client.createQueue("it.out", Map.of());
        application = broker.application("outbound").deploy(OutboundServlet.class);
    }

    @BeforeEach
    void empty() {
        client.purge("it.out");
    }

    @Test
    void storesAMessageBeforeASendReturns() {
        assertThat(does("send")).isEqualTo("sent");
        assertThat(depth()).isEqualTo(1);
    }

    @Test
    void takesTheClassicApiToo() {
        assertThat(does("classic")).isEqualTo("sent");
        assertThat(does("receive")).isEqualTo("classic #1");
        assertThat(depth()).isZero();
    }

    @Test
    void saysWhyASendIsRefused() {
        assertThat(does("missing"))
                .startsWith("InvalidDestinationRuntimeException")
                .contains("it.nowhere");
    }

    @Test
    void commitsASessionsOwnTransaction() {
        does("session-commit");
        assertThat(depth()).isEqualTo(1);
    }

    @Test
    void rollsASessionsOwnTransactionBack() {
        does("session-rollback");
        assertThat(depth()).isZero();
    }

    @Test
    void commitsWithTheTransactionOfTheApplication() {
        assertThat(does("jta-commit")).isEqualTo("done");
        assertThat(depth()).isEqualTo(2);
    }

    @Test
    void rollsBackWithTheTransactionOfTheApplication() {
        assertThat(does("jta-rollback")).isEqualTo("done");
        assertThat(depth()).isZero();
    }

    @Test
    void returnsWhatWasReceivedInATransactionThatRolledBackThoughItsConnectionWasClosedBefore() {
        does("send");

        assertThat(does("jta-receive-rollback")).isEqualTo("plain #1");
        assertThat(does("receive")).isEqualTo("plain #2");
        assertThat(depth()).isZero();
    }

    @Test
    void joinsATransactionBegunAfterTheConnectionWasMade() {
        assertThat(does("jta-begun-later")).isEqualTo("done");
        assertThat(does("receive")).isEqualTo("before #1");
        assertThat(does("receive")).isEqualTo("after #1");
        assertThat(depth()).isZero();
    }

    @Test
    void trap27RefusesWhatJakartaEeForbids() {
        assertThat(does("two-sessions")).startsWith("IllegalStateException");
        assertThat(does("listener")).startsWith("IllegalStateRuntimeException");
        assertThat(does("client-id")).startsWith("InvalidClientIDException");
        assertThat(does("async")).startsWith("IllegalStateRuntimeException");
    }

    @Test
    void givesEveryConnectionBackToThePool() {
        IntStream.range(0, 300).forEach(i -> assertThat(does("send")).isEqualTo("sent"));

        assertThat(depth()).isEqualTo(300);
    }

    private static String does(String what) {
        return application.get("out?do=" + what);
    }

    private static long depth() {
        return client.depth("it.out");
    }
}
