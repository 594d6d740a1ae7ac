package io.reprise.broker.ra.environment;

import io.reprise.broker.ra.xa.BranchRegistry;

/** What activations and connections of one adapter share. */
public record AdapterEnvironment(
        EngineAccess engine,
        Works works,
        AdapterHealth health,
        BranchRegistry branches,
        ServerTransactions transactions,
        ShortTasks shortTasks) {}
