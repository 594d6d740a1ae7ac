package io.reprise.broker.engine.deliver;

import io.reprise.broker.engine.log.Alias;
import io.reprise.broker.engine.log.BodyLocation;
import io.reprise.broker.engine.log.EntryCodec;
import io.reprise.broker.engine.log.MessageSlot;
import io.reprise.broker.engine.log.UploadRef;
import io.reprise.broker.engine.state.EntryIndex;
import io.reprise.broker.engine.store.VpnStore;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.store.LogEntry;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads messages back through a bounded cache of entries: those just committed are still there, so live delivery reads
 * nothing, and a backlog of any size costs no more memory than the cache. Thread-safe; blocks for the database on a miss.
 */
public final class MessageReader {
    private static final int READ_AHEAD_ENTRIES = 64;
    private static final long READ_AHEAD_BYTES = 1 << 20;

    private final VpnStore store;
    private final EntryIndex index;
    private final EntryCache cache;
    private final OneLoad<Long, @Nullable LoadedEntry> loads = new OneLoad<>();
    private final UploadBlocks uploads;

    /**
     * @param cacheBytes how much the caches may hold together: three quarters entries, one quarter large content
     */
    public MessageReader(VpnStore store, EntryIndex index, long cacheBytes) {
        this.store = store;
        this.index = index;
        this.cache = new EntryCache(cacheBytes - cacheBytes / 4);
        this.uploads = new UploadBlocks(store, cacheBytes / 4);
    }

    /** An entry was just committed: its readers are about to come. */
    public void committed(long commitNo, LoadedEntry entry) {
        cache.put(commitNo, entry);
    }

    /**
     * Reads a message.
     *
     * @return null if the log no longer has it
     * @throws BrokerException {@code CORRUPT_BODY} if its bytes are damaged: it alone can't be delivered [LOG.md L11]
     * @throws io.reprise.broker.engine.store.StoreUnavailableException if the database is away
     */
    public @Nullable StoredContent read(long msgId) {
        LoadedEntry entry = entryOf(msgId);
        MessageSlot slot = entry == null ? null : entry.slot(msgId);
        if (entry == null || slot == null) {
            return null;
        }
        Alias alias = slot.alias();
        if (alias == null) {
            return new StoredContent(slot, content(entry.body(), slot));
        }
        StoredContent root = read(alias.rootMsgId());
        return root == null ? null : new StoredContent(slot, root.content());
    }

    /** Reads a message's directory slot only. */
    public @Nullable MessageSlot slot(long msgId) {
        LoadedEntry entry = entryOf(msgId);
        return entry == null ? null : entry.slot(msgId);
    }

    private @Nullable LoadedEntry entryOf(long msgId) {
        EntryIndex.Location location = index.find(msgId);
        if (!location.exists()) {
            return null;
        }
        LoadedEntry cached = cache.get(location.commitNo());
        // Not inside the cache's own lock: it fills others too.
        return cached != null ? cached : loads.load(location.commitNo(), () -> load(location.commitNo()));
    }

    /** The bytes of a message whose slot and entry body are known; also for prepared messages, which have no id yet. */
    public byte[] content(byte[] body, MessageSlot slot) {
        BodyLocation location = slot.body();
        UploadRef upload = location.upload();
        byte[] content =
                upload == null ? slice(body, location) : uploads.read(upload, location.offset(), location.length());
        if (content == null || EntryCodec.crc32c(content, 0, content.length) != location.crc32c()) {
            throw new BrokerException(
                    ErrorCode.CORRUPT_BODY,
                    "body of message " + slot.msgId() + " on '" + slot.topic() + "' in VPN '" + store.vpn()
                            + "' does not match its checksum");
        }
        return content;
    }

    private static byte @Nullable [] slice(byte[] body, BodyLocation location) {
        int end = location.offset() + location.length();
        return end > body.length || location.offset() < 0 || end < location.offset()
                ? null
                : Arrays.copyOfRange(body, location.offset(), end);
    }

    /** Loads an entry, and while at it those behind it, which a drained backlog wants next: as many as are still there then. */
    private @Nullable LoadedEntry load(long commitNo) {
        List<LogEntry> entries = store.readEntries(commitNo, READ_AHEAD_ENTRIES, READ_AHEAD_BYTES);
        if (entries.isEmpty() || entries.get(0).commitNo() != commitNo) {
            return null;
        }
        LoadedEntry wanted = decode(entries.get(0));
        long ahead = 0;
        for (LogEntry entry : entries.subList(1, entries.size())) {
            if (entry.firstMsgId() != 0 && cache.get(entry.commitNo()) == null) {
                LoadedEntry next = decode(entry);
                ahead += next.weightBytes();
                if (ahead > cache.aheadBytes()) {
                    break;
                }
                cache.put(entry.commitNo(), next);
            }
        }
        cache.put(commitNo, wanted);
        return wanted;
    }

    private static LoadedEntry decode(LogEntry entry) {
        byte[] body = entry.body();
        return new LoadedEntry(EntryCodec.decode(entry.head()).messages(), body == null ? new byte[0] : body);
    }
}
