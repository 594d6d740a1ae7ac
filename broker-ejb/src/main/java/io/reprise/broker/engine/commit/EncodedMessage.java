package io.reprise.broker.engine.commit;

import io.reprise.broker.engine.log.EntryCodec;
import io.reprise.broker.engine.log.UploadRef;
import io.reprise.broker.model.message.Message;
import io.reprise.broker.model.message.MessageCodec;
import org.jspecify.annotations.Nullable;

/**
 * A message ready to be put into an entry, made by the publisher's thread.
 *
 * @param message what routing reads
 * @param content its stored bytes; also when they were uploaded
 * @param crc32c their checksum
 * @param sizeBytes what quotas count
 * @param upload where its bytes lie already; null if they go into the entry
 * @param uploadOffset where in the upload
 */
public record EncodedMessage(
        Message message,
        byte[] content,
        int crc32c,
        int sizeBytes,
        @Nullable UploadRef upload,
        int uploadOffset) {
    /** What a message adds to an entry beside its content: directory, placements. */
    private static final int OVERHEAD_BYTES = 96;

    public static EncodedMessage of(Message message) {
        byte[] content = MessageCodec.encode(message);
        return new EncodedMessage(
                message, content, EntryCodec.crc32c(content, 0, content.length), message.sizeBytes(), null, 0);
    }

    /** The same, its bytes uploaded already. */
    public EncodedMessage uploaded(UploadRef where, int offset) {
        return new EncodedMessage(message, content, crc32c, sizeBytes, where, offset);
    }

    /** About how many bytes it adds to an entry. */
    public int entryBytes() {
        return OVERHEAD_BYTES + message.topic().text().length() + (upload == null ? content.length : 0);
    }
}
