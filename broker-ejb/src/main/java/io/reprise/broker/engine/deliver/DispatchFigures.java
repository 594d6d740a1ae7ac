package io.reprise.broker.engine.deliver;

/**
 * An endpoint's live figures at one moment.
 *
 * @param buffered sent ahead to sessions and not presented
 * @param inFlight presented to sessions, or being read for that, and not settled
 * @param inDoubt acknowledged in prepared branches
 * @param held damaged ones kept out of the way, and dead ones that have nowhere to go
 * @param delayed waiting for their time
 * @param flows bound
 * @param activeFlows of them those that get messages
 * @param counters since start
 */
public record DispatchFigures(
        int buffered,
        int inFlight,
        int inDoubt,
        int held,
        int delayed,
        int flows,
        int activeFlows,
        DispatchCounters counters) {}
