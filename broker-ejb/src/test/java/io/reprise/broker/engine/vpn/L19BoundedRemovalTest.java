package io.reprise.broker.engine.vpn;

import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.engine.log.Effect.Removal;
import io.reprise.broker.engine.log.Effect.Removed;
import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.message.Message;
import io.reprise.broker.model.publish.WorkUnit;
import io.reprise.broker.model.topic.TopicName;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** L19: expiry and purge are proposals of at most 1,000 messages an entry, with their sizes. */
class L19BoundedRemovalTest {
    private static final int MESSAGES = 2_500;

    private final TestVpn broker = TestVpn.start();

    @AfterEach
    void close() {
        broker.close();
    }

    private void fill() {
        broker.createQueue("q", "q");
        for (int i = 0; i < MESSAGES; i++) {
            broker.vpn.submit(WorkUnit.publishing(Message.to(TopicName.of("q"))
                    .ttlMillis(10_000)
                    .text("m" + i)
                    .build()));
        }
        broker.publish("elsewhere", "x");
        assertThat(broker.spooled("q")).isEqualTo(MESSAGES);
    }

    private List<Removed> removals() {
        return broker.entriesFrom(1).stream()
                .flatMap(entry -> entry.effects().stream())
                .filter(Removed.class::isInstance)
                .map(Removed.class::cast)
                .toList();
    }

    private void assertBounded(Removal reason) {
        assertThat(removals()).hasSize(3).allSatisfy(removed -> {
            assertThat(removed.reason()).isEqualTo(reason);
            assertThat(removed.msgIds()).hasSizeLessThanOrEqualTo(1_000).isSorted();
            assertThat(removed.sizeBytes()).isPositive();
        });
        assertThat(broker.spooled("q")).isZero();
        assertThat(broker.figures("q").spooledBytes()).isZero();
    }

    @Test
    void l19_expiryTakesAtMostAThousandAnEntry() {
        fill();
        broker.clock.advance(Duration.ofSeconds(10));

        broker.duties.runAll();

        assertBounded(Removal.EXPIRED);
    }

    @Test
    void l19_purgeTakesAtMostAThousandAnEntry() {
        fill();

        broker.administration.purge(EndpointKind.QUEUE, "q");

        assertBounded(Removal.PURGED);
    }
}
