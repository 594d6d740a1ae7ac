package io.reprise.broker.it.crash;

import jakarta.enterprise.context.ApplicationScoped;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Whether publishers go on. */
@ApplicationScoped
public class LoadSwitch {

    private volatile CountDownLatch stopped = new CountDownLatch(1);

    void on() {
        stopped = new CountDownLatch(1);
    }

    void off() {
        stopped.countDown();
    }

    boolean isOff() {
        return stopped.getCount() == 0;
    }

    /** Waits for the end, so long at most: a publisher that was refused tries again a little later. */
    void awaitOff(long atMostMillis) throws InterruptedException {
        stopped.await(atMostMillis, TimeUnit.MILLISECONDS);
    }
}
