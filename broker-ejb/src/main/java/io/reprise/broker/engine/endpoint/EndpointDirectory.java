package io.reprise.broker.engine.endpoint;

import io.reprise.broker.engine.object.ObjectDirectory;
import io.reprise.broker.engine.selector.Selector;
import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.endpoint.EndpointName;
import io.reprise.broker.model.message.Message;
import io.reprise.broker.model.store.Vpn;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;

/**
 * The configuration of a VPN: its own, its replay log's, and all its endpoints by id and by name. The committer changes it, after the
 * change is on disk; anyone reads it. Concurrent maps guard it.
 */
public final class EndpointDirectory {
    private final Map<Long, EndpointConfig> byId = new ConcurrentHashMap<>();
    /** Of those that don't keep everything. */
    private final Map<Long, Selector> selectors = new ConcurrentHashMap<>();

    private final Map<EndpointKind, ConcurrentSkipListMap<String, EndpointConfig>> byName =
            new EnumMap<>(EndpointKind.class);

    private final ObjectDirectory objects = new ObjectDirectory();
    private volatile VpnConfig vpn = VpnConfig.of(new Vpn());
    private volatile @Nullable ReplayLogConfig replayLog;

    public EndpointDirectory() {
        for (EndpointKind kind : EndpointKind.values()) {
            byName.put(kind, new ConcurrentSkipListMap<>());
        }
    }

    /** What else the VPN holds. */
    public ObjectDirectory objects() {
        return objects;
    }

    /** The VPN's own configuration. */
    public VpnConfig vpn() {
        return vpn;
    }

    public void put(VpnConfig changed) {
        vpn = changed;
    }

    /** The replay log's configuration; null if the VPN has no log. */
    public @Nullable ReplayLogConfig replayLog() {
        return replayLog;
    }

    /** @param changed null once the log is deleted */
    public void putReplayLog(@Nullable ReplayLogConfig changed) {
        replayLog = changed;
    }

    /** Whether endpoints may be replayed: there is a replay log, and it gives out messages [spec 2.1]. */
    public boolean isReplayEnabled() {
        ReplayLogConfig log = replayLog;
        return log != null && log.settings().egressEnabled();
    }

    public @Nullable EndpointConfig byId(long id) {
        return byId.get(id);
    }

    /** The endpoint of that name; the default dead message queue has two. */
    public @Nullable EndpointConfig byName(EndpointKind kind, String name) {
        boolean undelivered = kind == EndpointKind.QUEUE && name.equals(EndpointName.UNDELIVERED);
        return names(kind).get(undelivered ? EndpointName.DEAD_MESSAGE_QUEUE.text() : name);
    }

    /** Whether an endpoint keeps a message that is published now [spec 4.1]. */
    public boolean keeps(EndpointConfig endpoint, Message message) {
        Selector selector = selectors.get(endpoint.id());
        return selector == null || selector.matches(message, 1);
    }

    /** Adds an endpoint, or replaces the one of the same id. */
    public void put(EndpointConfig endpoint) {
        String selector = endpoint.settings().selector();
        if (selector.isBlank()) {
            selectors.remove(endpoint.id());
        } else {
            selectors.put(endpoint.id(), Selector.compile(selector));
        }
        byId.put(endpoint.id(), endpoint);
        names(endpoint.kind()).put(endpoint.name(), endpoint);
    }

    public void remove(EndpointConfig endpoint) {
        byId.remove(endpoint.id());
        selectors.remove(endpoint.id());
        names(endpoint.kind()).remove(endpoint.name());
    }

    public Collection<EndpointConfig> all() {
        return byId.values();
    }

    public int count(EndpointKind kind) {
        return names(kind).size();
    }

    /** Up to {@code limit} endpoints whose names come after {@code afterName}, in order. */
    public List<EndpointConfig> page(EndpointKind kind, String afterName, int limit) {
        List<EndpointConfig> page = new ArrayList<>(Math.min(limit, 100));
        for (EndpointConfig endpoint : names(kind).tailMap(afterName, false).values()) {
            if (page.size() == limit) {
                break;
            }
            page.add(endpoint);
        }
        return page;
    }

    private ConcurrentSkipListMap<String, EndpointConfig> names(EndpointKind kind) {
        return Objects.requireNonNull(byName.get(kind));
    }
}
