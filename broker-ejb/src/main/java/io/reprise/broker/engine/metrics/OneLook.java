package io.reprise.broker.engine.metrics;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A source that is asked once for each scrape, however many metrics come from it: figures of one moment, and of ten thousand endpoints
 * they are not summed up for each metric anew. Guarded by who scrapes.
 */
final class OneLook<T> implements EngineMetrics.Source<T> {
    private final EngineMetrics.Source<T> source;
    private @Nullable Map<String, T> seen;

    OneLook(EngineMetrics.Source<T> source) {
        this.source = source;
    }

    /** Another scrape begins, or one is over. */
    void forget() {
        seen = null;
    }

    @Override
    public void forEach(BiConsumer<String, T> each) {
        Map<String, T> known = seen;
        if (known == null) {
            known = new LinkedHashMap<>();
            source.forEach(known::put);
            seen = known;
        }
        known.forEach(each);
    }
}
