package io.reprise.broker.ra.xa;

import java.nio.ByteBuffer;
import java.util.UUID;
import javax.transaction.xa.Xid;

/** The identity of a branch that no transaction manager knows of; never prepared, so never stored. */
public record LocalXid(UUID id) implements Xid {
    private static final int FORMAT = 0x4C4F434C;

    public static LocalXid next() {
        return new LocalXid(UUID.randomUUID());
    }

    @Override
    public int getFormatId() {
        return FORMAT;
    }

    @Override
    public byte[] getGlobalTransactionId() {
        return ByteBuffer.allocate(2 * Long.BYTES)
                .putLong(id.getMostSignificantBits())
                .putLong(id.getLeastSignificantBits())
                .array();
    }

    @Override
    public byte[] getBranchQualifier() {
        return new byte[0];
    }
}
