package io.reprise.broker.engine.vpn;

import io.reprise.broker.engine.access.ClientAccesses;
import io.reprise.broker.engine.client.Clients;
import io.reprise.broker.engine.commit.CommitCounters;
import io.reprise.broker.engine.commit.CommitListener;
import io.reprise.broker.engine.commit.CoreEnd;
import io.reprise.broker.engine.store.VpnStore;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.publish.CommitOutcome.Rejected;
import io.reprise.broker.model.vpn.HealthCheck;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A VPN's life on this server: opens it, opens it again after it stepped down by itself, stands by while another broker owns it,
 * and ends it. Opening runs on the duties' threads, one at a time; the rest is guarded by this object's monitor, never held
 * across I/O.
 */
final class VpnLife {
    private static final System.Logger LOG = System.getLogger(VpnLife.class.getName());
    private static final long RETRY_MILLIS = 1_000;
    /** A standby looks ever less often; each look waits for the owner to go, so that a takeover is not late for it [LOG.md L10]. */
    private static final long LONGEST_STANDBY_MILLIS = 16_000;

    private final String vpn;
    private final Supplier<VpnStore> opener;
    private final Tenure.EngineParts parts;
    private final CommitCounters counters;
    private final CommitListener listener;
    private final EngineReplays replays;
    private final Clients clients;
    private final ClientAccesses accesses;
    private VpnStatus status = VpnStatus.STARTING;
    private String detail = "starting";
    /** Why it could not be opened when that was last tried; empty if it could, or another owns it. */
    private String failure = "";

    private long retryMillis = RETRY_MILLIS;
    private @Nullable Tenure tenure;
    private volatile boolean gone;
    /** Whether another owned it when it was last tried to open. */
    private volatile boolean standsBy;

    private final CountDownLatch tried = new CountDownLatch(1);
    private volatile CountDownLatch ended = new CountDownLatch(0);

    /**
     * @param opener takes the VPN over; may fail, and is tried again
     */
    VpnLife(
            String vpn,
            Supplier<VpnStore> opener,
            Tenure.EngineParts parts,
            CommitCounters counters,
            CommitListener listener) {
        this.vpn = vpn;
        this.opener = opener;
        this.parts = parts;
        this.counters = counters;
        this.listener = listener;
        this.replays = new EngineReplays(this, parts.clock());
        this.clients = new Clients(parts.clock());
        accesses = new ClientAccesses(vpn);
    }

    String vpn() {
        return vpn;
    }

    synchronized VpnStatus status() {
        return status;
    }

    synchronized String detail() {
        return detail;
    }

    /** Why it can't be served; empty if it is, or another serves it, or it was not tried yet. */
    synchronized String failure() {
        return failure;
    }

    /**
     * Whether it is served, and its committer gets on.
     *
     * @param stalled how long that may be at one entry
     */
    HealthCheck health(Duration stalled) {
        Tenure current = tenureOrNull();
        Duration busy = current == null ? Duration.ZERO : current.core().committerBusy();
        boolean isStalled = busy.compareTo(stalled) > 0;
        return new HealthCheck(
                "committer." + vpn,
                status() == VpnStatus.ACTIVE && !isStalled,
                isStalled ? "at one log entry for " + busy.toSeconds() + " s" : detail());
    }

    EngineReplays replays() {
        return replays;
    }

    /** Its clients on this server, whoever serves it. */
    Clients clients() {
        return clients;
    }

    /** What its clients may, whoever serves it. */
    ClientAccesses accesses() {
        return accesses;
    }

    CommitCounters counters() {
        return counters;
    }

    /** Who serves it now. */
    synchronized Tenure tenure() {
        Tenure current = tenure;
        if (current == null) {
            if (gone) {
                throw missing(vpn);
            }
            ErrorCode code = switch (status) {
                case STARTING, RECOVERING -> ErrorCode.VPN_STARTING;
                case FENCED -> ErrorCode.STEPPED_DOWN;
                case ACTIVE, STOPPED -> ErrorCode.VPN_DOWN;
            };
            throw new BrokerException(code, "VPN '" + vpn + "' is not served now: " + detail);
        }
        return current;
    }

