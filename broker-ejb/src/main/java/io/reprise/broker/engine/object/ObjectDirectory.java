package io.reprise.broker.engine.object;

import io.reprise.broker.model.object.ObjectKind;
import io.reprise.broker.model.object.ObjectName;
import io.reprise.broker.model.object.ObjectView;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The objects of one VPN as they are on disk. The committer changes it, after the change is on disk; anyone reads it. A concurrent map
 * guards it; a lock keeps who works something out from several of them from seeing a change in part.
 */
public final class ObjectDirectory implements ObjectLookup {
    private final ConcurrentNavigableMap<ObjectName, ObjectView> byName = new ConcurrentSkipListMap<>();
    private final AtomicLong generation = new AtomicLong();
    private final ReadWriteLock lock = new ReentrantReadWriteLock();

    @Override
    public @Nullable ObjectView find(ObjectName name) {
        return byName.get(name);
    }

    /** Adds an object, or replaces the one of that name. */
    public void put(ObjectView object) {
        byName.put(object.name(), object);
        generation.incrementAndGet();
    }

    public void remove(ObjectName name) {
        byName.remove(name);
        generation.incrementAndGet();
    }

    /** Takes a change of several objects over, of which {@link #whole} sees all or nothing. The committer's thread. */
    public void change(Runnable puts) {
        lock.writeLock().lock();
        try {
            puts.run();
        } finally {
            lock.writeLock().unlock();
        }
    }

    /** What is worked out from the objects as they were between two changes; short, it holds up the next change. */
    public <T> T whole(Supplier<T> worker) {
        lock.readLock().lock();
        try {
            return worker.get();
        } finally {
            lock.readLock().unlock();
        }
    }

    /** Rises with each change, after it: what was worked out from these objects before it may be outdated. */
    public long generation() {
        return generation.get();
    }

    @Override
    public Collection<ObjectView> of(ObjectKind kind, String parent) {
        return after(kind, parent, "").values();
    }

    /** All of a kind, whatever they belong to. */
    public Collection<ObjectView> of(ObjectKind kind) {
        ConcurrentNavigableMap<ObjectName, ObjectView> from = byName.tailMap(new ObjectName(kind, "", ""), false);
        boolean isLast = kind.ordinal() == ObjectKind.values().length - 1;
        return isLast
                ? from.values()
                : from.headMap(new ObjectName(ObjectKind.values()[kind.ordinal() + 1], "", ""), true)
                        .values();
    }

    /** Up to {@code limit} of a kind that belong to the same one, whose names come after {@code afterName}. */
    public List<ObjectView> page(ObjectKind kind, String parent, String afterName, int limit) {
        return after(kind, parent, afterName).values().stream().limit(limit).toList();
    }

    private ConcurrentNavigableMap<ObjectName, ObjectView> after(ObjectKind kind, String parent, String afterName) {
        // The least text that comes after the parent's.
        ObjectName end = new ObjectName(kind, parent + '\0', "");
        return byName.subMap(new ObjectName(kind, parent, afterName), false, end, false);
    }
}
