package io.reprise.broker.web.management;

import io.reprise.broker.model.message.Message;
import io.reprise.broker.web.semp.Columns;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What has to be read of a message for people: its headers, properties, and for who may see it the beginning of its payload. Stateless. */
final class MessageContentFields {
    private MessageContentFields() {}

    /** The columns and what is read. */
    static Columns addTo(Columns columns, boolean showsPayloads) {
        Columns read = columns.and("messageId", String.class)
                .and("correlationId", String.class)
                .and("type", String.class)
                .and("contentType", String.class)
                .and("replyTo", String.class)
                .and("properties", Map.class)
                .and("bodyKind", String.class)
                .and("payloadSize", Long.class);
        return showsPayloads ? read.and("payloadPreview", String.class) : read;
    }

    static void addTo(Map<String, Object> attributes, Message message, boolean showsPayloads) {
        attributes.put("messageId", text(message.messageId()));
        attributes.put("correlationId", text(message.correlationId()));
        attributes.put("type", text(message.type()));
        attributes.put("contentType", text(message.contentType()));
        attributes.put(
                "replyTo", message.replyTo() == null ? "" : message.replyTo().text());
        attributes.put("properties", MessagePreview.properties(message));
        attributes.put("bodyKind", MessagePreview.bodyKind(message));
        attributes.put("payloadSize", (long) message.body().length);
        if (showsPayloads) {
            attributes.put("payloadPreview", MessagePreview.payload(message));
        }
    }

    private static String text(@Nullable String value) {
        return value == null ? "" : value;
    }
}