    static BrokerException missing(String vpn) {
        return new BrokerException(ErrorCode.NOT_FOUND, "VPN '" + vpn + "' does not exist");
    }

    /** The VPN exists no more: whatever this does now is its last. */
    void gone() {
        gone = true;
    }

    boolean isGone() {
        return gone;
    }

    /** Whether another broker owned it when this one last tried to open it, and this one doesn't. */
    boolean isServedElsewhere() {
        return standsBy && tenureOrNull() == null;
    }

    /** Whether whoever serves it refuses a jump of this machine's clock now. */
    boolean isClockRefused() {
        Tenure current = tenureOrNull();
        return current != null && current.isClockRefused();
    }

    /** What waits for the committer of whoever serves it. */
    int waitingOperations() {
        Tenure current = tenureOrNull();
        return current == null ? 0 : current.core().waitingOperations();
    }

    synchronized @Nullable Tenure tenureOrNull() {
        return tenure;
    }

    /** Opens the VPN on this thread, once; what fails is thrown. */
    void openNow() {
        VpnStore store = opener.get();
        Tenure opened = Tenure.recover(store, parts, counters, listener);
        if (!begin(opened)) {
            store.close();
            return;
        }
        opened.core().replays().onAsked(replays);
        boolean started = false;
        try {
            opened.start(end -> ended(opened, end));
            started = true;
        } finally {
            if (!started) {
                store.close();
                ended(opened, CoreEnd.REBUILD);
            }
        }
        createPermanent(opened);
        LOG.log(
                System.Logger.Level.INFO,
                "VPN ''{0}'' is active in epoch {1}, {2} entries folded",
                vpn,
                store.epoch(),
                opened.foldedEntries());
    }

    /**
     * What each VPN has. Without its dead message queue dead messages are held, without its ACL profile and client username what they
     * say at first holds, which is no reason not to serve; the next opening tries again.
     */
    private void createPermanent(Tenure opened) {
        try {
            new EndpointChanges(opened.core(), parts.clock()).createDeadMessageQueue();
            new ObjectChanges(opened.core(), parts.clock()).createPermanent();
        } catch (BrokerException e) {
            LOG.log(System.Logger.Level.WARNING, "what each VPN has can't all be made in VPN '" + vpn + "'", e);
        }
    }

    private synchronized boolean begin(Tenure opened) {
        if (gone || status == VpnStatus.STOPPED) {
            return false;
        }
        tenure = opened;
        ended = new CountDownLatch(1);
        move(VpnStatus.ACTIVE, "serving");
        return true;
    }

    /** The one place where the status changes. */
    private synchronized void move(VpnStatus to, String reason) {
        if (!status.next().contains(to)) {
            throw new IllegalStateException("VPN '" + vpn + "' can't go from " + status + " to " + to + ": " + reason);
        }
        boolean trouble = to == VpnStatus.RECOVERING || to == VpnStatus.FENCED;
        LOG.log(
                trouble ? System.Logger.Level.ERROR : System.Logger.Level.INFO,
                "VPN ''{0}'': {1} -> {2}: {3}",
                vpn,
                status,
                to,
                reason);
        status = to;
        detail = reason;
        failure = "";
        retryMillis = RETRY_MILLIS;
    }

