package io.reprise.broker.engine.live;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What waits for one subscriber, within its bounds: without room the oldest direct messages go, never a guaranteed one [spec 1.5, 3.4].
 * With conflation the newest of each subject waits for the end of the interval first, in the order in which these came. Guarded by its
 * stream.
 */
final class StreamBuffer {
    private final int maxMessages;
    private final long maxBytes;
    private final Deque<Update> guaranteed = new ArrayDeque<>(2);
    private final Deque<Update> direct = new ArrayDeque<>(2);
    private final Map<String, Update> conflated = new LinkedHashMap<>(2);
    private int messages;
    private long bytes;
    private long discarded;
    private boolean everDiscarded;

    StreamBuffer(int maxMessages, long maxBytes) {
        this.maxMessages = maxMessages;
        this.maxBytes = maxBytes;
    }

    /** Adds one; false if it is guaranteed and there is no room. */
    boolean add(Update update) {
        if (!makeRoom(update)) {
            return false;
        }
        if (update.isGuaranteed() || fits(update)) {
            (update.isGuaranteed() ? guaranteed : direct).add(update);
            count(update, 1);
        }
        return true;
    }

    /** The same, in the place of what waits of its subject for the end of the interval. */
    boolean conflate(Update update) {
        Update before = conflated.remove(update.topic());
        if (before != null) {
            count(before, -1);
        }
        if (!makeRoom(update)) {
            return false;
        }
        if (update.isGuaranteed() || fits(update)) {
            conflated.put(update.topic(), update);
            count(update, 1);
        }
        return true;
    }

    /** The interval is over; whether something can be taken for that. */
    boolean release() {
        boolean any = !conflated.isEmpty();
        for (Update update : conflated.values()) {
            (update.isGuaranteed() ? guaranteed : direct).add(update);
        }
        conflated.clear();
        return any;
    }

    /** Takes the oldest; null if there is none. */
    @Nullable
    Update poll() {
        Update first = guaranteed.peek();
        Update other = direct.peek();
        boolean takesDirect = first == null || (other != null && other.order() < first.order());
        Update taken = takesDirect ? direct.poll() : guaranteed.poll();
        if (taken != null) {
            count(taken, -1);
        }
        return taken;
    }

    /** Whether nothing can be taken. */
    boolean isEmpty() {
        return guaranteed.isEmpty() && direct.isEmpty();
    }

    /** How many were dropped since {@link #takeDiscarded}. */
    long discarded() {
        return discarded;
    }

    /** How many were dropped since the last call. */
    long takeDiscarded() {
        long result = discarded;
        discarded = 0;
        return result;
    }

    /** Whether every later message of a subject is or was in it: if none was ever dropped, or one still waits. */
    boolean hasLater(String topic) {
        return !everDiscarded
                || conflated.containsKey(topic)
                || guaranteed.stream().anyMatch(update -> update.topic().equals(topic))
                || direct.stream().anyMatch(update -> update.topic().equals(topic));
    }

    void clear() {
        guaranteed.clear();
        direct.clear();
        conflated.clear();
        messages = 0;
        bytes = 0;
    }

    /** False if there is none, and the message is one that may not be lost; a direct one is lost then. */
    private boolean makeRoom(Update update) {
        while (!fits(update)) {
            Update oldest = takeOldestDirect();
            if (oldest == null && update.isGuaranteed()) {
                return false;
            }
            discarded++;
            everDiscarded = true;
            if (oldest == null) {
                return true;
            }
            count(oldest, -1);
        }
        return true;
    }

    /** One finds room in an empty buffer, however large it is. */
    private boolean fits(Update update) {
        return messages == 0 || (messages < maxMessages && bytes + update.sizeBytes() <= maxBytes);
    }

    private @Nullable Update takeOldestDirect() {
        Update oldest = direct.poll();
        if (oldest != null) {
            return oldest;
        }
        Iterator<Update> waiting = conflated.values().iterator();
        while (waiting.hasNext()) {
            Update next = waiting.next();
            if (!next.isGuaranteed()) {
                waiting.remove();
                return next;
            }
        }
        return null;
    }

    private void count(Update update, int sign) {
        messages += sign;
        bytes += (long) sign * update.sizeBytes();
    }
}
