package io.reprise.broker.engine.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.reprise.broker.engine.log.Effect.Opened;
import io.reprise.broker.engine.log.Effect.PreparedWork;
import io.reprise.broker.model.message.MalformedWireException;
import io.reprise.broker.model.message.WireWriter;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** The stored form of an entry's head [LOG.md L11, L12]. */
class EntryCodecTest {
    private static final int CHECKSUM_BYTES = 4;

    @Provide
    Arbitrary<EntryHead> heads() {
        return Heads.heads();
    }

    @Provide
    Arbitrary<PreparedWork> works() {
        return Heads.works();
    }

    @Property(tries = 500)
    void decodesWhatItEncoded(@ForAll("heads") EntryHead head) {
        assertThat(EntryCodec.decode(EntryCodec.encode(head)))
                .usingRecursiveComparison()
                .isEqualTo(head);
    }

    @Property(tries = 300)
    void decodesTheWorkOfABranchOnItsOwn(@ForAll("works") PreparedWork work) {
        assertThat(EntryCodec.decodeWork(EntryCodec.encodeWork(work)))
                .usingRecursiveComparison()
                .isEqualTo(work);
    }

    @Property(tries = 60)
    void refusesEveryHeadWithOneBitChanged(@ForAll("heads") EntryHead head) {
        byte[] bytes = EntryCodec.encode(head);

        for (int bit = 0; bit < bytes.length * 8; bit++) {
            byte[] damaged = bytes.clone();
            damaged[bit / 8] ^= (byte) (1 << bit % 8);
            assertThatThrownBy(() -> EntryCodec.decode(damaged)).isInstanceOf(MalformedWireException.class);
        }
    }

    @Property(tries = 60)
    void refusesEveryBeginningOfAHeadAndWhatStandsBehindIt(@ForAll("heads") EntryHead head) {
        byte[] bytes = EntryCodec.encode(head);

        for (int length = 0; length < bytes.length + 3; length++) {
            byte[] other = Arrays.copyOf(bytes, length);
            if (length != bytes.length) {
                assertThatThrownBy(() -> EntryCodec.decode(other)).isInstanceOf(MalformedWireException.class);
            }
        }
    }

    /** As a faulty broker might write it: the checksum is right. */
    @Property(tries = 60)
    void whatDoesNotFollowTheFormatIsMalformedEvenIfItsChecksumIsRight(@ForAll("heads") EntryHead head) {
        byte[] content = contentOf(EntryCodec.encode(head));

        for (int bit = 8; bit < content.length * 8; bit++) {
            byte[] other = content.clone();
            other[bit / 8] ^= (byte) (1 << bit % 8);
            decodesOrRefuses(other);
            decodesOrRefuses(Arrays.copyOf(other, bit / 8));
        }
    }

    @Property
    void randomContentIsRefusedAsMalformed(@ForAll byte[] content) {
        byte[] versioned = new byte[content.length + 1];
        versioned[0] = 1;
        System.arraycopy(content, 0, versioned, 1, content.length);

        decodesOrRefuses(versioned);
    }

    @Property(tries = 60)
    void damagedWorkOfABranchIsOtherWorkOrMalformed(@ForAll("works") PreparedWork work) {
        byte[] bytes = EntryCodec.encodeWork(work);

        for (int bit = 0; bit < bytes.length * 8; bit++) {
            byte[] damaged = bytes.clone();
            damaged[bit / 8] ^= (byte) (1 << bit % 8);
            try {
                EntryCodec.decodeWork(damaged);
            } catch (MalformedWireException expected) {
                assertThat(expected).hasMessageMatching("(?s).+");
            }
            byte[] part = Arrays.copyOf(bytes, bit / 8);
            assertThatThrownBy(() -> EntryCodec.decodeWork(part)).isInstanceOf(MalformedWireException.class);
        }
    }

    @Property
    void refusesAnotherVersion(@ForAll @IntRange(max = 255) int version) {
        byte[] content = contentOf(EntryCodec.emptyHead());
        if (version == content[0]) {
            return;
        }
        content[0] = (byte) version;

        assertThatThrownBy(() -> EntryCodec.decode(checksummed(content)))
                .isInstanceOf(MalformedWireException.class)
                .hasMessageContaining("format " + version);
    }

    @Property
    void refusesAnEffectOfANewerBroker(@ForAll @IntRange(min = 21, max = 255) int tag) {
        byte[] content = contentOf(EntryCodec.openingHead(1));
        content[content.length - 2] = (byte) tag;

        assertThatThrownBy(() -> EntryCodec.decode(checksummed(content)))
                .isInstanceOf(MalformedWireException.class)
                .hasMessageContaining("effect " + tag);
    }

    @Test
    void refusesSomethingMoreBehindTheEffects() {
        byte[] content = contentOf(EntryCodec.emptyHead());

        assertThatThrownBy(() -> EntryCodec.decode(checksummed(Arrays.copyOf(content, content.length + 1))))
                .isInstanceOf(MalformedWireException.class);
    }

    @Test
    void refusesACountThatCannotBeTrueBeforeMakingRoomForIt() {
        byte[] noMessagesAndTooManyEffects = new WireWriter(16)
                .writeByte(1)
                .writeRaw(new byte[5], 0, 5)
                .writeVarInt(Integer.MAX_VALUE)
                .toByteArray();

        assertThatThrownBy(() -> EntryCodec.decode(checksummed(noMessagesAndTooManyEffects)))
                .isInstanceOf(MalformedWireException.class);
    }

    @Test
    void anOpeningEntryBringsItsEpochAndNothingElse() {
        EntryHead head = EntryCodec.decode(EntryCodec.openingHead(7));

        assertThat(head).isEqualTo(new EntryHead(0, 0, 0, 0, List.of(), List.of(new Opened(7))));
        assertThat(EntryCodec.decode(EntryCodec.emptyHead()))
                .isEqualTo(new EntryHead(0, 0, 0, 0, List.of(), List.of()));
    }

    private static void decodesOrRefuses(byte[] content) {
        try {
            EntryCodec.decode(checksummed(content));
        } catch (MalformedWireException expected) {
            assertThat(expected).hasMessageMatching("(?s).+");
        }
    }

    private static byte[] contentOf(byte[] head) {
        return Arrays.copyOf(head, head.length - CHECKSUM_BYTES);
    }

    private static byte[] checksummed(byte[] content) {
        return new WireWriter(content.length + CHECKSUM_BYTES)
                .writeRaw(content, 0, content.length)
                .writeInt(EntryCodec.crc32c(content, 0, content.length))
                .toByteArray();
    }
}
