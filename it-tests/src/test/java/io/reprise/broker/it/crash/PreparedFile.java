package io.reprise.broker.it.crash;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import javax.transaction.xa.Xid;

/** A branch that the crashing resource has prepared: an empty file whose name is the branch's. */
record PreparedFile(int formatId, byte[] globalId, byte[] branchQualifier) implements Xid {

    static void write(Xid xid) throws IOException {
        Files.createDirectories(LoadFolder.prepared());
        Files.createFile(path(xid));
    }

    static void delete(Xid xid) throws IOException {
        Files.deleteIfExists(path(xid));
    }

    static List<Xid> all() throws IOException {
        if (!Files.exists(LoadFolder.prepared())) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(LoadFolder.prepared())) {
            return files.map(file -> parse(file.getFileName().toString())).toList();
        }
    }

    private static Path path(Xid xid) {
        HexFormat hex = HexFormat.of();
        return LoadFolder.prepared()
                .resolve(xid.getFormatId() + "_" + hex.formatHex(xid.getGlobalTransactionId()) + "_"
                        + hex.formatHex(xid.getBranchQualifier()));
    }

    private static Xid parse(String name) {
        String[] parts = name.split("_", -1);
        return new PreparedFile(
                Integer.parseInt(parts[0]),
                HexFormat.of().parseHex(parts[1]),
                HexFormat.of().parseHex(parts[2]));
    }

    @Override
    public int getFormatId() {
        return formatId;
    }

    @Override
    public byte[] getGlobalTransactionId() {
        return globalId.clone();
    }

    @Override
    public byte[] getBranchQualifier() {
        return branchQualifier.clone();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof PreparedFile that
                && formatId == that.formatId
                && Arrays.equals(globalId, that.globalId)
                && Arrays.equals(branchQualifier, that.branchQualifier);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(globalId) * 31 + Arrays.hashCode(branchQualifier);
    }
}
