package io.reprise.broker.model.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.HexFormat;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WireFormatTest {
    @Provide
    Arbitrary<String> texts() {
        return Messages.texts();
    }

    @Property
    void readsWhatWasWritten(@ForAll long any, @ForAll int small, @ForAll byte[] bytes, @ForAll("texts") String text) {
        WireWriter out = new WireWriter(0)
                .writeVarLong(any)
                .writeVarInt(small)
                .writeSigned(any)
                .writeLong(any)
                .writeInt(small)
                .writeByte(small)
                .writeBytes(bytes)
                .writeString(text);
        WireReader in = new WireReader(out.toByteArray());

        assertThat(in.readVarLong()).isEqualTo(any);
        assertThat(in.readVarInt()).isEqualTo(small);
        assertThat(in.readSigned()).isEqualTo(any);
        assertThat(in.readLong()).isEqualTo(any);
        assertThat(in.readInt()).isEqualTo(small);
        assertThat(in.readByte()).isEqualTo(small & 0xFF);
        assertThat(in.readBytes()).isEqualTo(bytes);
        assertThat(in.readString()).isEqualTo(text);
        assertThat(in.hasMore()).isFalse();
        assertThat(in.position()).isEqualTo(out.size());
    }

    @Property
    void readsOnlyItsOwnPartOfAnArray(@ForAll long any) {
        byte[] value = new WireWriter(16).writeLong(any).toByteArray();
        byte[] inside = new byte[value.length + 20];
        System.arraycopy(value, 0, inside, 10, value.length);
        WireReader in = new WireReader(inside, 10, value.length);

        assertThat(in.readLong()).isEqualTo(any);
        assertThatThrownBy(in::readByte).isInstanceOf(MalformedWireException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ffffffffffffffffff02", "ffffffffffffffffffff01", "80", ""})
    void refusesAVarintOfMoreThan64BitsOrWithoutItsEnd(String hex) {
        WireReader in = reader(hex);

        assertThatThrownBy(in::readVarLong).isInstanceOf(MalformedWireException.class);
    }

    @Test
    void refusesA32BitVarintOfMore() {
        WireReader in = new WireReader(new WireWriter(16).writeVarLong(1L << 32).toByteArray());

        assertThatThrownBy(in::readVarInt).isInstanceOf(MalformedWireException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"02c328", "01ff", "03eda080", "02c080", "04f5808080"})
    void refusesTextThatIsNotUtf8(String hex) {
        WireReader in = reader(hex);

        assertThatThrownBy(in::readString).isInstanceOf(MalformedWireException.class);
    }

    @Test
    void takesTheReplacementCharacterForItself() {
        WireReader in = new WireReader(new WireWriter(16).writeString("\uFFFD").toByteArray());

        assertThat(in.readString()).isEqualTo("\uFFFD");
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, Integer.MIN_VALUE, Integer.MAX_VALUE, 4})
    void refusesALengthBeyondTheEnd(int length) {
        byte[] bytes = Arrays.copyOf(new WireWriter(16).writeVarInt(length).toByteArray(), 8);
        WireReader in = new WireReader(bytes, 0, 4);

        assertThatThrownBy(in::readBytes).isInstanceOf(MalformedWireException.class);
    }

    private static WireReader reader(String hex) {
        return new WireReader(HexFormat.of().parseHex(hex));
    }
}
