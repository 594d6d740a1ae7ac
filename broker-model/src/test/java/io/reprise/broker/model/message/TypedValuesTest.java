package io.reprise.broker.model.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TypedValuesTest {
    @Provide
    Arbitrary<List<Object>> lists() {
        return Messages.bodyValues().injectNull(0.1).list().ofMaxSize(12);
    }

    @Provide
    Arbitrary<Map<String, Object>> maps() {
        return Arbitraries.maps(
                Messages.texts().ofMaxLength(10), Messages.bodyValues().injectNull(0.1));
    }

    @Property
    void eachValueComesBackWithItsOwnType(@ForAll("lists") List<Object> values) {
        WireWriter out = new WireWriter(16);
        TypedValues.writeList(out, values);
        WireReader in = new WireReader(out.toByteArray());

        List<Object> read = TypedValues.readList(in);

        assertThat(read).usingRecursiveComparison().withStrictTypeChecking().isEqualTo(values);
        assertThat(in.hasMore()).isFalse();
    }

    @Property
    void mapsComeBackInTheirOrder(@ForAll("maps") Map<String, Object> values) {
        WireWriter out = new WireWriter(16);
        TypedValues.writeMap(out, values);

        Map<String, Object> read = TypedValues.readMap(new WireReader(out.toByteArray()));

        assertThat(read).usingRecursiveComparison().withStrictTypeChecking().isEqualTo(values);
        assertThat(read.keySet()).containsExactlyElementsOf(values.keySet());
    }

    @Property
    void damageIsAValueOrIsRefusedAsMalformed(@ForAll("lists") List<Object> values) {
        WireWriter out = new WireWriter(16);
        TypedValues.writeList(out, values);
        byte[] bytes = out.toByteArray();

        for (int bit = 0; bit < bytes.length * 8; bit++) {
            byte[] damaged = bytes.clone();
            damaged[bit / 8] ^= (byte) (1 << bit % 8);
            readsOrRefuses(damaged);
            readsOrRefuses(Arrays.copyOf(damaged, bit / 8));
        }
    }

    private static void readsOrRefuses(byte[] bytes) {
        try {
            TypedValues.readList(new WireReader(bytes));
            TypedValues.readMap(new WireReader(bytes));
        } catch (MalformedWireException expected) {
            assertThat(expected).hasMessageMatching("(?s).+");
        }
    }

    /** Tag and zig-zag varint of the number that is one too large, or a tag without a meaning. */
    @ParameterizedTest
    @ValueSource(strings = {"short", "char", "int", "tag"})
    void refusesWhatDoesNotFitItsType(String type) {
        WireWriter out = new WireWriter(16).writeVarInt(1);
        switch (type) {
            case "short" -> out.writeByte(4).writeSigned(Short.MAX_VALUE + 1);
            case "char" -> out.writeByte(5).writeVarInt(Character.MAX_VALUE + 1);
            case "int" -> out.writeByte(6).writeSigned(Integer.MIN_VALUE - 1L);
            default -> out.writeByte(12);
        }

        assertThatThrownBy(() -> TypedValues.readList(new WireReader(out.toByteArray())))
                .isInstanceOf(MalformedWireException.class);
    }

    @Test
    void refusesAMapThatNamesAnEntryTwice() {
        WireWriter out = new WireWriter(16).writeVarInt(2);
        out.writeString("a").writeByte(1).writeString("a").writeByte(2);

        assertThatThrownBy(() -> TypedValues.readMap(new WireReader(out.toByteArray())))
                .isInstanceOf(MalformedWireException.class);
    }

    @Test
    void refusesACountThatCannotBeTrueBeforeMakingRoomForIt() {
        byte[] huge = new WireWriter(16).writeVarInt(Integer.MAX_VALUE).toByteArray();

        assertThatThrownBy(() -> TypedValues.readList(new WireReader(huge))).isInstanceOf(MalformedWireException.class);
    }

    @Test
    void refusesToWriteAnotherType() {
        assertThatThrownBy(() -> TypedValues.writeList(new WireWriter(16), List.of(BigDecimal.ONE)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("BigDecimal");
    }
}
