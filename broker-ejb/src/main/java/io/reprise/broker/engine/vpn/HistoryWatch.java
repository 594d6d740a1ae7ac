package io.reprise.broker.engine.vpn;

import io.reprise.broker.engine.duty.Duty;
import io.reprise.broker.model.management.AlarmCode;
import io.reprise.broker.model.management.Alarms;
import java.time.InstantSource;
import java.util.Collection;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Looks at how much the database has still to purge: somebody's long transaction keeps it from that, and the log's table grows meanwhile
 * [LOG.md L18]. One thread at a time; anyone reads.
 */
final class HistoryWatch implements Duty {
    static final long MOST = 1_000_000;

    private final LongSupplier database;
    private final Supplier<? extends Collection<String>> vpns;
    private final Alarms alarms;
    private final InstantSource clock;
    private volatile long length;

    /**
     * @param database InnoDB's history list length; may throw
     * @param vpns who has the alarm: all that are on this database
     */
    HistoryWatch(
            LongSupplier database, Supplier<? extends Collection<String>> vpns, Alarms alarms, InstantSource clock) {
        this.database = database;
        this.vpns = vpns;
        this.alarms = alarms;
        this.clock = clock;
    }

    @Override
    public void runOnce() {
        long now = database.getAsLong();
        length = now;
        Map<String, String> details = now > MOST ? Map.of("", now + " undo log records wait to be purged") : Map.of();
        vpns.get().forEach(vpn -> alarms.set(AlarmCode.DATABASE_HISTORY_GROWS, vpn, details, clock.instant()));
    }

    /** As last looked at. */
    long length() {
        return length;
    }
}
