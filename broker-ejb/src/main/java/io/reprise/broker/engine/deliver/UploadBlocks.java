package io.reprise.broker.engine.deliver;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.reprise.broker.engine.log.UploadRef;
import io.reprise.broker.engine.store.VpnStore;
import org.jspecify.annotations.Nullable;

/**
 * Reads uploads block by block through a bounded cache. A large transaction's messages lie side by side in one upload and are
 * delivered one after the other: a statement for each would be what a backlog's speed comes to. Thread-safe; blocks for the
 * database on a miss.
 */
final class UploadBlocks {
    /** A divisor of an upload's chunk, so that a block is a part of one row. */
    static final int BLOCK_BYTES = 256 << 10;

    /** From here on a message is read by itself: it fills blocks of its own. */
    private static final int ALONE_BYTES = BLOCK_BYTES / 2;

    private final VpnStore store;
    private final Cache<Key, byte[]> cache;
    private final OneLoad<Key, byte @Nullable []> loads = new OneLoad<>();

    private record Key(UploadRef upload, int blockNo) {}

    /**
     * @param cacheBytes how much the cache may hold
     */
    UploadBlocks(VpnStore store, long cacheBytes) {
        this.store = store;
        this.cache = Caffeine.newBuilder()
                .maximumWeight(cacheBytes)
                .weigher((Key key, byte[] block) -> block.length)
                .executor(Runnable::run)
                .build();
    }

    /** The bytes {@code offset} to {@code offset + length} of an upload; fewer or null if it does not have them. */
    byte @Nullable [] read(UploadRef upload, int offset, int length) {
        if (length >= ALONE_BYTES) {
            return store.readUpload(upload, offset, length);
        }
        byte[] result = new byte[length];
        int done = 0;
        while (done < length) {
            int at = offset + done;
            byte[] block = block(new Key(upload, at / BLOCK_BYTES));
            int from = at % BLOCK_BYTES;
            if (block == null || block.length <= from) {
                return null;
            }
            int count = Math.min(length - done, block.length - from);
            System.arraycopy(block, from, result, done, count);
            done += count;
        }
        return result;
    }

    private byte @Nullable [] block(Key key) {
        byte[] cached = cache.getIfPresent(key);
        return cached != null ? cached : loads.load(key, () -> loaded(key));
    }

    private byte @Nullable [] loaded(Key key) {
        byte[] block = store.readUpload(key.upload(), key.blockNo() * BLOCK_BYTES, BLOCK_BYTES);
        if (block != null) {
            cache.put(key, block);
        }
        return block;
    }
}
