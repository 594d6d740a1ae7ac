package io.reprise.broker.ra.fake;

import java.nio.charset.StandardCharsets;
import javax.transaction.xa.Xid;

/** Branch identities by hand; each call makes a new object. */
public record Xids(String globalId, String qualifier) implements Xid {
    public static Xid of(String globalId) {
        return new Xids(globalId, "branch");
    }

    @Override
    public int getFormatId() {
        return 7;
    }

    @Override
    public byte[] getGlobalTransactionId() {
        return globalId.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public byte[] getBranchQualifier() {
        return qualifier.getBytes(StandardCharsets.UTF_8);
    }
}
