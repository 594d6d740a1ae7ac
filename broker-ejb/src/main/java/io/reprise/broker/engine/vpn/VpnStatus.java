package io.reprise.broker.engine.vpn;

import java.util.EnumSet;
import java.util.Set;

/** Where a VPN is in its life on this server; see docs/state-machine.md. */
enum VpnStatus {
    /** Taking over and recovering. */
    STARTING,
    /** Serving. */
    ACTIVE,
    /** Stepped down by itself, about to recover again. */
    RECOVERING,
    /** Another broker owns it; this one stands by and opens it again when that one is gone. */
    FENCED,
    /** Ended. */
    STOPPED;

    /** Where it may go from here. */
    Set<VpnStatus> next() {
        return switch (this) {
            case STARTING, FENCED -> EnumSet.of(ACTIVE, STOPPED);
            case ACTIVE -> EnumSet.of(RECOVERING, FENCED, STOPPED);
            case RECOVERING -> EnumSet.of(ACTIVE, FENCED, STOPPED);
            case STOPPED -> EnumSet.noneOf(VpnStatus.class);
        };
    }
}
