package io.reprise.broker.engine.state;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.engine.state.LoggedIndex.Cut;
import io.reprise.broker.engine.state.LoggedIndex.LoggedEntry;
import io.reprise.broker.engine.state.NaiveVpn.Logged;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/** Holds the index of the replay log against the oracle's list of it, through all that can be asked. */
final class LogAssertions {
    private final NaiveVpn expected;
    private final LoggedIndex actual;
    /** What the log should hold of each entry. */
    private final List<LoggedEntry> entries = new ArrayList<>();

    private final TreeMap<Long, Long> bytesOfEntries = new TreeMap<>();
    private final TreeMap<Long, Long> timesOfEntries = new TreeMap<>();

    LogAssertions(NaiveVpn expected, VpnState actual) {
        this.expected = expected;
        this.actual = actual.entries().logged();
        TreeMap<Long, Integer> messages = new TreeMap<>();
        expected.replayLog.values().forEach(logged -> {
            messages.merge(logged.commitNo(), 1, Integer::sum);
            bytesOfEntries.merge(logged.commitNo(), (long) logged.sizeBytes(), Long::sum);
            timesOfEntries.put(logged.commitNo(), logged.timeMillis());
        });
        messages.forEach((commitNo, count) -> {
            NaiveVpn.Ids ids = expected.idsOf(commitNo);
            entries.add(new LoggedEntry(commitNo, ids.first(), ids.last(), count));
        });
    }

    void check() {
        TreeMap<Long, Logged> log = expected.replayLog;
        assertThat(actual.trimmedThroughMsgId()).as("low-water mark").isEqualTo(expected.trimmedThroughMsgId);
        assertThat(actual.messages()).as("messages in the replay log").isEqualTo(log.size());
        assertThat(actual.sizeBytes())
                .as("bytes in the replay log")
                .isEqualTo(log.values().stream().mapToLong(Logged::sizeBytes).sum());
        assertThat(actual.entries(0, Long.MAX_VALUE, Integer.MAX_VALUE))
                .as("logged entries")
                .isEqualTo(entries);
        assertThat(actual.oldestMsgId()).as("oldest logged id").isEqualTo(log.isEmpty() ? 0 : log.firstKey());
        assertThat(actual.oldestTimeMillis())
                .as("oldest logged time")
                .isEqualTo(log.isEmpty() ? 0 : log.firstEntry().getValue().timeMillis());
        assertThat(actual.newestTimeMillis())
                .as("newest logged time")
                .isEqualTo(log.isEmpty() ? 0 : log.lastEntry().getValue().timeMillis());
        List<Long> ids = new ArrayList<>(log.keySet());
        for (int i = 0; i < ids.size(); i += 1 + ids.size() / 3) {
            around(ids.get(i), ids.get(ids.size() - 1 - i));
        }
    }

    private void around(long msgId, long other) {
        List<LoggedEntry> after = entries.stream()
                .filter(entry -> entry.lastMsgId() > msgId)
                .limit(2)
                .toList();
        assertThat(actual.entries(msgId, Long.MAX_VALUE, 2))
                .as("entries after %d", msgId)
                .isEqualTo(after);
        List<LoggedEntry> below = new ArrayList<>(
                entries.stream().filter(entry -> entry.firstMsgId() < msgId).toList());
        Collections.reverse(below);
        assertThat(actual.entriesBelow(msgId, 2))
                .as("entries below %d", msgId)
                .isEqualTo(below.stream().limit(2).toList());
        long low = Math.min(msgId, other) - 1;
        long high = Math.max(msgId, other);
        assertThat(actual.count(low, high))
                .as("count from %d to %d", low, high)
                .isEqualTo(entries.stream()
                        .filter(entry -> entry.lastMsgId() > low && entry.firstMsgId() <= high)
                        .mapToLong(LoggedEntry::messages)
                        .sum());
        long time = requireNonNull(expected.replayLog.get(msgId)).timeMillis();
        atTime(time);
        atTime(time + 1);
        cuts(msgId, time);
    }

    private void atTime(long timeMillis) {
        assertThat(actual.firstMsgIdAtOrAfter(timeMillis))
                .as("first at %d or later", timeMillis)
                .isEqualTo(expected.replayLog.entrySet().stream()
                        .filter(logged -> logged.getValue().timeMillis() >= timeMillis)
                        .mapToLong(Map.Entry::getKey)
                        .findFirst()
                        .orElse(0));
    }

    private void cuts(long msgId, long timeMillis) {
        assertThat(actual.olderThan(timeMillis))
                .as("older than %d", timeMillis)
                .isEqualTo(cut(entry -> requireNonNull(timesOfEntries.get(entry.commitNo())) < timeMillis));
        assertThat(actual.wholeBelow(msgId))
                .as("entries wholly below %d", msgId)
                .isEqualTo(cut(entry -> entry.lastMsgId() < msgId));
        long[] before = {0};
        assertThat(actual.oldest(150)).as("the oldest with 150 bytes").isEqualTo(cut(entry -> {
            boolean goes = before[0] < 150;
            before[0] += requireNonNull(bytesOfEntries.get(entry.commitNo()));
            return goes;
        }));
    }

    private Cut cut(Predicate<LoggedEntry> goes) {
        Cut cut = Cut.NOTHING;
        for (LoggedEntry entry : entries) {
            if (!goes.test(entry)) {
                break;
            }
            cut = new Cut(
                    entry.lastMsgId(),
                    cut.messages() + entry.messages(),
                    cut.sizeBytes() + requireNonNull(bytesOfEntries.get(entry.commitNo())));
        }
        return cut;
    }
}
