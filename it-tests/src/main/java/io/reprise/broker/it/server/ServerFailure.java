package io.reprise.broker.it.server;

/** The server can't be had, or refused a deployment or an operation; the message is one line that says why. */
public final class ServerFailure extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public ServerFailure(String oneLine) {
        super(oneLine);
    }

    public ServerFailure(String oneLine, Throwable cause) {
        super(oneLine, cause);
    }
}
