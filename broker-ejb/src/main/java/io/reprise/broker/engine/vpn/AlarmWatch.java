package io.reprise.broker.engine.vpn;

import io.reprise.broker.engine.duty.Duty;
import io.reprise.broker.engine.state.VpnFigures;
import io.reprise.broker.model.management.AlarmCode;
import io.reprise.broker.model.management.Alarms;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Looks for what is an alarm of a VPN, whether it is served or not (spec 5.6). Reads figures that are there at once, and never waits for
 * the committer or the database. One thread at a time.
 */
final class AlarmWatch implements Duty {
    /** A committer that is so long at one entry is stalled. */
    static final Duration STALLED = Duration.ofSeconds(10);

    private final VpnLife life;
    private final Alarms alarms;
    private final Supplier<String> databaseFault;
    private final InstantSource clock;
    private final Limits limits;
    private final SpoolAlarms spools;
    private long oldestPreparedCommitNo;
    private Instant oldestPreparedSince = Instant.EPOCH;

    /** @param databaseFault why the database can't be used; empty if it can */
    AlarmWatch(VpnLife life, Alarms alarms, Supplier<String> databaseFault, InstantSource clock) {
        this(life, alarms, databaseFault, clock, Limits.USUAL);
    }

    AlarmWatch(VpnLife life, Alarms alarms, Supplier<String> databaseFault, InstantSource clock, Limits limits) {
        this.limits = limits;
        this.life = life;
        this.alarms = alarms;
        this.databaseFault = databaseFault;
        this.clock = clock;
        this.spools = new SpoolAlarms(life, alarms, clock);
    }

    /**
     * What is too much.
     *
     * @param stalled for the committer at one entry
     * @param lagEntries for a recovery to fold, which does some 50,000 a second
     * @param prepared for a branch to be undecided
     */
    record Limits(Duration stalled, long lagEntries, Duration prepared) {
        static final Limits USUAL = new Limits(STALLED, 200_000, Duration.ofMinutes(10));
    }

    @Override
    public void runOnce() {
        String fault = databaseFault.get();
        String failure = life.failure();
        set(AlarmCode.DATABASE_AWAY, !fault.isEmpty(), fault);
        set(AlarmCode.VPN_NOT_SERVED, fault.isEmpty() && !failure.isEmpty(), failure);
        set(AlarmCode.VPN_STANDS_BY, life.status() == VpnStatus.FENCED, life.detail());
        set(AlarmCode.CLOCK_REFUSED, life.isClockRefused(), "this machine's clock jumped");
        Tenure tenure = life.tenureOrNull();
        committer(tenure);
        prepared(tenure == null ? null : tenure.core().figures());
        if (tenure != null) {
            spools.look(tenure.core());
        }
    }

    private void committer(@Nullable Tenure tenure) {
        Duration busy = tenure == null ? Duration.ZERO : tenure.core().committerBusy();
        set(
                AlarmCode.COMMITTER_STALLED,
                busy.compareTo(limits.stalled()) > 0,
                "at one entry for " + busy.toSeconds() + " s; "
                        + (tenure == null ? 0 : tenure.core().waitingOperations()) + " operations wait");
        long lag = tenure == null ? 0 : tenure.checkpointLagEntries();
        set(AlarmCode.CHECKPOINT_LAGS, lag > limits.lagEntries(), "a recovery would fold " + lag + " entries");
    }

    private void prepared(@Nullable VpnFigures figures) {
        long oldest = figures == null ? 0 : figures.oldestPreparedCommitNo();
        if (oldest != oldestPreparedCommitNo) {
            oldestPreparedCommitNo = oldest;
            oldestPreparedSince = clock.instant();
        }
        Duration age = Duration.between(oldestPreparedSince, clock.instant());
        set(
                AlarmCode.BRANCH_UNDECIDED,
                oldest != 0 && age.compareTo(limits.prepared()) > 0,
                "the oldest of " + (figures == null ? 0 : figures.preparedBranches())
                        + " prepared branches has been undecided for " + age.toMinutes() + " min");
    }

    private void set(AlarmCode code, boolean holds, String detail) {
        alarms.set(code, life.vpn(), holds ? Map.of("", detail) : Map.of(), clock.instant());
    }
}
