package io.reprise.broker.web.push;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ServerSocket;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Targets that are away or switched off are left alone, and how they are tried again (spec 5.2). */
class AwayTargetsTest extends PushStage {
    private static int freePort() throws IOException {
        try (ServerSocket free = new ServerSocket(0)) {
            return free.getLocalPort();
        }
    }

    @Test
    void nothingIsPostedForTheRetryDelayToATargetThatIsAway() throws IOException {
        queue.put(text("one"));
        queue.put(text("two"));
        configure(freePort(), Map.of("retryDelay", 300L));
        start("127.0.0.1");
        eventually(() -> figures(CONSUMER).unreachedMsgs() == 1);

        letTicksPass(3);

        assertThat(figures(CONSUMER).unreachedMsgs()).isEqualTo(1);
        assertThat(settled()).containsExactly("returned 1");
    }

    @Test
    void oneMessageAloneTriesATargetThatWasAway() throws IOException {
        int port = freePort();
        List.of("one", "two", "three").forEach(body -> queue.put(text(body)));
        configure(port, Map.of("outgoingConnectionCount", 3L));
        start("127.0.0.1");
        eventually(() -> figures(CONSUMER).unreachedMsgs() >= 3);

        try (WebHook back = new WebHook(port)) {
            back.hold();
            eventually(() -> !back.requests().isEmpty());
            letTicksPass(2);
            assertThat(back.most()).as("before it has answered").isEqualTo(1);
            back.open();

            eventually(() -> queue.events().containsAll(List.of("accepted 1", "accepted 2", "accepted 3")));
        }
    }

    @Test
    void aConsumerThatIsSwitchedOffGetsNothingUntilItIsOn() {
        queue.put(text("an order"));
        configure(hook.port(), Map.of("enabled", false));
        start("127.0.0.1");
        eventually(() -> figures(BINDING).up());

        letTicksPass(3);

        assertThat(hook.requests()).isEmpty();
        assertThat(settled()).isEmpty();
        assertThat(figures(POINT).lastFailureReason()).isEqualTo("no REST consumer is enabled");
        change(CONSUMER, Map.of("enabled", true));
        eventually(() -> settled().contains("accepted 1"));
    }
}
