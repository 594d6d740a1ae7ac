package io.reprise.broker.engine.live;

import java.util.concurrent.atomic.LongAdder;

/** What the live side counts. Thread-safe. */
final class LiveCounters {
    final LongAdder direct = new LongAdder();
    final LongAdder demoted = new LongAdder();
    final LongAdder delivered = new LongAdder();
    final LongAdder directDiscards = new LongAdder();
    final LongAdder intakeDiscards = new LongAdder();
    final LongAdder slowEnded = new LongAdder();
    final LongAdder snapshotsServed = new LongAdder();
    final LongAdder historyHits = new LongAdder();
    final LongAdder inSync = new LongAdder();
    final LongAdder resynced = new LongAdder();
    final LongAdder evicted = new LongAdder();
}
