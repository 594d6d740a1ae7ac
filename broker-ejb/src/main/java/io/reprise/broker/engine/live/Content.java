package io.reprise.broker.engine.live;

import io.reprise.broker.engine.deliver.MessageReader;
import io.reprise.broker.engine.deliver.StoredContent;
import io.reprise.broker.engine.log.MessageSlot;
import io.reprise.broker.model.live.LiveMessage;
import io.reprise.broker.model.live.SubjectPosition;
import io.reprise.broker.model.message.Message;
import io.reprise.broker.model.message.MessageCodec;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A message on its way to live subscribers, shared by all of them: decoded once, by the first that is handed it. Thread-safe; guarded by
 * its own monitor, which may be held while the database is read: others then want the same.
 */
final class Content {
    private final boolean guaranteed;
    private final SubjectPosition position;
    private final long takenInMillis;
    private final int sizeBytes;
    private volatile long msgId;
    private byte @Nullable [] encoded;
    private volatile @Nullable Message message;

    private Content(
            long msgId,
            boolean guaranteed,
            SubjectPosition position,
            long takenInMillis,
            int sizeBytes,
            byte @Nullable [] encoded,
            @Nullable Message message) {
        this.msgId = msgId;
        this.guaranteed = guaranteed;
        this.position = position;
        this.takenInMillis = takenInMillis;
        this.sizeBytes = sizeBytes;
        this.encoded = encoded;
        this.message = message;
    }

    /**
     * Of a message that was just committed.
     *
     * @param body of its entry; null if it is not at hand
     */
    static Content committed(MessageSlot slot, byte @Nullable [] body) {
        int from = slot.body().offset();
        int to = from + slot.body().length();
        boolean atHand = body != null && slot.body().upload() == null && to > from && to <= body.length;
        return new Content(
                slot.msgId(),
                !slot.direct(),
                slot.subject(),
                slot.spooledTimeMillis(),
                slot.sizeBytes(),
                atHand ? Arrays.copyOfRange(body, from, to) : null,
                null);
    }

    /** Of a message that is in memory only, so far. */
    static Content direct(Message message, SubjectPosition position, long takenInMillis) {
        return new Content(0, false, position, takenInMillis, message.sizeBytes(), null, message);
    }

    private static Content stored(StoredContent stored) {
        MessageSlot slot = stored.slot();
        return new Content(
                slot.msgId(),
                !slot.direct(),
                slot.subject(),
                slot.spooledTimeMillis(),
                slot.sizeBytes(),
                stored.content(),
                null);
    }

    /** Reads a message back; null if the log no longer has it. Fails as {@link MessageReader#read} does. */
    static @Nullable Content read(long msgId, MessageReader reader) {
        StoredContent stored = reader.read(msgId);
        return stored == null ? null : stored(stored);
    }

    boolean isGuaranteed() {
        return guaranteed;
    }

    SubjectPosition position() {
        return position;
    }

    long takenInMillis() {
        return takenInMillis;
    }

    /** As quotas count it. */
    int sizeBytes() {
        return sizeBytes;
    }

    /** Where it is on disk; 0 if it is not. */
    long msgId() {
        return msgId;
    }

    /** It is on disk now. The loop. */
    void storedAs(long id) {
        msgId = id;
    }

    /** Whether nothing has to be read for it. */
    synchronized boolean isInMemory() {
        return encoded != null || message != null;
    }

    /**
     * The message.
     *
     * @return null if the log no longer has it
     * @throws RuntimeException if it can't be read, or is damaged
     */
    @Nullable
    Message message(MessageReader reader) {
        Message known = message;
        return known != null ? known : decoded(reader);
    }

    private synchronized @Nullable Message decoded(MessageReader reader) {
        if (message != null) {
            return message;
        }
        byte[] bytes = encoded;
        if (bytes == null) {
            StoredContent stored = reader.read(msgId);
            if (stored == null) {
                return null;
            }
            bytes = stored.content();
        }
        message = MessageCodec.decode(bytes);
        encoded = null;
        return message;
    }

    LiveMessage asLive(Message read, SubjectPosition head) {
        return new LiveMessage(read, guaranteed, position, head, takenInMillis);
    }
}
