package io.reprise.broker.engine.vpn;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;

/** A wall clock that goes when it is told to. Thread-safe. */
public final class SettableClock implements InstantSource {
    private final AtomicLong millis =
            new AtomicLong(Instant.parse("2024-05-01T12:00:00Z").toEpochMilli());

    @Override
    public Instant instant() {
        return Instant.ofEpochMilli(millis.get());
    }

    @Override
    public long millis() {
        return millis.get();
    }

    public void advance(Duration by) {
        millis.addAndGet(by.toMillis());
    }

    public void set(long newMillis) {
        millis.set(newMillis);
    }
}
