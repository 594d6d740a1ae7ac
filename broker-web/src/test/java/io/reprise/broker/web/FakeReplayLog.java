package io.reprise.broker.web;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.management.ReplayLogSettings;
import io.reprise.broker.model.management.ReplayLogView;
import io.reprise.broker.model.message.Message;
import io.reprise.broker.model.message.ReplicationGroupMsgId;
import io.reprise.broker.model.replay.LoggedMessage;
import io.reprise.broker.model.replay.ReplayLog;
import io.reprise.broker.model.replay.ReplayLogStatus;
import io.reprise.broker.model.topic.TopicFilter;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A replay log in memory: its configuration, and messages that a test puts into it. */
public final class FakeReplayLog implements ReplayLog {
    private final TreeMap<Long, LoggedMessage> logged = new TreeMap<>();
    private final TreeMap<Long, Message> messages = new TreeMap<>();
    private final Set<Long> damaged = new HashSet<>();
    private @Nullable ReplayLogView view;
    private long trimmed;

    /** Puts a message in. */
    public void log(LoggedMessage head, Message message) {
        logged.put(head.msgId(), head);
        messages.put(head.msgId(), message);
    }

    /** The content of a message can't be read any more. */
    public void damage(long msgId) {
        damaged.add(msgId);
    }

    Optional<ReplayLogView> view() {
        return Optional.ofNullable(view);
    }

    ReplayLogView create(String name, ReplayLogSettings settings) {
        if (view != null) {
            throw new BrokerException(
                    view.name().equals(name) ? ErrorCode.ALREADY_EXISTS : ErrorCode.NOT_ALLOWED,
                    "replay log '" + view.name() + "' exists");
        }
        return put(name, settings, List.of(), 1);
    }

    ReplayLogView change(String name, ReplayLogSettings settings, long expectedVersion) {
        ReplayLogView before = expected(name, expectedVersion);
        return put(name, settings, before.filters(), before.version() + 1);
    }

    void delete(String name, long expectedVersion) {
        expected(name, expectedVersion);
        view = null;
        logged.clear();
    }

    void addFilter(String name, TopicFilter filter) {
        ReplayLogView before = expected(name, -1);
        List<TopicFilter> filters = new ArrayList<>(before.filters());
        if (filters.contains(filter)) {
            throw new BrokerException(ErrorCode.ALREADY_EXISTS, "topic filter '" + filter + "' exists");
        }
        filters.add(filter);
        put(name, before.settings(), filters.stream().sorted().toList(), before.version() + 1);
    }

    void removeFilter(String name, TopicFilter filter) {
        ReplayLogView before = expected(name, -1);
        List<TopicFilter> filters = new ArrayList<>(before.filters());
        if (!filters.remove(filter)) {
            throw new BrokerException(ErrorCode.NOT_FOUND, "topic filter '" + filter + "' is missing");
        }
        put(name, before.settings(), filters, before.version() + 1);
    }

    private ReplayLogView put(String name, ReplayLogSettings settings, List<TopicFilter> filters, long version) {
        ReplayLogView after = new ReplayLogView(name, settings, version, 1_000_000, filters);
        view = after;
        return after;
    }

    private ReplayLogView expected(String name, long expectedVersion) {
        ReplayLogView current = view;
        if (current == null || !current.name().equals(name)) {
            throw new BrokerException(ErrorCode.NOT_FOUND, "replay log '" + name + "' is missing");
        }
        if (expectedVersion >= 0 && current.version() != expectedVersion) {
            throw new BrokerException(ErrorCode.VERSION_CONFLICT, "replay log '" + name + "' was changed");
        }
        return current;
    }

    @Override
    public ReplayLogStatus status() {
        return new ReplayLogStatus(
                logged.values().stream().mapToLong(LoggedMessage::sizeBytes).sum(),
                logged.size(),
                logged.isEmpty() ? 0 : logged.firstKey(),
                logged.isEmpty() ? 0 : logged.firstEntry().getValue().spooledTimeMillis(),
                logged.isEmpty() ? 0 : logged.lastKey(),
                logged.isEmpty() ? 0 : logged.lastEntry().getValue().spooledTimeMillis(),
                1_000_000,
                logged.size() + trimmed,
                trimmed,
                3,
                60,
                6,
                4_000,
                900,
                600,
                60);
    }

    @Override
    public List<LoggedMessage> after(long msgId, int limit) {
        return logged.tailMap(msgId, false).values().stream().limit(limit).toList();
    }

    @Override
    public List<LoggedMessage> before(long msgId, int limit) {
        return logged.headMap(msgId, false).descendingMap().values().stream()
                .limit(limit)
                .toList();
    }

    @Override
    public long beforeTime(Instant time) {
        return logged.values().stream()
                .filter(message -> message.spooledTimeMillis() >= time.toEpochMilli())
                .findFirst()
                .map(message -> message.msgId() - 1)
                .orElse(logged.isEmpty() ? 0 : logged.lastKey());
    }

    @Override
    public Optional<Message> message(long msgId) {
        if (damaged.contains(msgId)) {
            throw new BrokerException(
                    ErrorCode.CORRUPT_BODY, "body of message " + msgId + " does not match its checksum");
        }
        return logged.containsKey(msgId) ? Optional.ofNullable(messages.get(msgId)) : Optional.empty();
    }

    @Override
    public long trimOlderThan(Instant time) {
        return trimBefore(beforeTime(time) + 1);
    }

    @Override
    public long trimBefore(ReplicationGroupMsgId id) {
        return trimBefore(id.msgId());
    }

    private long trimBefore(long msgId) {
        int before = logged.size();
        logged.headMap(msgId, false).clear();
        trimmed += before - logged.size();
        return before - logged.size();
    }
}
