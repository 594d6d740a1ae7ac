package io.reprise.broker.engine.vpn;

/** Where a VPN is in its life on this server; see docs/state-machine.md. */
enum VpnStatus {
    /** Taking over and recovering. */
    STARTING,
    /** Serving. */
    ACTIVE,
    /** Stepped down by itself, about to recover again. */
    RECOVERING,
    /** Another broker took it over; this one stands by and opens it again when that one is gone. */
    FENCED,
    /** Ended. */
    STOPPED
}
