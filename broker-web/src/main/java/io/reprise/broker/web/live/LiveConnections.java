package io.reprise.broker.web.live;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.web.settings.WebSettings;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The connections of all live subscribers, as many as there may be. Thread-safe. */
final class LiveConnections {
    private final int limit;
    private final Set<LiveConnection> open = new LinkedHashSet<>();
    private boolean stopped;

    LiveConnections(int limit) {
        this.limit = limit;
    }

    /** @throws BrokerException TOO_MANY_CONNECTIONS; VPN_DOWN if the application is stopping */
    synchronized void add(LiveConnection connection) {
        requireRoom();
        open.add(connection);
    }

    /** @throws BrokerException as {@link #add}, if that would */
    synchronized void requireRoom() {
        if (stopped) {
            throw new BrokerException(ErrorCode.VPN_DOWN, "the broker is stopping");
        }
        if (open.size() >= limit) {
            throw BrokerException.refused(
                    ErrorCode.TOO_MANY_CONNECTIONS,
                    "connections of live streams",
                    open.size() + " are open",
                    limit + " (" + WebSettings.MAX_CONNECTIONS.name() + ")");
        }
    }

    synchronized void remove(LiveConnection connection) {
        open.remove(connection);
    }

    synchronized int count() {
        return open.size();
    }

    void tickAll() {
        now().forEach(LiveConnection::tick);
    }

    void stop() {
        synchronized (this) {
            stopped = true;
        }
        now().forEach(connection -> connection.close("the broker is stopping"));
    }

    private synchronized List<LiveConnection> now() {
        return List.copyOf(open);
    }
}
