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
        assertThat(HEX.formatHex(index.serialize(512))).isEqualTo(BLOCK);
    }

    @Test
    void refusesEveryBeginningOfARow() {
        for (String row : List.of(CHUNK, BLOCK)) {
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
