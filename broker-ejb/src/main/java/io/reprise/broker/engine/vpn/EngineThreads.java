package io.reprise.broker.engine.vpn;

import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;

/**
 * The threads an engine runs on: the server's managed ones, or an embedding program's own. The engine makes none.
 *
 * @param committers makes one long-lived thread for each ownership of a VPN
 * @param duties runs the background duties, which may block for the database
 * @param wakeUps runs sessions' wake-ups, which only hand over
 */
public record EngineThreads(ThreadFactory committers, ScheduledExecutorService duties, Executor wakeUps) {}
