package io.reprise.broker.it.database;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * How an embedded database is to run.
 *
 * @param folder holds its data, its log and its process id; made when missing, kept unless {@code temporary}
 * @param temporary whether {@link EmbeddedMariaDb#close} deletes the folder
 * @param port TCP port on the loopback address, 0 for a free one
 * @param bufferPoolMb size of InnoDB's buffer pool in MB (2^20 bytes)
 * @param extraOptions further options of {@code mariadbd}, such as {@code --log-bin}; the last one of a name wins
 */
public record MariaDbSettings(Path folder, boolean temporary, int port, int bufferPoolMb, List<String> extraOptions) {

    public MariaDbSettings {
        folder = folder.toAbsolutePath();
        extraOptions = List.copyOf(extraOptions);
    }

    /** Data kept in the folder between runs, a free port. */
    public static MariaDbSettings kept(Path folder) {
        return new MariaDbSettings(folder, false, 0, 256, List.of());
    }

    /** Data in the folder until closed, a free port. */
    public static MariaDbSettings temporary(Path folder) {
        return new MariaDbSettings(folder, true, 0, 256, List.of());
    }

    public MariaDbSettings onPort(int chosenPort) {
        return new MariaDbSettings(folder, temporary, chosenPort, bufferPoolMb, extraOptions);
    }

    public MariaDbSettings withBufferPoolMb(int sizeMb) {
        return new MariaDbSettings(folder, temporary, port, sizeMb, extraOptions);
    }

    public MariaDbSettings with(String option) {
        List<String> options = new ArrayList<>(extraOptions);
        options.add(option);
        return new MariaDbSettings(folder, temporary, port, bufferPoolMb, options);
    }
}
