package io.reprise.broker.it.crash;

import io.reprise.broker.it.server.ServerFailure;
import io.reprise.broker.it.server.ServerManagement;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import org.jboss.as.controller.client.helpers.Operations;
import org.jboss.dmr.ModelNode;

/**
 * What the transaction manager has decided and not yet carried out everywhere: a file each in its object store. A file without a
 * byte is no decision: Narayana makes the file, then writes it, so a process that ends between the two leaves an empty one. The
 * next one takes it for not there (JBTM-821), undoes the branches, says nothing, and never removes it.
 *
 * @param store the folder of the server's {@code tx-object-store}
 */
public record Decisions(Path store) {

    private static final String TYPE = "AtomicAction";

    /** Those left. */
    public List<Path> left() throws IOException {
        List<Path> found = new ArrayList<>();
        Files.walkFileTree(store, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                if (isOne(file)) {
                    found.add(file);
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
                // The server carries one out, and deletes it, between its folder's listing and this.
                if (failure instanceof NoSuchFileException) {
                    return FileVisitResult.CONTINUE;
                }
                throw failure;
            }
        });
        return found;
    }

    /** What the running server knows of them and of who takes part in each, for a test that waited in vain. */
    public static String describe(ServerManagement management) {
        ModelNode address = Operations.createAddress("subsystem", "transactions", "log-store", "log-store");
        ModelNode read = Operations.createReadResourceOperation(address, true);
        read.get("include-runtime").set(true);
        try {
            management.call(Operations.createOperation("probe", address));
            return management.call(read).toString();
        } catch (ServerFailure | UncheckedIOException failure) {
            return "not to be had: " + failure.getMessage();
        }
    }

    private static boolean isOne(Path file) {
        // One that is carried out meanwhile has length 0 too.
        return file.toString().contains(TYPE)
                && Files.isRegularFile(file)
                && file.toFile().length() > 0;
    }
}
