package io.reprise.broker.web.receive;

import java.util.Locale;

/** How a message that was received is, or was to be, settled. */
enum Settlement {
    /** Acknowledged: it is gone, durably. */
    ACCEPTED,
    /** Given back, uncounted: nobody has worked on it. */
    RELEASED,
    /** The attempt failed: counted, durably, delayed and dead-lettered as the endpoint says. */
    FAILED,
    /** It has died, durably: no attempt at it would succeed. */
    REJECTED,
    /** It was to be accepted, and whether that was stored is not known. */
    UNKNOWN,
    /** Another request is settling it just now. */
    BUSY,
    /** The consumer has no such message. */
    GONE;

    /** As a client reads it. */
    String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
