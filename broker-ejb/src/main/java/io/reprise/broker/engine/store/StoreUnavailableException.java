package io.reprise.broker.engine.store;

/** The database did not answer, or not usably. What was asked may be asked again. */
public final class StoreUnavailableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public StoreUnavailableException(String message, Throwable cause) {
        super(message, cause);
    }
}
