package io.reprise.broker.engine.live;

import io.reprise.broker.engine.live.Beginning.Chosen;
import io.reprise.broker.engine.routing.SubscriptionTrie;
import io.reprise.broker.model.live.LiveMessageType;
import io.reprise.broker.model.live.LiveStart;
import io.reprise.broker.model.live.SubjectPosition;
import io.reprise.broker.model.topic.TopicFilter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a new subscriber gets first [spec 3.1, 3.2]. The loop's alone; reads nothing. */
final class Beginnings {
    private final Subjects subjects;

    Beginnings(Subjects subjects) {
        this.subjects = subjects;
    }

    /**
     * Chooses, after what is too old has gone.
     *
     * @param lastMsgId of what was committed so far
     */
    Beginning choose(List<TopicFilter> filters, LiveStart start, long lastMsgId, LiveLimits limits, long nowMillis) {
        if (start instanceof LiveStart.Nothing) {
            return new Beginning(List.of(), null, lastMsgId);
        }
        Collection<Subject> matching = matching(filters);
        for (Subject subject : matching) {
            subjects.history().bound(subject, limits);
        }
        if (start instanceof LiveStart.AfterPosition after) {
            List<Chosen> missed = missed(matching, after.position());
            return recovery(missed, matching, lastMsgId, limits, nowMillis);
        }
        if (start instanceof LiveStart.AfterMessage after) {
            List<Chosen> missed = missed(matching, after.msgId(), lastMsgId);
            return recovery(missed, matching, lastMsgId, limits, nowMillis);
        }
        int newest = start instanceof LiveStart.History history ? history.newest() : 0;
        List<Chosen> chosen = new ArrayList<>();
        for (Subject subject : matching) {
            if (newest > 0 && subject.keptCount() > 0) {
                addKept(chosen, subject, Math.max(0, subject.keptCount() - newest), LiveMessageType.HISTORICAL);
            } else {
                addSnapshot(chosen, subject, limits, nowMillis);
            }
        }
        return new Beginning(chosen, null, lastMsgId);
    }

    private Beginning recovery(
            @Nullable List<Chosen> missed,
            Collection<Subject> matching,
            long lastMsgId,
            LiveLimits limits,
            long nowMillis) {
        if (missed != null) {
            return new Beginning(missed, true, lastMsgId);
        }
        List<Chosen> snapshots = new ArrayList<>();
        matching.forEach(subject -> addSnapshot(snapshots, subject, limits, nowMillis));
        return new Beginning(snapshots, false, lastMsgId);
    }

    /** What came after a place of the one subject; null if not all of it is there, or that can't be known. */
    private static @Nullable List<Chosen> missed(Collection<Subject> matching, SubjectPosition after) {
        List<Chosen> chosen = new ArrayList<>();
        for (Subject subject : matching) {
            SubjectPosition head = subject.head;
            long wanted = head.seq() - after.seq();
            if (!subject.isHeadSure || head.epoch() != after.epoch() || wanted < 0 || wanted > subject.keptCount()) {
                return null;
            }
            addKept(chosen, subject, subject.keptCount() - (int) wanted, LiveMessageType.RECOVERED);
        }
        return matching.isEmpty() ? null : chosen;
    }

    /** What came after a message of the VPN, in order; null if not all of it is there. */
    private @Nullable List<Chosen> missed(Collection<Subject> matching, long afterMsgId, long lastMsgId) {
        if (afterMsgId > lastMsgId || afterMsgId < subjects.forgottenThroughMsgId()) {
            return null;
        }
        List<Beginning.Kept> chosen = new ArrayList<>();
        for (Subject subject : matching) {
            if (afterMsgId < subject.goneThroughMsgId) {
                return null;
            }
            KeptRing kept = subject.kept;
            for (int i = subject.keptCount() - 1; kept != null && i >= 0 && kept.msgId(i) > afterMsgId; i--) {
                chosen.add(new Beginning.Kept(LiveMessageType.RECOVERED, kept.msgId(i), subject.head));
            }
        }
        chosen.sort(Comparator.comparingLong(Beginning.Kept::msgId));
        return new ArrayList<>(chosen);
    }

    private static void addKept(List<Chosen> chosen, Subject subject, int from, LiveMessageType type) {
        KeptRing kept = subject.kept;
        for (int i = from; kept != null && i < kept.size(); i++) {
            chosen.add(new Beginning.Kept(type, kept.msgId(i), subject.head));
        }
    }

    private static void addSnapshot(List<Chosen> chosen, Subject subject, LiveLimits limits, long nowMillis) {
        if (subject.hasSnapshot() && !limits.isSnapshotExpired(subject.snapshotMillis, nowMillis)) {
            chosen.add(Beginning.Snapshot.of(subject));
        }
    }

    /** Known subjects that a filter selects, each once. */
    private Collection<Subject> matching(List<TopicFilter> filters) {
        Set<Subject> matching = new LinkedHashSet<>();
        SubscriptionTrie wildcards = SubscriptionTrie.EMPTY;
        List<String> prefixes = new ArrayList<>();
        for (TopicFilter filter : filters) {
            if (Subscriptions.isExact(filter)) {
                Subject subject = subjects.known(filter.pattern());
                if (subject != null) {
                    matching.add(subject);
                }
            } else {
                wildcards = wildcards.with(0, filter);
                prefixes.add(literalPrefix(filter.pattern()));
            }
        }
        if (wildcards.size() > 0) {
            addMatching(matching, wildcards, prefixes);
        }
        return matching;
    }

    /** Goes through all subjects: what can't match is told by its first characters. */
    private void addMatching(Set<Subject> matching, SubscriptionTrie wildcards, List<String> prefixes) {
        for (Subject subject : subjects.all()) {
            if (startsWithAny(subject.topic, prefixes)
                    && !wildcards.included(subject.topic).isEmpty()) {
                matching.add(subject);
            }
        }
    }

    private static boolean startsWithAny(String topic, List<String> prefixes) {
        for (String prefix : prefixes) {
            if (topic.startsWith(prefix)) {
                return true;
            }
        }
        return false;
    }

    /** The characters before the first that may be a wildcard. */
    private static String literalPrefix(String pattern) {
        int end = 0;
        while (end < pattern.length() && pattern.charAt(end) != '*' && pattern.charAt(end) != '>') {
            end++;
        }
        return pattern.substring(0, end);
    }
}
