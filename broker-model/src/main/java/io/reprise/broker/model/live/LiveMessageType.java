package io.reprise.broker.model.live;

/** How a message comes to a live subscriber [spec 3.2]. The names are those of the HTTP interface. */
public enum LiveMessageType {
    /** As it was published. */
    UPDATE,
    /** The newest retained of its subject, as the subscriber came. */
    SNAPSHOT,
    /** What a returning subscriber missed. */
    RECOVERED,
    /** One of the newest kept that a subscriber asked for. */
    HISTORICAL
}
