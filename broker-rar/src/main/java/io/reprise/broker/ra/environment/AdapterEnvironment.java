package io.reprise.broker.ra.environment;

import java.time.InstantSource;

/** What activations and connections of one adapter share. */
public record AdapterEnvironment(
        EngineAccess engine,
        Works works,
        ServerTransactions transactions,
        ShortTasks shortTasks,
        InstantSource clock) {}
