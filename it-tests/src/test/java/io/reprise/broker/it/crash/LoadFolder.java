package io.reprise.broker.it.crash;

import java.nio.file.Path;

/** The folder that outlives every kill: what was acknowledged, and where a transaction is to be cut. */
final class LoadFolder {

    /** The system property that names it, in the test's process and in the server's. */
    static final String PROPERTY = "crash.folder";

    private LoadFolder() {}

    static Path path() {
        return Path.of(System.getProperty(PROPERTY));
    }

    /** While it is there, a message that asks for it cuts its transaction. */
    static Path armed() {
        return path().resolve("armed");
    }

    /** What beans had in their hands. */
    static Path presented() {
        return path().resolve("presented");
    }

    /** The branches that the crashing resource has prepared. */
    static Path prepared() {
        return path().resolve("prepared");
    }
}
