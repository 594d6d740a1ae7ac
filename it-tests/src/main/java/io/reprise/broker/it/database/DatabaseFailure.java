package io.reprise.broker.it.database;

/** The embedded database can't be had; the message is one line that says why and, where there is one, the way out. */
public final class DatabaseFailure extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public DatabaseFailure(String oneLine) {
        super(oneLine);
    }

    public DatabaseFailure(String oneLine, Throwable cause) {
        super(oneLine, cause);
    }
}
