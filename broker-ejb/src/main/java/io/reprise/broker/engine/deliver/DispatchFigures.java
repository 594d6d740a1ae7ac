package io.reprise.broker.engine.deliver;

/**
 * An endpoint's live figures at one moment.
 *
 * @param inFlight taken by sessions and not settled
 * @param inDoubt acknowledged in prepared branches
 * @param held damaged ones kept out of the way
 * @param flows bound
 * @param activeFlows of them those that get messages
 * @param counters since start
 */
public record DispatchFigures(
        int inFlight, int inDoubt, int held, int flows, int activeFlows, DispatchCounters counters) {}
