package io.reprise.broker.engine.client;

import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.management.ClientView;
import java.time.Instant;
import java.time.InstantSource;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/** What one client has done since it was first seen. Any thread, the committer and under locks too: never blocks. */
public final class ClientTally {
    /** Of who gives no name: shown to nobody. */
    public static final ClientTally NOBODY = new ClientTally("", InstantSource.system());

    private final String name;
    private final InstantSource clock;
    private final Instant since;
    private volatile String username = "";
    private final AtomicLong lastMillis;
    private final AtomicInteger flows = new AtomicInteger();
    private final AtomicInteger subscriptions = new AtomicInteger();
    private final LongAdder published = new LongAdder();
    private final LongAdder duplicates = new LongAdder();
    private final LongAdder direct = new LongAdder();
    private final LongAdder promoted = new LongAdder();
    private final LongAdder promotionDiscards = new LongAdder();
    private final Map<ErrorCode, LongAdder> rejections = new ConcurrentHashMap<>();
    private final LongAdder presented = new LongAdder();
    private final LongAdder redelivered = new LongAdder();
    private final LongAdder acknowledged = new LongAdder();
    private final LongAdder live = new LongAdder();
    private final LongAdder demoted = new LongAdder();
    private final LongAdder directDiscards = new LongAdder();

    ClientTally(String name, InstantSource clock) {
        this.name = name;
        this.clock = clock;
        this.since = clock.instant();
        this.lastMillis = new AtomicLong(since.toEpochMilli());
    }

    /** Who it says it is; empty if it has not. */
    void username(String given) {
        if (!given.isEmpty()) {
            username = given;
        }
    }

    public String username() {
        return username;
    }

    // ---- it publishes ----

    /**
     * Messages are stored, or admitted where that is enough.
     *
     * @param again how many were sent again, and dropped
     */
    public void stored(int messages, int again) {
        published.add(messages);
        if (again > 0) {
            duplicates.add(again);
        }
        isActive();
    }

    public void refused(ErrorCode reason, int messages) {
        rejections.computeIfAbsent(reason, none -> new LongAdder()).add(messages);
        isActive();
    }

    /** A direct message was published. */
    public void direct() {
        direct.increment();
        isActive();
    }

    /** Direct ones were stored for endpoints or the replay log. */
    public void promoted(int messages) {
        promoted.add(messages);
    }

    /** A direct one that they attract was left out. */
    public void promotionDiscarded() {
        promotionDiscards.increment();
    }

    // ---- it consumes ----

    public void bound() {
        flows.incrementAndGet();
        isActive();
    }

    public void unbound() {
        flows.decrementAndGet();
        isActive();
    }

    public void presented(boolean again) {
        presented.increment();
        if (again) {
            redelivered.increment();
        }
    }

    public void acknowledged() {
        acknowledged.increment();
    }

    // ---- it subscribes live ----

    public void subscribed() {
        subscriptions.incrementAndGet();
        isActive();
    }

    public void unsubscribed() {
        subscriptions.decrementAndGet();
        isActive();
    }

    /** A message was handed to it live; one that was published guaranteed comes to it demoted. */
    public void handed(boolean guaranteed) {
        live.increment();
        if (guaranteed) {
            demoted.increment();
        }
    }

    /** Direct messages were lost in its own buffer. */
    public void directDiscarded(long messages) {
        directDiscards.add(messages);
    }

    private void isActive() {
        lastMillis.lazySet(clock.millis());
    }

    /** Whether nothing of it is there now. */
    boolean isIdle() {
        return flows.get() == 0 && subscriptions.get() == 0;
    }

    /** When it last came, went or published, milliseconds of the epoch. */
    long lastMillis() {
        return lastMillis.get();
    }

    ClientView view() {
        Map<ErrorCode, Long> reasons = new EnumMap<>(ErrorCode.class);
        rejections.forEach((reason, count) -> reasons.put(reason, count.sum()));
        return new ClientView(
                name,
                username,
                since,
                Instant.ofEpochMilli(lastMillis.get()),
                flows.get(),
                subscriptions.get(),
                published.sum(),
                duplicates.sum(),
                Map.copyOf(reasons),
                direct.sum(),
                promoted.sum(),
                promotionDiscards.sum(),
                presented.sum(),
                redelivered.sum(),
                acknowledged.sum(),
                live.sum(),
                demoted.sum(),
                directDiscards.sum());
    }
}
