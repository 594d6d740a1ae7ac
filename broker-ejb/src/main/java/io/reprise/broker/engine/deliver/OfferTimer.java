package io.reprise.broker.engine.deliver;

/**
 * Has messages that wait for their time offered again when it comes. Any thread calls it; the {@link DispatchMonitor} guards which
 * time is set.
 */
final class OfferTimer {
    private final DispatchMonitor monitor;

    OfferTimer(DispatchMonitor monitor) {
        this.monitor = monitor;
    }

    /** Has those whose time comes first offered again then. */
    void schedule() {
        long dueMillis;
        synchronized (monitor) {
            dueMillis = monitor.places().delays().timerToSet();
        }
        if (dueMillis != Delays.NEVER) {
            DispatchContext context = monitor.context();
            context.timer().after(Math.max(0, dueMillis - context.clock().millis()), () -> wentOff(dueMillis));
        }
    }

    private void wentOff(long dueMillis) {
        synchronized (monitor) {
            monitor.places().delays().timerWentOff(dueMillis);
        }
        offerDue();
        schedule();
    }

    /** Those whose time has come are free; also for times that the clock has jumped over. */
    void offerDue() {
        boolean due;
        synchronized (monitor) {
            due = monitor.places().delays().isDue(nowMillis());
        }
        if (due) {
            monitor.changeForAll(() -> monitor.places().takeDue(nowMillis()));
        }
    }

    private long nowMillis() {
        return monitor.context().clock().millis();
    }
}
