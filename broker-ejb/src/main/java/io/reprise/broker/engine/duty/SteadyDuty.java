package io.reprise.broker.engine.duty;

import io.reprise.broker.engine.store.StoreUnavailableException;
import io.reprise.broker.model.error.BrokerException;

/** A duty that never dies: a fault is logged once for each change of its cause, and the next run comes [STYLE 7]. One thread at a time. */
public final class SteadyDuty implements Runnable {
    private static final System.Logger LOG = System.getLogger(SteadyDuty.class.getName());

    private final String name;
    private final Duty duty;
    private volatile String lastFault = "";

    public SteadyDuty(String name, Duty duty) {
        this.name = name;
        this.duty = duty;
    }

    @Override
    public void run() {
        try {
            duty.runOnce();
            lastFault = "";
        } catch (StoreUnavailableException | BrokerException e) {
            report(System.Logger.Level.WARNING, e);
        } catch (RuntimeException e) {
            report(System.Logger.Level.ERROR, e);
        }
    }

    /** Why the last run failed; empty if it didn't. Any thread. */
    public String lastFault() {
        return lastFault;
    }

    private void report(System.Logger.Level level, RuntimeException e) {
        String fault = e.getClass().getName() + ": " + e.getMessage();
        if (!fault.equals(lastFault)) {
            lastFault = fault;
            LOG.log(level, name + " failed, will be tried again: " + fault, e);
        }
    }
}
