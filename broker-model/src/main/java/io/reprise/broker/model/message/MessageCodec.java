package io.reprise.broker.model.message;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.topic.TopicName;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The stored form of a {@link Message}, self-contained and versioned: what lies in an entry's body. Encoding runs on the
 * publisher's thread, decoding on the consumer's.
 */
public final class MessageCodec {
    private static final int VERSION = 1;
    private static final int DMQ_ELIGIBLE = 1;
    private static final int RETAINED = 1 << 1;
    private static final int HAS_MESSAGE_ID = 1 << 2;
    private static final int HAS_CORRELATION_ID = 1 << 3;
    private static final int HAS_REPLY_TO = 1 << 4;
    private static final int HAS_TYPE = 1 << 5;
    private static final int HAS_CONTENT_TYPE = 1 << 6;
    private static final int HAS_CLOSURE = 1 << 7;
    private static final int HAS_PUBLISHER = 1 << 8;
    private static final int HAS_DELIVERY_TIME = 1 << 9;
    private static final int KNOWN_FLAGS = (1 << 10) - 1;

    private MessageCodec() {}

    /** Encodes a message. */
    public static byte[] encode(Message message) {
        WireWriter out = new WireWriter(message.body().length + 160);
        out.writeByte(VERSION);
        out.writeVarInt(flags(message));
        out.writeString(message.topic().text());
        out.writeByte(message.deliveryMode().ordinal());
        out.writeByte(message.priority());
        out.writeVarLong(message.ttlMillis());
        out.writeVarLong(message.senderTimestampMillis());
        writeOptional(out, message.messageId());
        writeOptional(out, message.correlationId());
        writeOptional(out, message.replyTo() == null ? null : message.replyTo().text());
        writeOptional(out, message.type());
        writeOptional(out, message.contentType());
        writeOptional(out, message.closure());
        PublisherStamp publisher = message.publisher();
        if (publisher != null) {
            out.writeString(publisher.publisherId()).writeVarLong(publisher.sequence());
        }
        if (message.deliveryTimeMillis() != 0) {
            out.writeVarLong(message.deliveryTimeMillis());
        }
        TypedValues.writeMap(out, message.properties());
        out.writeByte(message.bodyKind().code());
        out.writeBytes(message.body());
        return out.toByteArray();
    }

    /**
     * Decodes what {@link #encode} made.
     *
     * @throws MalformedWireException if the bytes are damaged or of an unknown version
     */
    public static Message decode(byte[] encoded) {
        WireReader in = new WireReader(encoded);
        int version = in.readByte();
        if (version != VERSION) {
            throw new MalformedWireException("message format " + version + ", known: " + VERSION);
        }
        try {
            Message message = read(in);
            in.requireEnd();
            return message;
        } catch (IllegalArgumentException | BrokerException e) {
            // a value that no publisher could have given: a topic with NUL, an empty publisher id
            throw new MalformedWireException("message with a damaged field: " + e.getMessage(), e);
        }
    }

    private static Message read(WireReader in) {
        int flags = in.readVarInt();
        if ((flags & ~KNOWN_FLAGS) != 0) {
            throw new MalformedWireException(
                    "message flags " + Integer.toHexString(flags) + ": written by a newer broker");
        }
        MessageBuilder builder = Message.to(TopicName.of(in.readString()))
                .dmqEligible((flags & DMQ_ELIGIBLE) != 0)
                .retained((flags & RETAINED) != 0)
                .deliveryMode(deliveryMode(in.readByte()))
                .priority(priority(in.readByte()))
                .ttlMillis(in.readVarLong())
                .senderTimestampMillis(in.readVarLong())
                .messageId(readOptional(in, flags, HAS_MESSAGE_ID))
                .correlationId(readOptional(in, flags, HAS_CORRELATION_ID));
        String replyTo = readOptional(in, flags, HAS_REPLY_TO);
        builder.replyTo(replyTo == null ? null : TopicName.of(replyTo))
                .type(readOptional(in, flags, HAS_TYPE))
                .contentType(readOptional(in, flags, HAS_CONTENT_TYPE))
                .closure(readOptional(in, flags, HAS_CLOSURE));
        if ((flags & HAS_PUBLISHER) != 0) {
            builder.publisher(new PublisherStamp(in.readString(), in.readVarLong()));
        }
        if ((flags & HAS_DELIVERY_TIME) != 0) {
            builder.deliveryTimeMillis(in.readVarLong());
        }
        return builder.properties(nonNull(TypedValues.readMap(in)))
                .body(BodyKind.ofCode(in.readByte()), in.readBytes())
                .build();
    }

    private static int flags(Message message) {
        return (message.dmqEligible() ? DMQ_ELIGIBLE : 0)
                | (message.retained() ? RETAINED : 0)
                | (message.messageId() != null ? HAS_MESSAGE_ID : 0)
                | (message.correlationId() != null ? HAS_CORRELATION_ID : 0)
                | (message.replyTo() != null ? HAS_REPLY_TO : 0)
                | (message.type() != null ? HAS_TYPE : 0)
                | (message.contentType() != null ? HAS_CONTENT_TYPE : 0)
                | (message.closure() != null ? HAS_CLOSURE : 0)
                | (message.publisher() != null ? HAS_PUBLISHER : 0)
                | (message.deliveryTimeMillis() != 0 ? HAS_DELIVERY_TIME : 0);
    }

    private static void writeOptional(WireWriter out, @Nullable String value) {
        if (value != null) {
            out.writeString(value);
        }
    }

    private static @Nullable String readOptional(WireReader in, int flags, int flag) {
        return (flags & flag) == 0 ? null : in.readString();
    }

    private static DeliveryMode deliveryMode(int ordinal) {
        DeliveryMode[] modes = DeliveryMode.values();
        if (ordinal >= modes.length) {
            throw new MalformedWireException("delivery mode " + ordinal + ", allowed 0-" + (modes.length - 1));
        }
        return modes[ordinal];
    }

    /** The builder would clamp it. */
    private static int priority(int stored) {
        if (stored > Message.MAX_PRIORITY) {
            throw new MalformedWireException("priority " + stored + ", allowed 0-" + Message.MAX_PRIORITY);
        }
        return stored;
    }

    @SuppressWarnings({"NullAway", "unchecked"}) // a user property is never null: refused where it is set
    private static Map<String, Object> nonNull(Map<String, @Nullable Object> values) {
        if (values.containsValue(null)) {
            throw new MalformedWireException("a user property is null");
        }
        return (Map<String, Object>) (Map<String, ?>) values;
    }
}
