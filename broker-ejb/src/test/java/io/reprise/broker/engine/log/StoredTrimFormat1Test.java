package io.reprise.broker.engine.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.engine.log.Effect.Trimmed;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The same as {@link StoredFormat1Test} for what the replay log brought. Nobody changes these bytes. */
class StoredTrimFormat1Test {
    /** Format, last id and time, what was ever logged, no message; one effect: tag 13, id 900,000, 1,000 messages, 70,000 bytes. */
    private static final String GOLDEN =
            "01" + "c1843d" + "80d095ffbc31" + "b90a" + "c0f906" + "00" + "01" + "0d" + "a0f736" + "e807" + "f0a204";

    private static final EntryHead HEAD = new EntryHead(
            1_000_001, 1_700_000_000_000L, 1_337, 113_856, List.of(), List.of(new Trimmed(900_000, 1_000, 70_000)));

    @Test
    void readsTheTrimThatFormat1Wrote() {
        byte[] content = HexFormat.of().parseHex(GOLDEN);
        int checksum = EntryCodec.crc32c(content, 0, content.length);
        byte[] stored = HexFormat.of().parseHex(GOLDEN + HexFormat.of().toHexDigits(checksum));

        assertThat(EntryCodec.decode(stored)).isEqualTo(HEAD);
        assertThat(EntryCodec.encode(HEAD)).isEqualTo(stored);
    }
}
