package io.reprise.broker.engine.vpn;

import io.reprise.broker.engine.access.Revocable;
import io.reprise.broker.engine.duty.Duty;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What clients hold of a VPN while it is served, each looked at again and again: who may not have it any more loses it, at most one
 * duty's interval after an administrator said so. A concurrent map guards it.
 */
final class AccessWatch implements Duty {
    private final Map<Revocable, Runnable> held = new ConcurrentHashMap<>();

    /**
     * Watches one.
     *
     * @param check throws {@code ACCESS_DENIED} or {@code VPN_DOWN} once the client may not have it
     */
    void watch(Revocable revocable, Runnable check) {
        held.put(revocable, check);
    }

    @Override
    public void runOnce() {
        List<RuntimeException> faults = new ArrayList<>();
        held.forEach((revocable, check) -> {
            try {
                if (revocable.isOver() || isRevoked(revocable, check)) {
                    held.remove(revocable);
                }
            } catch (RuntimeException fault) {
                faults.add(fault);
            }
        });
        if (!faults.isEmpty()) {
            throw faults.get(0); // told, now that the others were looked at
        }
    }

    private static boolean isRevoked(Revocable revocable, Runnable check) {
        try {
            check.run();
            return false;
        } catch (BrokerException e) {
            boolean isLost = e.code() == ErrorCode.ACCESS_DENIED || e.code() == ErrorCode.VPN_DOWN;
            if (isLost) {
                revocable.revoke(String.valueOf(e.getMessage()));
            }
            return isLost;
        }
    }
}
