package io.reprise.broker.engine.vpn;

import io.reprise.broker.engine.commit.EncodedMessage;
import io.reprise.broker.engine.log.UploadRef;
import io.reprise.broker.engine.store.VpnStore;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.message.DeliveryMode;
import io.reprise.broker.model.message.Message;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A unit's messages made ready for an entry on the publisher's thread: encoded, measured, and uploaded beforehand where they
 * are large together [LOG.md L3, L4].
 *
 * @param messages ready ones, in order
 * @param upload what was uploaded for them; null if nothing
 */
record MessageEncoding(
        List<EncodedMessage> messages, @Nullable UploadRef upload) {
    /** Past this the bodies go ahead as chunk rows [LOG.md L4]. */
    static final int UPLOAD_FROM_BYTES = 256 * 1024;

    /** The largest message any endpoint may take [spec 1.2]. */
    private static final int MAX_MESSAGE_BYTES = 30_000_000;

    /**
     * Encodes.
     *
     * @throws BrokerException if one is direct, or too big for any endpoint or for the database; then nothing has happened
     */
    static MessageEncoding of(List<Message> messages, VpnStore store) {
        List<EncodedMessage> encoded = new ArrayList<>(messages.size());
        long contentBytes = 0;
        for (Message message : messages) {
            check(message);
            EncodedMessage next = EncodedMessage.of(message);
            encoded.add(next);
            contentBytes += next.content().length;
        }
        MessageEncoding result = contentBytes > UPLOAD_FROM_BYTES
                ? uploaded(encoded, contentBytes, store)
                : new MessageEncoding(encoded, null);
        result.checkEntry(store);
        return result;
    }

    private static void check(Message message) {
        if (message.deliveryMode() == DeliveryMode.DIRECT) {
            throw new BrokerException(
                    ErrorCode.NOT_SUPPORTED,
                    "message on '" + message.topic() + "' is DIRECT; this version takes PERSISTENT and NON_PERSISTENT");
        }
        if (message.sizeBytes() > MAX_MESSAGE_BYTES) {
            throw BrokerException.refused(
                    ErrorCode.MESSAGE_TOO_BIG,
                    "message on '" + message.topic() + "'",
                    message.sizeBytes() + " B",
                    "at most " + MAX_MESSAGE_BYTES + " B");
        }
    }

    private static MessageEncoding uploaded(List<EncodedMessage> encoded, long contentBytes, VpnStore store) {
        if (contentBytes > Integer.MAX_VALUE / 2) {
            throw BrokerException.refused(
                    ErrorCode.MESSAGE_TOO_BIG,
                    "transaction of " + encoded.size() + " messages",
                    contentBytes + " B",
                    "at most " + Integer.MAX_VALUE / 2 + " B");
        }
        ByteArrayOutputStream all = new ByteArrayOutputStream((int) contentBytes);
        encoded.forEach(message -> all.writeBytes(message.content()));
        UploadRef upload = new UploadRef(store.epoch(), store.upload(all.toByteArray()));
        List<EncodedMessage> referring = new ArrayList<>(encoded.size());
        int offset = 0;
        for (EncodedMessage message : encoded) {
            referring.add(message.uploaded(upload, offset));
            offset += message.content().length;
        }
        return new MessageEncoding(referring, upload);
    }

    private void checkEntry(VpnStore store) {
        long entryBytes =
                messages.stream().mapToLong(EncodedMessage::entryBytes).sum();
        if (entryBytes > store.maxRowBytes() / 2) {
            if (upload != null) {
                store.deleteUploads(List.of(upload));
            }
            throw BrokerException.refused(
                    ErrorCode.MESSAGE_TOO_BIG,
                    "transaction of " + messages.size() + " messages",
                    entryBytes + " B in the log's entry",
                    "at most " + store.maxRowBytes() / 2 + " B, half of the database's max_allowed_packet");
        }
    }
}
