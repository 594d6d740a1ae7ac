package io.reprise.broker.model.message;

import java.util.Arrays;

/** Reads what {@link WireWriter} wrote. Bytes that can't be so written end in a {@link MalformedWireException}. One thread. */
public final class WireReader {
    /** Of a varint's tenth byte, of which one bit is left. */
    private static final int LAST_SHIFT = 63;

    private final byte[] buffer;
    private final int end;
    private int position;

    public WireReader(byte[] buffer) {
        this(buffer, 0, buffer.length);
    }

    public WireReader(byte[] buffer, int offset, int length) {
        this.buffer = buffer;
        this.position = offset;
        this.end = offset + length;
    }

    public boolean hasMore() {
        return position < end;
    }

    public int position() {
        return position;
    }

    public int readByte() {
        need(1);
        return buffer[position++] & 0xFF;
    }

    public long readVarLong() {
        long result = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            int next = readByte();
            result |= (long) (next & 0x7F) << shift;
            if ((next & 0x80) == 0 && (shift < LAST_SHIFT || next <= 1)) {
                return result;
            }
        }
        throw new MalformedWireException("varint of more than 64 bits before " + position);
    }

    public int readVarInt() {
        long value = readVarLong();
        if (value >>> Integer.SIZE != 0) {
            throw new MalformedWireException(
                    "varint " + Long.toUnsignedString(value) + " before " + position + ", at most 32 bits wanted");
        }
        return (int) value;
    }

    /** How many items follow; refused at once if there are not even so many bytes, so that nobody makes room for them. */
    public int readCount() {
        int count = readVarInt();
        if (count < 0 || count > end - position) {
            throw new MalformedWireException(Integer.toUnsignedString(count) + " items wanted at " + position + ", "
                    + (end - position) + " bytes left");
        }
        return count;
    }

    /** Fails unless everything was read. */
    public void requireEnd() {
        if (hasMore()) {
            throw new MalformedWireException((end - position) + " bytes more than wanted at " + position);
        }
    }

    public long readSigned() {
        long raw = readVarLong();
        return (raw >>> 1) ^ -(raw & 1);
    }

    public long readLong() {
        need(8);
        long result = 0;
        for (int i = 0; i < 8; i++) {
            result = result << 8 | buffer[position++] & 0xFF;
        }
        return result;
    }

    public int readInt() {
        need(4);
        int result = 0;
        for (int i = 0; i < 4; i++) {
            result = result << 8 | buffer[position++] & 0xFF;
        }
        return result;
    }

    public byte[] readBytes() {
        int length = readLength();
        byte[] result = Arrays.copyOfRange(buffer, position, position + length);
        position += length;
        return result;
    }

    public String readString() {
        int length = readLength();
        String result = Utf8Text.decode(buffer, position, length);
        position += length;
        return result;
    }

    private int readLength() {
        int length = readVarInt();
        need(length);
        return length;
    }

    private void need(int length) {
        if (length < 0 || end - position < length) {
            throw new MalformedWireException(
                    length + " bytes wanted at " + position + ", " + (end - position) + " left");
        }
    }
}
