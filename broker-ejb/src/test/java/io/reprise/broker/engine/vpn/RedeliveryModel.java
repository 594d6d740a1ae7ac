package io.reprise.broker.engine.vpn;

import io.reprise.broker.engine.log.Death;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What is to become of messages that fail, wait, die and come home, in the plainest way [spec 4.3]. */
final class RedeliveryModel {
    /** Where a message is. */
    enum Place {
        /** On its queue, and nobody's: it may wait for its time, or be dead and held. */
        FREE,
        IN_FLIGHT,
        IN_DOUBT,
        ACKNOWLEDGED,
        DELETED
    }

    /** A queue. */
    static final class Queue {
        final String name;
        final boolean inOrder;
        final boolean delays;
        long endpointId;
        /** Total deliveries; 0 = no limit. */
        int limit;
        /** Empty: dead ones are deleted. */
        final String deadMsgQueue;

        boolean takesDead = true;
        boolean exists = true;
        final long maxBytes;

        Queue(String name, boolean inOrder, boolean delays, int limit, String deadMsgQueue, long maxBytes) {
            this.name = name;
            this.inOrder = inOrder;
            this.delays = delays;
            this.limit = limit;
            this.deadMsgQueue = deadMsgQueue;
            this.maxBytes = maxBytes;
        }
    }

    /** One copy of a message, wherever it moves. */
    static final class Copy {
        final String text;
        final boolean eligible;
        final long ttlMillis;
        Queue queue;
        /** 0 until it is seen there. */
        long msgId;

        int sizeBytes;
        long expiresMillis;
        Place place = Place.FREE;
        /** Attempts counted, also those that the database refused. */
        int attempts;

        int attemptsOnDisk;
        int markOnDisk;
        long dueOnDisk;
        /** Until when it waits in memory. */
        long waitsUntilMillis;

        /** The failed attempt that was its last; 0 if it has more. */
        int diesAfter;

        /** Its consumer wanted no more of them. */
        boolean rejected;

        boolean suspect;
        boolean dead;
        long homeId;

        @Nullable
        Death first;

        Copy(String text, boolean eligible, long ttlMillis, Queue queue, long nowMillis) {
            this.text = text;
            this.eligible = eligible;
            this.ttlMillis = ttlMillis;
            this.queue = queue;
            this.expiresMillis = ttlMillis == 0 ? 0 : nowMillis + ttlMillis;
        }

        boolean isAlive() {
            return place != Place.ACKNOWLEDGED && place != Place.DELETED;
        }

        boolean isExpired(long nowMillis) {
            return expiresMillis != 0 && expiresMillis <= nowMillis;
        }

        /** It is on a queue as new. */
        private void comesTo(Queue to, long expires) {
            queue = to;
            msgId = 0;
            place = Place.FREE;
            expiresMillis = expires;
            attempts = 0;
            attemptsOnDisk = 0;
            markOnDisk = 0;
            dueOnDisk = 0;
            waitsUntilMillis = 0;
            diesAfter = 0;
            rejected = false;
            suspect = false;
        }

        @Override
        public String toString() {
            return text.substring(0, Math.min(8, text.length())) + " (" + msgId + ") on " + queue.name + ", " + place
                    + ", attempts "
                    + attempts + "/" + attemptsOnDisk + ", mark " + markOnDisk + (suspect ? ", suspect" : "")
                    + (dead ? ", dead" : "");
        }
    }

    final Map<String, Queue> queues = new TreeMap<>();
    final List<Copy> copies = new ArrayList<>();

    Queue queue(Queue queue) {
        queues.put(queue.name, queue);
        return queue;
    }

    List<Copy> on(Queue queue) {
        return copies.stream()
                .filter(copy -> copy.isAlive() && copy.queue == queue)
                .toList();
    }

    long count(Queue queue, Place place) {
        return on(queue).stream().filter(copy -> copy.place == place).count();
    }

    // ---- death ----

    static boolean isExhausted(int limit, int attempts) {
        return limit > 0 && attempts >= limit;
    }

    @Nullable
    Queue target(Copy copy) {
        Queue target = queues.get(copy.queue.deadMsgQueue);
        return target != null && target.exists ? target : null;
    }

    /** Whether it is deleted when it dies. Nobody here respects ineligibility, so that only counts without a target. */
    boolean isDeletedByDeath(Copy copy) {
        return copy.queue.deadMsgQueue.isEmpty() || !copy.eligible && target(copy) == null;
    }

    private boolean hasRoom(Queue target, Copy copy) {
        long used = on(target).stream().mapToLong(each -> each.sizeBytes).sum();
        return target.takesDead && used + copy.sizeBytes <= target.maxBytes;
    }

    /** Whether it leaves its queue if it dies now; else it is held. */
    boolean leavesByDeath(Copy copy) {
        Queue target = target(copy);
        return isDeletedByDeath(copy) || target != null && target != copy.queue && hasRoom(target, copy);
    }

    void moved(Copy copy, Queue to, Death first) {
        copy.homeId = copy.queue.endpointId;
        copy.first = first;
        copy.dead = true;
        copy.comesTo(to, 0);
    }

    /** Goes home, if that is still there; whether it did. */
    boolean retry(Copy copy, long nowMillis) {
        for (Queue home : queues.values()) {
            if (copy.dead
                    && home.exists
                    && home.endpointId == copy.homeId
                    && home != copy.queue
                    && hasRoom(home, copy)) {
                copy.dead = false;
                copy.comesTo(home, copy.ttlMillis == 0 ? 0 : nowMillis + copy.ttlMillis);
                return true;
            }
        }
        return false;
    }

    // ---- deliveries ----

    /** @param marked whether it is marked on disk at once */
    static void presented(Copy copy, boolean marked) {
        copy.place = Place.IN_FLIGHT;
        copy.markOnDisk = marked || copy.attempts > 0 || copy.suspect ? copy.attempts + 1 : 0;
    }

    static void givenBack(Copy copy) {
        copy.place = Place.FREE;
        copy.markOnDisk = 0;
        copy.waitsUntilMillis = 0;
    }

    /** @param dueMillis until when it waits; 0 = it doesn't */
    static void counted(Copy copy, int attempts, long dueMillis) {
        copy.place = Place.FREE;
        copy.attempts = Math.max(copy.attempts, attempts);
        copy.attemptsOnDisk = attempts;
        copy.markOnDisk = 0;
        copy.dueOnDisk = dueMillis;
        copy.waitsUntilMillis = dueMillis;
    }

    /** The database refused to count it. */
    static void countedInMemory(Copy copy) {
        copy.place = Place.FREE;
        copy.attempts++;
        copy.waitsUntilMillis = 0;
    }

    static void waitsNoLonger(Copy copy) {
        copy.dueOnDisk = 0;
        copy.waitsUntilMillis = 0;
    }

    static void rolledBack(Copy copy) {
        counted(copy, Math.max(copy.attemptsOnDisk + 1, copy.markOnDisk), 0);
    }

    /** The broker's memory is gone; what is marked counts, but for what a branch has. */
    void forgetMemory() {
        for (Copy copy : copies) {
            if (copy.isAlive() && copy.place != Place.IN_DOUBT) {
                if (copy.markOnDisk > 0) {
                    counted(copy, copy.markOnDisk, 0);
                }
                copy.place = Place.FREE;
                copy.waitsUntilMillis = copy.dueOnDisk;
            }
            copy.attempts = copy.attemptsOnDisk;
        }
    }
}
