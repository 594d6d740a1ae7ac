package io.reprise.broker.engine.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.reprise.broker.model.message.MalformedWireException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Content of checkpoint rows that lies in databases: it must be read for ever. Nobody changes these bytes. */
class StoredRowsFormat1Test {
    private static final HexFormat HEX = HexFormat.of();

    /** Ids 1000, 1001, 1003 and 1000 + 65536, from a base of 1000, in RoaringBitmap's portable format. */
    private static final String CHUNK = "3a300000020000000000020001000000180000001e0000000000010003000000";

    /** Sequences 4, 5 and 1029 with 1029 the highest: bits 4 and 5 of the ring. */
    private static final String WINDOW = "30" + "00".repeat(127);

    /** An opening entry, one of 3 messages from id 10 on with 300 body bytes, one that is gone, and 509 empty ones. */
    private static final String BLOCK = "01" + "03010000" + "010903ac02" + "00030000" + "01000000".repeat(509);

    /**
     * In format 2: an entry of 3 messages from id 10 on, of which 2 are logged, 300 bytes taken in at 1,000, 11 the first; one without;
     * one of 1 message, 4 GiB and 127 ms later; and 509 empty ones.
     */
    private static final String LOGGED_BLOCK = "02" + "01000000" + "090a03ac02" + "0201ac02e807" + "01030000"
            + "09000101" + "0100" + "80808080107f" + "01010000" + "01000000".repeat(507);

    /** Of priorities 0 to 9 the horizon and what is suspect; only 4 has 70,000 and 68,999, and 9 has 1,000 and nothing. */
    private static final String HORIZONS = "00".repeat(8) + "f0a204" + "879b04" + "00".repeat(8) + "e807" + "00";

    @Test
    void readsHorizons() {
        Horizons horizons = new Horizons();
        horizons.load(HEX.parseHex(HORIZONS));

        assertThat(horizons.reserved(4)).isEqualTo(70_000);
        assertThat(horizons.suspect(4)).isEqualTo(68_999);
        assertThat(horizons.reserved(9)).isEqualTo(1_000);
        assertThat(horizons.suspect(9)).isZero();
        assertThat(HEX.formatHex(horizons.serialize())).isEqualTo(HORIZONS);
    }

    @Test
    void refusesEveryBeginningOfHorizonsButNone() {
        byte[] bytes = HEX.parseHex(HORIZONS);
        for (int length = 1; length < bytes.length; length++) {
            byte[] part = Arrays.copyOf(bytes, length);
            assertThatThrownBy(() -> new Horizons().load(part)).isInstanceOf(MalformedWireException.class);
        }
    }

    @Test
    void readsAChunk() {
        Chunk chunk = Chunk.load(1_000, 7, 0, 4, 4, HEX.parseHex(CHUNK));

        List<Long> ids = new ArrayList<>();
        chunk.forEachFrom(0, ids::add);
        assertThat(ids).containsExactly(1_000L, 1_001L, 1_003L, 66_536L);
        assertThat(HEX.formatHex(chunk.serialize())).isEqualTo(CHUNK);
    }

    @Test
    void readsAPublishersWindow() {
        PublisherWindow window = PublisherWindow.load(1_029, HEX.parseHex(WINDOW), 7);

        assertThat(window.known(4)).isEqualTo(PublisherWindow.Known.BELOW_WINDOW);
        assertThat(window.known(5)).isEqualTo(PublisherWindow.Known.ACCEPTED);
        assertThat(window.known(1_028)).isEqualTo(PublisherWindow.Known.ACCEPTED);
        assertThat(window.known(1_029)).isEqualTo(PublisherWindow.Known.ACCEPTED);
        assertThat(window.known(1_027)).isEqualTo(PublisherWindow.Known.NEW);
        assertThat(HEX.formatHex(window.serialize())).isEqualTo(WINDOW);
    }

    @Test
    void readsABlockOfTheEntryIndex() {
        EntryIndex index = new EntryIndex();
        index.load(IndexBlock.load(512, HEX.parseHex(BLOCK)));

        assertThat(index.find(10)).isEqualTo(new EntryIndex.Location(513, 300));
        assertThat(index.find(12)).isEqualTo(new EntryIndex.Location(513, 300));
        assertThat(index.find(13).exists()).isFalse();
        assertThat(index.entries()).isEqualTo(511);
        assertThat(HEX.formatHex(index.serialize(512))).isEqualTo("02" + BLOCK.substring(2));
    }

    @Test
    void readsABlockWithLoggedEntries() {
        EntryIndex index = new EntryIndex();
        index.load(IndexBlock.load(512, HEX.parseHex(LOGGED_BLOCK)));
        index.forgetReferences(new LogTotals());

        assertThat(index.logged().entries(0, Long.MAX_VALUE, 10))
                .containsExactly(
                        new LoggedIndex.LoggedEntry(513, 10, 12, 2), new LoggedIndex.LoggedEntry(515, 13, 13, 1));
        assertThat(index.logged().sizeBytes()).isEqualTo(300 + (1L << 32));
        assertThat(index.logged().oldestMsgId()).isEqualTo(11);
        assertThat(index.logged().oldestTimeMillis()).isEqualTo(1_000);
        assertThat(index.logged().newestTimeMillis()).isEqualTo(1_127);
        assertThat(HEX.formatHex(index.serialize(512))).isEqualTo(LOGGED_BLOCK);
    }

    /** It would not say how many, so trimming could not be exact. */
    @Test
    void refusesABlockOfFormat1WithLoggedEntries() {
        byte[] block = HEX.parseHex("01" + "09010101" + "00000000".repeat(511));

        assertThatThrownBy(() -> IndexBlock.load(512, block))
                .isInstanceOf(MalformedWireException.class)
                .hasMessageContaining("does not say what the replay log holds");
    }

    @Test
    void refusesEveryBeginningOfARow() {
        for (String row : List.of(CHUNK, BLOCK, LOGGED_BLOCK)) {
            byte[] bytes = HEX.parseHex(row);
            for (int length = 0; length < bytes.length; length++) {
                byte[] part = Arrays.copyOf(bytes, length);
                assertThatThrownBy(() -> {
                            Chunk.load(1, 1, 0, 4, 4, part);
                            IndexBlock.load(0, part);
                        })
                        .isInstanceOf(MalformedWireException.class);
            }
        }
    }

    @Test
    void aDamagedChunkIsAnotherOfTheSameSizeOrMalformed() {
        byte[] bytes = HEX.parseHex(CHUNK);
        for (int bit = 0; bit < bytes.length * 8; bit++) {
            byte[] damaged = bytes.clone();
            damaged[bit / 8] ^= (byte) (1 << bit % 8);
            try {
                assertThat(Chunk.load(1_000, 7, 0, 4, 4, damaged).cardinality()).isEqualTo(4);
            } catch (MalformedWireException expected) {
                assertThat(expected).hasMessageContaining("backlog from 1000 on");
            }
        }
    }
}
