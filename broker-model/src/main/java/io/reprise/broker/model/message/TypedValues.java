package io.reprise.broker.model.message;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The values that Jakarta Messaging knows [JMS 3.1 §3.5.4, §3.11.3], each with a tag, so that a property, map entry or stream
 * item comes back with its own type: null, Boolean, Byte, Short, Character, Integer, Long, Float, Double, String, byte[].
 */
public final class TypedValues {
    private TypedValues() {}

    /** Appends the pairs, in their order. */
    public static void writeMap(WireWriter out, Map<String, ? extends @Nullable Object> values) {
        out.writeVarInt(values.size());
        values.forEach((name, value) -> write(out.writeString(name), value));
    }

    /** Reads what {@link #writeMap} wrote; a mutable map in the order written. */
    public static Map<String, @Nullable Object> readMap(WireReader in) {
        int count = in.readCount();
        Map<String, @Nullable Object> result = new LinkedHashMap<>();
        for (int i = 0; i < count; i++) {
            result.put(in.readString(), read(in));
        }
        if (result.size() != count) {
            throw new MalformedWireException("map of " + count + " entries names " + result.size());
        }
        return result;
    }

    /** Appends the values, in their order. */
    public static void writeList(WireWriter out, List<? extends @Nullable Object> values) {
        out.writeVarInt(values.size());
        values.forEach(value -> write(out, value));
    }

    /** Reads what {@link #writeList} wrote. */
    public static List<@Nullable Object> readList(WireReader in) {
        int count = in.readCount();
        List<@Nullable Object> result = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            result.add(read(in));
        }
        return result;
    }

    /** How many bytes a value counts for in quotas. */
    public static int widthBytes(@Nullable Object value) {
        if (value instanceof String text) {
            return text.length();
        }
        if (value instanceof byte[] bytes) {
            return bytes.length;
        }
        if (value instanceof Long || value instanceof Double) {
            return 8;
        }
        return value == null ? 0 : 4;
    }

    private static void write(WireWriter out, @Nullable Object value) {
        if (value == null) {
            out.writeByte(0);
        } else if (value instanceof Boolean flag) {
            out.writeByte(flag ? 2 : 1);
        } else if (value instanceof Byte number) {
            out.writeByte(3).writeByte(number);
        } else if (value instanceof Short number) {
            out.writeByte(4).writeSigned(number);
        } else if (value instanceof Character letter) {
            out.writeByte(5).writeVarInt(letter);
        } else if (value instanceof Integer number) {
            out.writeByte(6).writeSigned(number);
        } else if (value instanceof Long number) {
            out.writeByte(7).writeSigned(number);
        } else if (value instanceof Float number) {
            out.writeByte(8).writeInt(Float.floatToRawIntBits(number));
        } else if (value instanceof Double number) {
            out.writeByte(9).writeLong(Double.doubleToRawLongBits(number));
        } else if (value instanceof String text) {
            out.writeByte(10).writeString(text);
        } else if (value instanceof byte[] bytes) {
            out.writeByte(11).writeBytes(bytes);
        } else {
            throw new IllegalArgumentException("value of " + value.getClass().getName()
                    + ", allowed: null, Boolean, Byte, Short, Character, Integer, Long, Float, Double, String, byte[]");
        }
    }

    private static @Nullable Object read(WireReader in) {
        int tag = in.readByte();
        return switch (tag) {
            case 0 -> null;
            case 1 -> Boolean.FALSE;
            case 2 -> Boolean.TRUE;
            case 3 -> (byte) in.readByte();
            case 4 -> (short) within(Short.MIN_VALUE, Short.MAX_VALUE, in.readSigned());
            case 5 -> (char) within(Character.MIN_VALUE, Character.MAX_VALUE, in.readVarLong());
            case 6 -> (int) within(Integer.MIN_VALUE, Integer.MAX_VALUE, in.readSigned());
            case 7 -> in.readSigned();
            case 8 -> Float.intBitsToFloat(in.readInt());
            case 9 -> Double.longBitsToDouble(in.readLong());
            case 10 -> in.readString();
            case 11 -> in.readBytes();
            default -> throw new MalformedWireException("value tag " + tag + ", allowed 0-11");
        };
    }

    private static long within(long least, long most, long number) {
        if (number < least || number > most) {
            throw new MalformedWireException("number " + number + ", allowed " + least + " to " + most);
        }
        return number;
    }
}
