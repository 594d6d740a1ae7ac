package io.reprise.broker.model.message;

/** Stored bytes that don't follow the stored format: the message or entry they belong to is damaged. */
public final class MalformedWireException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public MalformedWireException(String message) {
        super(message);
    }

    public MalformedWireException(String message, Throwable cause) {
        super(message, cause);
    }
}
