package io.reprise.broker.engine.vpn;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Waits that fail instead of hanging. */
final class Latches {
    private Latches() {}

    static void await(CountDownLatch latch) {
        try {
            if (!latch.await(20, TimeUnit.SECONDS)) {
                throw new AssertionError("not within 20 s");
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
