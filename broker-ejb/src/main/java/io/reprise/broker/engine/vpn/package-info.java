/** A VPN put together: its ownership, its start, its recovery and its end; and the broker that holds them. */
@NullMarked
package io.reprise.broker.engine.vpn;

import org.jspecify.annotations.NullMarked;
