package io.reprise.broker.engine.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.management.ClientView;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Which clients are remembered: however many names come, not more than so many. */
class ClientRegistryTest {
    private final AtomicLong millis = new AtomicLong();
    private final Clients clients = new Clients(() -> Instant.ofEpochMilli(millis.incrementAndGet()));

    @Test
    void theOneThatIsIdleLongestIsForgottenForOneMore() {
        ClientTally bound = clients.client("bound", "");
        bound.bound();
        for (int i = 0; i < Clients.MOST - 1; i++) {
            clients.client("c" + i, "");
        }
        clients.client("c0", "").stored(1, 0);

        clients.client("one more", "");

        assertThat(clients.list()).hasSize(Clients.MOST);
        assertThat(clients.list())
                .extracting(ClientView::name)
                .contains("bound", "c0", "one more")
                .doesNotContain("c1");
        assertThatThrownBy(() -> clients.view("c1")).isInstanceOf(BrokerException.class);
    }

    @Test
    void aNameIsCutAndNoneIsNobody() {
        clients.client("x".repeat(1_000), "");
        clients.client(" ", "somebody");

        assertThat(clients.list()).extracting(ClientView::name).containsExactly("x".repeat(Clients.LONGEST_NAME));
    }

    @Test
    void aUsernameThatIsKnownStaysWhenItIsNotSaidAgain() {
        clients.client("c", "alice");
        clients.client("c", "");

        assertThat(clients.view("c").username()).isEqualTo("alice");
    }
}
