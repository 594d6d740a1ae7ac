package io.reprise.broker.engine.deliver;

/**
 * The live figures of all endpoints together.
 *
 * @param counters since the VPN is served here, those of deleted endpoints too
 */
public record DispatchTotals(
        long buffered, long inFlight, long inDoubt, long held, long delayed, DispatchCounters counters) {}
