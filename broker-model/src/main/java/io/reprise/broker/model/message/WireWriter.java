package io.reprise.broker.model.message;

import java.util.Arrays;

/**
 * Appends the primitives of the stored format to a growing array: LEB128 varints, zig-zag for signed values, UTF-8 strings
 * with a length. The log's entries and the messages in them are made of these. One thread.
 */
public final class WireWriter {
    private byte[] buffer;
    private int size;

    public WireWriter(int expectedBytes) {
        buffer = new byte[Math.max(16, expectedBytes)];
    }

    public int size() {
        return size;
    }

    public WireWriter writeByte(int value) {
        ensure(1);
        buffer[size++] = (byte) value;
        return this;
    }

    /** Unsigned varint; negative values take ten bytes. */
    public WireWriter writeVarLong(long value) {
        ensure(10);
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            buffer[size++] = (byte) ((rest & 0x7F) | 0x80);
            rest >>>= 7;
        }
        buffer[size++] = (byte) rest;
        return this;
    }

    public WireWriter writeVarInt(int value) {
        return writeVarLong(value & 0xFFFF_FFFFL);
    }

    /** Signed varint, zig-zag. */
    public WireWriter writeSigned(long value) {
        return writeVarLong((value << 1) ^ (value >> 63));
    }

    /** Eight bytes, big-endian. */
    public WireWriter writeLong(long value) {
        ensure(8);
        for (int shift = 56; shift >= 0; shift -= 8) {
            buffer[size++] = (byte) (value >>> shift);
        }
        return this;
    }

    /** Four bytes, big-endian. */
    public WireWriter writeInt(int value) {
        ensure(4);
        for (int shift = 24; shift >= 0; shift -= 8) {
            buffer[size++] = (byte) (value >>> shift);
        }
        return this;
    }

    /** A varint length and that many bytes. */
    public WireWriter writeBytes(byte[] value) {
        writeVarInt(value.length);
        return writeRaw(value, 0, value.length);
    }

    /** Bytes without a length. */
    public WireWriter writeRaw(byte[] value, int offset, int length) {
        ensure(length);
        System.arraycopy(value, offset, buffer, size, length);
        size += length;
        return this;
    }

    /**
     * A varint length and the text's UTF-8 form.
     *
     * @throws io.reprise.broker.model.error.BrokerException {@code INVALID_PARAMETER} if it has none
     */
    public WireWriter writeString(String value) {
        return writeBytes(Utf8Text.encode(value));
    }

    public byte[] toByteArray() {
        return Arrays.copyOf(buffer, size);
    }

    private void ensure(int more) {
        if (buffer.length - size < more) {
            buffer = Arrays.copyOf(buffer, Math.max(buffer.length * 2, Math.addExact(size, more)));
        }
    }
}
