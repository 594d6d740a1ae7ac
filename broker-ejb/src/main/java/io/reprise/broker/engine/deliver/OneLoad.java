package io.reprise.broker.engine.deliver;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Loads once what several threads want at the same time: the first loads it, the others wait for that. Thread-safe; no lock is
 * held while something is loaded.
 */
final class OneLoad<K, V extends @Nullable Object> {
    private final ConcurrentHashMap<K, CompletableFuture<V>> loading = new ConcurrentHashMap<>();

    /** Loads it, or waits for who does; what fails for one fails for all of them. */
    V load(K key, Supplier<V> loader) {
        CompletableFuture<V> mine = new CompletableFuture<>();
        CompletableFuture<V> other = loading.putIfAbsent(key, mine);
        if (other != null) {
            return await(other);
        }
        try {
            V loaded = loader.get();
            mine.complete(loaded);
            return loaded;
        } catch (RuntimeException | Error e) {
            mine.completeExceptionally(e);
            throw e;
        } finally {
            loading.remove(key);
        }
    }

    private V await(CompletableFuture<V> loading) {
        try {
            return loading.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw e;
        }
    }
}
