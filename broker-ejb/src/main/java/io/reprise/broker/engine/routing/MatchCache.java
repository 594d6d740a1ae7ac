package io.reprise.broker.engine.routing;

import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * What lately asked topics were answered, each answer good for one version of the routes: a change makes all of them stale at once and
 * costs nothing. Each topic has one line; topics that share it push each other out. Any thread.
 */
final class MatchCache {
    private static final int LINES = 4096;

    private final AtomicReferenceArray<Line> lines = new AtomicReferenceArray<>(LINES);

    private record Line(String topic, long version, EndpointIds ids) {}

    @Nullable
    EndpointIds get(String topic, long version) {
        Line line = lines.getAcquire(index(topic));
        return line != null && line.version == version && line.topic.equals(topic) ? line.ids : null;
    }

    void put(String topic, long version, EndpointIds ids) {
        lines.setRelease(index(topic), new Line(topic, version, ids));
    }

    private static int index(String topic) {
        return LevelHash.spread(topic.hashCode()) & (LINES - 1);
    }
}
