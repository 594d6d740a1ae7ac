package io.reprise.broker.model.management;

import io.reprise.broker.model.object.ObjectKind;
import io.reprise.broker.model.object.ObjectName;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The figures of every REST delivery point of this server and of its parts. One for each broker: {@code broker.shared(PushBoard.class,
 * PushBoard::new)}. Thread-safe; of this server's memory only.
 */
public final class PushBoard {
    private final Map<Key, PushFigures> figures = new ConcurrentHashMap<>();

    private record Key(String vpn, ObjectName name) {}

    /** Those of an object, all zero at first. */
    public PushFigures of(String vpn, ObjectName name) {
        return figures.computeIfAbsent(new Key(vpn, name), none -> new PushFigures());
    }

    /** What an object's figures are now. */
    public PushStatistics now(String vpn, ObjectName name) {
        PushFigures found = figures.get(new Key(vpn, name));
        return (found == null ? new PushFigures() : found).now();
    }

    /** The figures of a VPN's delivery points, each with all that it does. */
    public List<PushStatistics> ofPoints(String vpn) {
        return figures.entrySet().stream()
                .filter(entry -> entry.getKey().vpn().equals(vpn)
                        && entry.getKey().name().kind() == ObjectKind.REST_DELIVERY_POINT)
                .map(entry -> entry.getValue().now())
                .toList();
    }

    /** Forgets what a VPN does not have any more. */
    public void retain(String vpn, Collection<ObjectName> names) {
        figures.keySet().removeIf(key -> key.vpn().equals(vpn) && !names.contains(key.name()));
    }
}
