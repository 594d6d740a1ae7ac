package io.reprise.broker.engine.state;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * Backlogs that endpoints no longer have, and whose messages no longer keep their entries alive. A small one is let go of at once; one
 * of a million messages would stop the committer for long, so that goes in slices between entries: an entry may well be kept a little
 * longer than it is needed. Nothing of this is durable: a recovery counts anew. Not thread-safe: the committer's.
 */
final class DroppedBacklogs {
    /** So many messages are let go of at once. */
    static final int AT_ONCE = 10_000;

    private final References references;
    private final ArrayDeque<Remains> remains = new ArrayDeque<>();

    DroppedBacklogs(References references) {
        this.references = references;
    }

    /** What of a backlog is still to be let go of. */
    private static final class Remains {
        final Backlog backlog;
        final List<Integer> lanes = new ArrayList<>();
        int lane;
        long from;

        Remains(Backlog backlog) {
            this.backlog = backlog;
            backlog.forEachLane(lanes::add);
        }
    }

    void add(Backlog gone) {
        remains.add(new Remains(gone));
        if (remains.size() == 1) {
            letGo(AT_ONCE);
        }
    }

    /** Forgets them: references are counted anew. */
    void clear() {
        remains.clear();
    }

    /** Lets go of so many messages at most; whether there are more. */
    boolean letGo(int max) {
        int[] left = {max};
        while (!remains.isEmpty() && left[0] > 0) {
            Remains first = remains.element();
            if (first.lane == first.lanes.size()) {
                remains.remove();
            } else if (letGo(first, left)) {
                first.lane++;
                first.from = 0;
            }
        }
        return !remains.isEmpty();
    }

    /** Whether its lane is done. */
    private boolean letGo(Remains of, int[] left) {
        return of.backlog.forEachInLane(of.lanes.get(of.lane), of.from, msgId -> {
            references.release(msgId, of.backlog.notes().of(msgId).rootMsgId());
            of.from = msgId + 1;
            left[0]--;
            return left[0] > 0;
        });
    }
}
