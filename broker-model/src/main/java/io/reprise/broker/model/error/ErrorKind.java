package io.reprise.broker.model.error;

/** Where an error is met; the chapter it has in {@code docs/errors.md}. */
public enum ErrorKind {
    REQUEST("Requests", "A request that is refused as it stands. Nothing was done."),
    NACK(
            "Publishing: refused",
            "A guaranteed message that was not accepted. It is nowhere: on no endpoint, not in the log."),
    UNCERTAIN(
            "Publishing: uncertain",
            "An operation whose outcome the broker cannot tell. It may or may not have been stored."),
    BIND("Consuming", "A consumer that cannot attach to its endpoint, or was detached from it."),
    XA("Distributed transactions", "A step of a transaction branch that cannot be done."),
    REPLAY("Replay", "A replay that is not started, or not cancelled. Nothing was done, and what runs runs on."),
    STORE("Storage and start", "The database, the log in it, or the ownership of a VPN.");

    private final String title;
    private final String text;

    ErrorKind(String title, String text) {
        this.title = title;
        this.text = text;
    }

    public String title() {
        return title;
    }

    public String text() {
        return text;
    }
}
