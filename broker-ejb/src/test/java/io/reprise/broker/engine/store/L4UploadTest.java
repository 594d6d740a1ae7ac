package io.reprise.broker.engine.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.engine.log.UploadRef;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** [LOG.md L4] Large content is stored beforehand, read in parts, and swept when nothing refers to it. */
@Timeout(60)
class L4UploadTest {
    private static final int MIB = 1 << 20;
    private static final long AN_HOUR_MILLIS = 3_600_000;

    private final String vpn = TestDatabase.newVpn();
    private VpnStore store;

    @BeforeEach
    void open() {
        store = TestDatabase.shared().openVpn(vpn, "node");
    }

    @AfterEach
    void close() {
        store.close();
    }

    @Test
    void readsBackAnyPartOfWhatWasUploaded() {
        Random random = new Random(4);
        byte[] content = new byte[3 * MIB + 77];
        random.nextBytes(content);

        UploadRef upload = upload(content);

        int[][] parts = {
            {0, content.length},
            {0, 1},
            {content.length - 1, 1},
            {MIB - 1, 2},
            {MIB, MIB},
            {MIB / 2, 2 * MIB},
            {3 * MIB, 77}
        };
        for (int[] part : parts) {
            assertThat(store.readUpload(upload, part[0], part[1]))
                    .as("from %s, %s bytes", part[0], part[1])
                    .isEqualTo(Arrays.copyOfRange(content, part[0], part[0] + part[1]));
        }
    }

    @Test
    void keepsContentOfExactlyOneChunkAndEmptyContent() {
        byte[] oneChunk = new byte[MIB];

        assertThat(store.readUpload(upload(oneChunk), 0, MIB)).isEqualTo(oneChunk);
        assertThat(store.readUpload(upload(new byte[0]), 0, 0)).isEmpty();
    }

    @Test
    void readsWhatThereIsOfAnUploadAndSaysSoWhenItIsGone() {
        UploadRef upload = upload(new byte[10]);

        assertThat(store.readUpload(upload, 5, 10)).hasSize(5);
        assertThat(store.readUpload(upload, 10, 10)).isNull();
        store.deleteUploads(List.of(upload));
        assertThat(store.readUpload(upload, 0, 10)).isNull();
    }

    @Test
    void sweepsWhatOfFormerOwnersNothingRefersTo() {
        UploadRef referenced = upload(new byte[10]);
        UploadRef forgotten = upload(new byte[2 * MIB]);
        store.close();
        store = TestDatabase.shared().openVpn(vpn, "node");
        UploadRef underWay = upload(new byte[10]);

        int swept = store.sweepUploads(Set.of(referenced), AN_HOUR_MILLIS);

        assertThat(swept).isEqualTo(1);
        assertThat(store.readUpload(referenced, 0, 10)).hasSize(10);
        assertThat(store.readUpload(forgotten, 0, 10)).isNull();
        assertThat(store.readUpload(underWay, 0, 10)).hasSize(10);
    }

    @Test
    void sweepsWhatOfItsOwnWasForgottenForLong() {
        UploadRef forgotten = upload(new byte[10]);
        UploadRef underWay = upload(new byte[10]);
        TestDatabase.execute("UPDATE body_chunk SET created = NOW(3) - INTERVAL 2 HOUR WHERE vpn = '" + vpn
                + "' AND upload = " + forgotten.upload());

        int swept = store.sweepUploads(Set.of(), AN_HOUR_MILLIS);

        assertThat(swept).isEqualTo(1);
        assertThat(store.readUpload(forgotten, 0, 10)).isNull();
        assertThat(store.readUpload(underWay, 0, 10)).hasSize(10);
    }

    private UploadRef upload(byte[] content) {
        return new UploadRef(store.epoch(), store.upload(content));
    }
}
