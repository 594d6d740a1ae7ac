package io.reprise.broker.engine.commit;

import io.reprise.broker.engine.deliver.EngineDelivery;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Deliveries that began and are not marked in the log yet [LOG.md L24]. Most are settled before their turn comes and cost
 * nothing; the others travel with the next entry, and force one when they are old. Sessions put them in, the
 * committer takes them out; a concurrent queue guards them.
 */
final class PresentedMarks {
    private final long leastAgeNanos;
    private final long forcedAfterNanos;
    private volatile boolean regardlessOfAge;
    private final Queue<EngineDelivery> waiting = new ConcurrentLinkedQueue<>();

    /**
     * @param leastAge younger ones wait: a listener that is this fast settles them first
     * @param forcedAfter one of this age has an entry written for it alone
     */
    PresentedMarks(Duration leastAge, Duration forcedAfter) {
        this.leastAgeNanos = leastAge.toNanos();
        this.forcedAfterNanos = forcedAfter.toNanos();
    }

    void add(EngineDelivery delivery) {
        waiting.add(delivery);
    }

    /** Puts the marks that are old enough into the draft. The committer. */
    void into(Draft draft, long nowNanos) {
        EngineDelivery oldest = waiting.peek();
        while (oldest != null && isOldEnough(oldest, nowNanos)) {
            waiting.poll();
            if (oldest.beginMarking()) {
                draft.mark(oldest);
            }
            oldest = waiting.peek();
        }
    }

    private boolean isOldEnough(EngineDelivery delivery, long nowNanos) {
        return regardlessOfAge || nowNanos - delivery.presentedNanos() >= leastAgeNanos;
    }

    /** From now on the next entry marks them all: nobody will settle them any more. */
    void regardlessOfAge() {
        regardlessOfAge = true;
    }

    /** The draft could not be written: its marks wait for the next. The committer. */
    void again(Draft failed) {
        failed.marked().forEach(delivery -> {
            delivery.notMarked();
            waiting.add(delivery);
        });
    }

    boolean isEmpty() {
        return waiting.isEmpty();
    }

    /** How long until a mark forces an entry, nanoseconds; {@link Long#MAX_VALUE} if none waits. The committer. */
    long forcedInNanos(long nowNanos) {
        EngineDelivery oldest = waiting.peek();
        while (oldest != null && !oldest.isPresented()) {
            waiting.poll();
            oldest = waiting.peek();
        }
        return oldest == null ? Long.MAX_VALUE : oldest.presentedNanos() + forcedAfterNanos - nowNanos;
    }
}
