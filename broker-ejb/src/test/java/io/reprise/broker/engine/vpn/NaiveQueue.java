package io.reprise.broker.engine.vpn;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What a queue should hold, in the plainest way: every message by its id, and where it is. */
final class NaiveQueue {
    /** Where a message is. */
    enum Place {
        FREE,
        IN_FLIGHT,
        IN_DOUBT
    }

    /** A message on a queue. */
    static final class Held {
        final long msgId;
        final String text;
        final int priority;
        final long expiresMillis;
        int attempts;
        /** Of them those that are on disk: one that the database refused is counted in memory until the next. */
        int attemptsOnDisk;

        /** The attempt that is marked on disk as being made; 0 if none. */
        int markOnDisk;
        /** It may have been presented before the broker ended: it is marked before it is presented again. */
        boolean suspect;

        Place place = Place.FREE;

        Held(long msgId, String text, int priority, long expiresMillis) {
            this.msgId = msgId;
            this.text = text;
            this.priority = priority;
            this.expiresMillis = expiresMillis;
        }
    }

    final String name;
    final boolean priorities;
    /** How many are sent ahead to a consumer; 0: who gets what is certain. */
    final int prefetch;

    final Map<Long, Held> messages = new TreeMap<>();
    /** Those that have expired: the broker finds one that does so out of order when it comes to it. */
    final Set<Long> expiredIds = new TreeSet<>();

    int reserved;
    long sent;
    long acknowledged;
    long purged;

    NaiveQueue(String name, boolean priorities, int prefetch) {
        this.name = name;
        this.priorities = priorities;
        this.prefetch = prefetch;
    }

    void place(long msgId, String text, int priority, long expiresMillis) {
        messages.put(msgId, new Held(msgId, text, priority, expiresMillis));
        sent++;
    }

    void acknowledge(long msgId) {
        acknowledged += messages.remove(msgId) == null ? 0 : 1;
    }

    /** @param onDisk whether that was stored */
    void fail(long msgId, boolean onDisk) {
        Held held = messages.get(msgId);
        if (held != null) {
            held.attempts++;
            held.attemptsOnDisk = onDisk ? held.attempts : held.attemptsOnDisk;
            held.markOnDisk = onDisk ? 0 : held.markOnDisk;
            held.place = Place.FREE;
        }
    }

    /** The branch that acknowledges it is rolled back: one more than is on disk. */
    void returnFromDoubt(long msgId) {
        Held held = messages.get(msgId);
        if (held != null) {
            held.attemptsOnDisk = Math.max(held.attemptsOnDisk + 1, held.markOnDisk);
            held.markOnDisk = 0;
            held.attempts = Math.max(held.attempts, held.attemptsOnDisk);
            held.place = Place.FREE;
        }
    }

    /** It is presented: marked first, if it failed before or may have been presented before a crash. */
    void present(long msgId) {
        Held held = messages.get(msgId);
        if (held != null) {
            held.place = Place.IN_FLIGHT;
            held.markOnDisk = held.attempts > 0 || held.suspect ? held.attempts + 1 : 0;
        }
    }

    /** Nobody has seen it after all. */
    void takeBack(long msgId) {
        Held held = messages.get(msgId);
        if (held != null) {
            held.place = Place.FREE;
            held.markOnDisk = 0;
        }
    }

    void move(long msgId, Place place) {
        Held held = messages.get(msgId);
        if (held != null) {
            held.place = place;
        }
    }

    /** What comes next; what has expired before it goes. */
    @Nullable
    Held next(long nowMillis) {
        for (Held held : inOrder()) {
            if (held.place == Place.FREE) {
                if (held.expiresMillis == 0 || held.expiresMillis > nowMillis) {
                    return held;
                }
                messages.remove(held.msgId);
                expiredIds.add(held.msgId);
            }
        }
        return null;
    }

    /** What may come next: one that is free, whichever if some are sent ahead to others. */
    boolean mayComeNext(long msgId, long nowMillis) {
        Held next = next(nowMillis);
        Held held = messages.get(msgId);
        return held != null
                && held.place == Place.FREE
                && (held.expiresMillis == 0 || held.expiresMillis > nowMillis)
                && (prefetch > 0 || held == next);
    }

    private List<Held> inOrder() {
        List<Held> all = new ArrayList<>(messages.values());
        if (priorities) {
            all.sort(Comparator.<Held>comparingInt(held -> -held.priority).thenComparingLong(held -> held.msgId));
        }
        return all;
    }

    void sweep(long nowMillis) {
        for (Held held : List.copyOf(messages.values())) {
            if (held.place == Place.FREE && held.expiresMillis != 0 && held.expiresMillis <= nowMillis) {
                messages.remove(held.msgId);
                expiredIds.add(held.msgId);
            }
        }
    }

    long purge() {
        int before = messages.size();
        messages.values().removeIf(held -> held.place == Place.FREE);
        purged += before - messages.size();
        return before - messages.size();
    }

    /** The broker's memory is gone: its consumers, whose marked deliveries count, and what was not on disk. */
    void forgetMemory() {
        for (Held held : messages.values()) {
            held.place = held.place == Place.IN_FLIGHT ? Place.FREE : held.place;
            held.suspect = true;
            if (held.place == Place.FREE) {
                held.attemptsOnDisk = Math.max(held.attemptsOnDisk, held.markOnDisk);
                held.markOnDisk = 0;
            }
            held.attempts = held.attemptsOnDisk;
        }
    }

    Set<Long> ids() {
        return new TreeSet<>(messages.keySet());
    }

    long count(Place place) {
        return messages.values().stream().filter(held -> held.place == place).count();
    }

    /** Whatever was sent is somewhere, or it went a known way. */
    boolean isBalanced() {
        return sent == messages.size() + acknowledged + expiredIds.size() + purged;
    }
}
