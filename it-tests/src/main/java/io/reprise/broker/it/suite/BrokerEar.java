package io.reprise.broker.it.suite;

import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Where the built {@code broker-ear.ear} is. */
public final class BrokerEar {

    /** The name it is deployed under; the adapter's name begins with it. */
    public static final String NAME = "broker-ear.ear";

    /** The name of its adapter, as in {@code @ResourceAdapter}. */
    public static final String ADAPTER = NAME + "#broker-rar.rar";

    /** The system property that names the file. */
    public static final String PROPERTY = "reprise.ear";

    private BrokerEar() {}

    /**
     * The file named by {@code -Dreprise.ear=…}.
     *
     * @throws IllegalStateException when none is named, or there is no file of that name
     */
    public static Path file() {
        @Nullable String named = System.getProperty(PROPERTY);
        if (named == null || named.isBlank()) {
            throw new IllegalStateException("Which broker? Name the built EAR by -D" + PROPERTY + "=…/" + NAME);
        }
        Path file = Path.of(named).toAbsolutePath().normalize();
        if (!Files.isRegularFile(file)) {
            throw new IllegalStateException("There is no " + file + ": build it by mvn package");
        }
        if (!file.endsWith(NAME)) {
            throw new IllegalStateException(file + " must be called " + NAME + ", since the adapter's name begins so");
        }
        return file;
    }
}
