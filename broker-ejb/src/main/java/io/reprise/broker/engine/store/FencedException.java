package io.reprise.broker.engine.store;

/** Another owner has taken the VPN over: this one steps down at once [LOG.md L7, L8]. */
public final class FencedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public FencedException(String message) {
        super(message);
    }
}
