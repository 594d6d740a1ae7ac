package io.reprise.broker.it.backup;

import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/** What publishers and consumers know of their messages: what they began, and what was acknowledged to them. Thread-safe. */
final class BackupLedger {
    final Set<String> tried = ConcurrentHashMap.newKeySet();
    final Set<String> stored = ConcurrentHashMap.newKeySet();
    final Set<String> taken = ConcurrentHashMap.newKeySet();
    final Set<String> acknowledged = ConcurrentHashMap.newKeySet();

    /** As it stands. */
    record Moment(Set<String> tried, Set<String> stored, Set<String> taken, Set<String> acknowledged) {}

    /**
     * What is acknowledged is read first, what was begun last: so a moment never holds an end without its beginning.
     */
    Moment now() {
        Set<String> acknowledgedNow = new TreeSet<>(acknowledged);
        Set<String> storedNow = new TreeSet<>(stored);
        return new Moment(new TreeSet<>(tried), storedNow, new TreeSet<>(taken), acknowledgedNow);
    }
}