    /** Opens the VPN in the background, again and again until that works or it is stopped. */
    void openSoon(long delayMillis) {
        try {
            parts.threads().duties().schedule(this::tryOpen, delayMillis, TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            LOG.log(System.Logger.Level.WARNING, "opening of VPN '" + vpn + "' refused: the server is stopping", e);
        }
    }

    /** Opens the VPN on this thread; what fails is told by its status, and tried again in the background. */
    void tryOpen() {
        if (gone || status() == VpnStatus.STOPPED) {
            return;
        }
        boolean looks = standsBy;
        if (looks && !parts.standbyLook().tryAcquire()) {
            openSoon(RETRY_MILLIS);
            return;
        }
        try {
            openNow();
        } catch (RuntimeException e) {
            failedToOpen(e);
        } finally {
            if (looks) {
                parts.standbyLook().release();
            }
            tried.countDown();
        }
    }

    private void failedToOpen(RuntimeException e) {
        if (e instanceof BrokerException refused && refused.code() == ErrorCode.NOT_FOUND) {
            LOG.log(System.Logger.Level.INFO, "VPN ''{0}'' is no more: {1}", vpn, refused.getMessage());
            gone();
        } else {
            openSoon(triedInVain(e));
        }
    }

    /** Returns when it was tried to open it once, by whichever thread, or the time is over. */
    void awaitTried(Duration wait) {
        await(tried, wait);
    }

    /** Says why it could not be opened, once for each cause; how long to wait until the next try. */
    private synchronized long triedInVain(RuntimeException e) {
        boolean owned = e instanceof BrokerException refused && refused.code() == ErrorCode.LIVE_OWNER_EXISTS;
        standsBy = owned;
        String cause = String.valueOf(e.getMessage());
        failure = owned ? "" : cause;
        if (owned && status == VpnStatus.RECOVERING) {
            move(VpnStatus.FENCED, cause);
        } else if (!cause.equals(detail)) {
            detail = cause;
            if (owned && status == VpnStatus.FENCED) {
                LOG.log(System.Logger.Level.INFO, "VPN ''{0}'': standing by: {1}", vpn, cause);
            } else {
                LOG.log(
                        System.Logger.Level.ERROR,
                        "VPN '" + vpn + "' can't be opened, will be tried again: " + cause,
                        e);
            }
        }
        return nextRetryMillis();
    }

    private long nextRetryMillis() {
        long now = retryMillis;
        if (status == VpnStatus.FENCED) {
            retryMillis = Math.min(LONGEST_STANDBY_MILLIS, 2 * now);
        }
        return now;
    }

    private void ended(Tenure which, CoreEnd how) {
        boolean again = leave(which, how);
        ended.countDown();
        if (again) {
            openSoon(how == CoreEnd.REBUILD ? 0 : RETRY_MILLIS);
        }
    }

    /** The tenure is over; whether the VPN is to be opened again. */
    private synchronized boolean leave(Tenure which, CoreEnd how) {
        if (tenure != which) {
            return false;
        }
        tenure = null;
        if (gone || status != VpnStatus.ACTIVE) {
            return false;
        }
        if (how == CoreEnd.REBUILD) {
            move(VpnStatus.RECOVERING, "recovering");
        } else {
            move(VpnStatus.FENCED, "another broker took it over");
        }
        return true;
    }

    /** No new presentations. */
    void beginDrain() {
        Tenure current = tenureOrNull();
        if (current != null) {
            current.core().dispatch().endAll("broker is stopping");
        }
    }

    /** No new presentations; waits up to {@code wait} for what is presented to be settled [LOG.md L29]. */
    void drain(Duration wait) {
        Tenure current = tenureOrNull();
        if (current == null) {
            return;
        }
        current.core().dispatch().endAll("broker is stopping");
        boolean settled = current.core().dispatch().awaitSettled(wait);
        // Not waited for: what is put in before the end is still written, if the database is there.
        if (settled) {
            current.core().quiesced();
        } else {
            current.core().leftUnsettled();
        }
    }

    /** Ends it; waits up to {@code wait} for the committer to finish what it is writing. */
    void stop(Duration wait) {
        Tenure current;
        CountDownLatch latch;
        synchronized (this) {
            if (status != VpnStatus.STOPPED) {
                move(VpnStatus.STOPPED, "stopped");
            }
            current = tenure;
            latch = ended;
        }
        if (current == null) {
            return;
        }
        Rejected stopping = new Rejected(ErrorCode.VPN_DOWN, "VPN '" + vpn + "' is stopping");
        current.close(stopping, false);
        if (!await(latch, wait)) {
            current.close(stopping, true);
            await(latch, wait);
        }
    }

    private static boolean await(CountDownLatch latch, Duration wait) {
        boolean interrupted = false;
        long deadlineNanos = System.nanoTime() + wait.toNanos();
        try {
            while (true) {
                try {
                    return latch.await(deadlineNanos - System.nanoTime(), TimeUnit.NANOSECONDS);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
