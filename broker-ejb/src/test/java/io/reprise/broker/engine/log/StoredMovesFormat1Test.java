package io.reprise.broker.engine.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.engine.log.Effect.Counted;
import io.reprise.broker.engine.log.Effect.Delayed;
import io.reprise.broker.engine.log.Effect.Horizon;
import io.reprise.broker.engine.log.Effect.Presented;
import io.reprise.broker.engine.log.Effect.Quiesced;
import io.reprise.broker.engine.log.Effect.Removal;
import io.reprise.broker.engine.log.Effect.Removed;
import io.reprise.broker.model.delivery.DeathReason;
import io.reprise.broker.model.live.SubjectPosition;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/**
 * The same as {@link StoredFormat1Test} for what came later in format 1: moved messages, marks, horizons and delays. Nobody changes
 * the file.
 */
class StoredMovesFormat1Test {
    @Test
    void readsTheHeadThatFormat1Wrote() throws IOException {
        assertThat(EntryCodec.decode(golden())).usingRecursiveComparison().isEqualTo(head());
    }

    @Test
    void stillWritesIt() throws IOException {
        assertThat(HexFormat.of().formatHex(EntryCodec.encode(head())))
                .isEqualTo(HexFormat.of().formatHex(golden()));
    }

    private static EntryHead head() {
        long time = 1_700_000_000_000L;
        MessageSlot dead = moved(
                2_000_001,
                true,
                new Alias(1_000_001, true, 300, "orders-ü", death(DeathReason.REDELIVERY, "orders-ü", 5)));
        MessageSlot deadOfAge =
                moved(2_000_002, false, new Alias(7, true, 2, "q", death(DeathReason.TTL, "#topic", 0)));
        MessageSlot retried =
                moved(2_000_003, true, new Alias(1_000_002, false, 1, "q1", death(DeathReason.OVERFLOW, "first", 256)));
        return new EntryHead(
                2_000_003,
                time + 5,
                0,
                0,
                List.of(dead, deadOfAge, retried),
                List.of(
                        new Removed(300, 1, Removal.REDELIVERY_LIMIT, new long[] {1_000_001}, 1_234),
                        new Removed(2, 1, Removal.OVERFLOW, new long[] {7}, 1),
                        new Removed(9, 1, Removal.RETRIED, new long[] {1_500_000, 1_500_001}, 2),
                        new Counted(1, 1, 12, 3, time + 64_000),
                        new Counted(1, 2, 13, 255),
                        new Presented(1, 1, 14, 1),
                        new Presented(300, 1, 1_999_999, 0),
                        new Horizon(300, 9, 2_001_003),
                        new Horizon(1, 0, 1),
                        new Delayed(1, 1, 15, time + 3_600_000),
                        new Delayed(1, 1, 16, 0),
                        new Quiesced()));
    }

    private static MessageSlot moved(long msgId, boolean dmqEligible, Alias alias) {
        long time = 1_700_000_000_000L;
        return new MessageSlot(
                msgId,
                "quakes/ci/earthquake/strong",
                1_234,
                9,
                true,
                false,
                time - 86_400_000,
                time + 60_000,
                SubjectPosition.NONE,
                List.of(new Placement(9, Lanes.backlog(9, 0), 0)),
                BodyLocation.NOWHERE,
                dmqEligible,
                alias.dead() ? 0 : time + 1_000,
                false,
                alias);
    }

    private static Death death(DeathReason reason, String where, int deliveries) {
        return new Death(reason, where, 1_700_000_000_000L, deliveries);
    }

    private static byte[] golden() throws IOException {
        try (InputStream hex = StoredMovesFormat1Test.class.getResourceAsStream("entry-head-moves-format-1.hex")) {
            String text = new String(Objects.requireNonNull(hex).readAllBytes(), StandardCharsets.US_ASCII);
            return HexFormat.of().parseHex(text.replaceAll("\\s", ""));
        }
    }
}
