package io.reprise.broker.engine.access;

/** What a client holds for longer than a call, and loses when it may not have it any more. Thread-safe. */
public interface Revocable {
    /** Whether nobody holds it any more. */
    boolean isOver();

    /** Takes it away. */
    void revoke(String reason);
}
