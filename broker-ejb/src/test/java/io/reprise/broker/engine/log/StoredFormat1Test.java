package io.reprise.broker.engine.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.engine.log.Effect.BranchDecided;
import io.reprise.broker.engine.log.Effect.BranchPrepared;
import io.reprise.broker.engine.log.Effect.Counted;
import io.reprise.broker.engine.log.Effect.EndpointCreated;
import io.reprise.broker.engine.log.Effect.EndpointDeleted;
import io.reprise.broker.engine.log.Effect.Opened;
import io.reprise.broker.engine.log.Effect.PreparedWork;
import io.reprise.broker.engine.log.Effect.PublisherAccepted;
import io.reprise.broker.engine.log.Effect.Removal;
import io.reprise.broker.engine.log.Effect.Removed;
import io.reprise.broker.model.live.SubjectPosition;
import io.reprise.broker.model.publish.BranchId;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Bytes that lie in databases: whatever becomes of the format, they must be read for ever. Nobody changes the file. */
class StoredFormat1Test {
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
        MessageSlot first = new MessageSlot(
                1_000_001,
                "quakes/ci/earthquake/strong",
                1_234,
                9,
                true,
                true,
                time,
                time + 60_000,
                new SubjectPosition(0, 5),
                List.of(new Placement(1, Lanes.backlog(9, 60_000), time + 60_000), new Placement(300, 4, 0)),
                new BodyLocation(null, 0, 1_300, 0xDEADBEEF),
                true,
                0,
                false,
                null);
        MessageSlot second = new MessageSlot(
                1_000_002,
                "#P2P/QUE/ü",
                10_000_000,
                0,
                false,
                false,
                time + 1,
                time - 1,
                List.of(new Placement(2, 0, time)),
                new BodyLocation(new UploadRef(7, 3), 100, 10_000_160, 1));
        MessageSlot unwanted =
                new MessageSlot(1_000_003, "a", 1, 4, true, false, time, 0, List.of(), BodyLocation.NOWHERE);
        MessageSlot prepared = new MessageSlot(
                0, "b", 5, 4, true, true, time, 0, List.of(new Placement(1, 4, 0)), new BodyLocation(null, 9, 5, 2));
        BranchId branch = new BranchId(-131_077, new byte[] {1, 2, (byte) 0xFF}, new byte[] {});
        return new EntryHead(
                1_000_003,
                time + 1,
                77,
                88_000,
                List.of(first, second, unwanted),
                List.of(
                        new Opened(8),
                        new Removed(1, 1, Removal.ACKNOWLEDGED, new long[] {5, 6, 7, 900_000}, 4_000),
                        new Removed(1, 1, Removal.EXPIRED, new long[] {8}, 1),
                        new Removed(2, 3, Removal.REPLACED, new long[] {9}, 2),
                        new Removed(2, 3, Removal.PURGED, new long[] {}, 0),
                        new Counted(1, 1, 12, 3),
                        new PublisherAccepted("sensor-ü", Long.MAX_VALUE),
                        new BranchPrepared(
                                branch,
                                new PreparedWork(
                                        List.of(new AckRef(1, 1, 13, 14)),
                                        List.of(prepared),
                                        List.of(new PublisherAccepted("p", 0)))),
                        new BranchDecided(branch, true),
                        new BranchDecided(branch, false),
                        new EndpointCreated(301),
                        new EndpointDeleted(299)));
    }

    private static byte[] golden() throws IOException {
        try (InputStream hex = StoredFormat1Test.class.getResourceAsStream("entry-head-format-1.hex")) {
            String text = new String(Objects.requireNonNull(hex).readAllBytes(), StandardCharsets.US_ASCII);
            return HexFormat.of().parseHex(text.replaceAll("\\s", ""));
        }
    }
}
