package io.reprise.broker.engine.live;

import io.reprise.broker.engine.deliver.DispatchTimer;
import io.reprise.broker.engine.deliver.MessageReader;
import io.reprise.broker.model.management.VpnSettings;
import java.time.InstantSource;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/**
 * What the live side of a VPN works with.
 *
 * @param vpn its name
 * @param reader reads content that is no longer in memory
 * @param store what it wants done to the log
 * @param executor where its loop runs; never blocks there
 * @param timer ends the intervals of conflation
 * @param clock ages snapshots and history
 * @param settings of the VPN, as they are at the moment; cheap
 */
public record LiveParts(
        String vpn,
        MessageReader reader,
        LiveStore store,
        Executor executor,
        DispatchTimer timer,
        InstantSource clock,
        Supplier<VpnSettings> settings) {}
