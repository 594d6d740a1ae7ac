package io.reprise.broker.engine.duty;

import io.reprise.broker.engine.store.FencedException;
import io.reprise.broker.engine.store.VpnStore;

/** Verifies that this broker still owns the VPN, also while nothing is published [LOG.md L10]. */
public final class OwnershipWatch implements Duty {
    private final VpnStore store;
    private final Runnable lost;

    /**
     * @param lost called when another owner has taken over
     */
    public OwnershipWatch(VpnStore store, Runnable lost) {
        this.store = store;
        this.lost = lost;
    }

    @Override
    public void runOnce() {
        boolean owned;
        try {
            owned = store.verifyOwnership();
        } catch (FencedException e) {
            owned = false;
        }
        if (!owned) {
            lost.run();
        }
    }
}
