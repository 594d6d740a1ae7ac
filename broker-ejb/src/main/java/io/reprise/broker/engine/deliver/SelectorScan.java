package io.reprise.broker.engine.deliver;

import io.reprise.broker.engine.log.Lanes;
import io.reprise.broker.engine.selector.Selector;
import java.util.Arrays;
import java.util.TreeSet;

/**
 * How far the selector of one flow has looked through a backlog [LOG.md L14]: of each priority a position, and what came to lie at
 * or below it since. All else at or below it is known not to match, so that a backlog that nobody wants is read once, not at each
 * receive. Looking takes nothing from anybody. Not thread-safe: guarded by its {@link DispatchMonitor}.
 */
final class SelectorScan {
    private final Selector selector;
    private final long[] lookedTo = new long[Lanes.PRIORITIES];
    /** Of each priority: free again, or never before, at or below the position; may hold what is free no more. */
    private final TreeSet<Long>[] again;

    @SuppressWarnings({"unchecked", "rawtypes"})
    SelectorScan(Selector selector) {
        this.selector = selector;
        Arrays.fill(lookedTo, FreeMessages.NONE);
        again = new TreeSet[Lanes.PRIORITIES];
        Arrays.setAll(again, none -> new TreeSet<Long>());
    }

    Selector selector() {
        return selector;
    }

    /** A message became free. */
    void free(int priority, long msgId) {
        if (msgId <= lookedTo[priority]) {
            again[priority].add(msgId);
        }
    }

    /** The next to be looked at, which from now on counts as seen; {@link FreeMessages#NONE} if there is none. */
    long next(FreeMessages free) {
        for (int priority = Lanes.PRIORITIES - 1; priority >= 0; priority--) {
            forgetTaken(free, priority);
            Long returned = again[priority].pollFirst();
            if (returned != null) {
                return returned;
            }
            long msgId = free.after(priority, lookedTo[priority]);
            if (msgId != FreeMessages.NONE) {
                lookedTo[priority] = msgId;
                return msgId;
            }
        }
        return FreeMessages.NONE;
    }

    boolean hasNext(FreeMessages free) {
        for (int priority = Lanes.PRIORITIES - 1; priority >= 0; priority--) {
            forgetTaken(free, priority);
            if (!again[priority].isEmpty() || free.after(priority, lookedTo[priority]) != FreeMessages.NONE) {
                return true;
            }
        }
        return false;
    }

    /** It was not decided whether it matches. If it is not free now, it will be looked at when it is. */
    void lookAgain(FreeMessages free, long msgId) {
        for (int priority = 0; priority < Lanes.PRIORITIES; priority++) {
            if (free.contains(priority, msgId)) {
                again[priority].add(msgId);
            }
        }
    }

    private void forgetTaken(FreeMessages free, int priority) {
        TreeSet<Long> ids = again[priority];
        while (!ids.isEmpty() && !free.contains(priority, ids.first())) {
            ids.pollFirst();
        }
    }
}
