package io.reprise.broker.model.management;

import java.util.Locale;

/**
 * Every alarm: a condition that somebody should end, with a name that never changes (spec 5.6). {@code docs/events.md} comes from
 * here.
 */
public enum AlarmCode {
    /** Of an endpoint. */
    MESSAGES_HELD(
            "endpoint",
            "Messages are held: they died and their dead message queue does not exist or takes none, or they are damaged."),
    /** Of a dead message queue. */
    DEAD_MESSAGE_QUEUE_FILLING("queue", "A dead message queue uses more than 80 % of its quota."),
    /** Of an activation. */
    ACTIVATION_PAUSED("activation", "An activation paused after deliveries in a row failed."),
    /** Of the VPN. */
    DATABASE_AWAY("VPN", "The database can't be used."),
    /** Of the VPN. */
    VPN_STANDS_BY("VPN", "Another broker serves the VPN; this one stands by."),
    /** Of the VPN. */
    CLOCK_REFUSED("VPN", "A jump of this machine's clock, which the database's denies, is refused.");

    private final String of;
    private final String text;

    AlarmCode(String of, String text) {
        this.of = of;
        this.text = text;
    }

    /** Its name in answers, log lines and metrics. */
    public String slug() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** What has it. */
    public String of() {
        return of;
    }

    /** One sentence for people. */
    public String text() {
        return text;
    }
}
