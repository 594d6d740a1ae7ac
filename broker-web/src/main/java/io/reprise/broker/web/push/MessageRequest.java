package io.reprise.broker.web.push;

import io.reprise.broker.model.delivery.Delivery;
import io.reprise.broker.model.message.BodyKind;
import io.reprise.broker.model.message.Message;
import io.reprise.broker.model.message.PublisherStamp;
import io.reprise.broker.model.topic.TopicName;
import io.reprise.broker.web.cloudevents.BinaryEvent;
import io.reprise.broker.web.cloudevents.CloudEvent;
import io.reprise.broker.web.receive.BodyJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A message as headers and a body, in the names by which it could be sent to this broker again (spec 5.2); a CloudEvent in binary mode.
 * What can't stand in a header is left out, and named in {@code Reprise-Omitted}. One thread.
 */
final class MessageRequest {
    private static final Pattern NAME = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");
    private static final Pattern VALUE = Pattern.compile("[^\\p{Cntrl}\\x{80}-\\x{9F}\\x{D800}-\\x{DFFF}]*");
    private static final Pattern LOOKS_TYPED = Pattern.compile("(?s).*;\\s*type=[A-Za-z0-9]+\\s*");

    private final Message message;
    private final List<Map.Entry<String, String>> headers = new ArrayList<>();
    private final List<String> omitted = new ArrayList<>();

    private MessageRequest(Message message) {
        this.message = message;
    }

    /** The headers of a delivery, {@code Content-Type} included. */
    static List<Map.Entry<String, String>> headers(Delivery delivery) {
        MessageRequest request = new MessageRequest(delivery.message());
        request.putContentType();
        request.putDelivery(delivery);
        request.putMessage();
        Optional<CloudEvent> event = CloudEvent.of(delivery.message());
        event.ifPresent(found -> found.attributes()
                .forEach((name, value) -> request.put(BinaryEvent.HEADER_PREFIX + name, BinaryEvent.encoded(value))));
        request.putProperties(event.isPresent());
        if (!request.omitted.isEmpty()) {
            request.put("Reprise-Omitted", String.join(", ", request.omitted));
        }
        return request.headers;
    }

    /** The body: as it was sent; of a Jakarta Messaging map or stream its JSON. */
    static byte[] body(Message message) {
        return BodyJson.typedText(message).orElseGet(message::body);
    }

    private void putContentType() {
        String own = message.contentType();
        BodyKind kind = message.bodyKind();
        if (own != null) {
            put("Content-Type", own);
        } else if ((kind == BodyKind.MAP || kind == BodyKind.STREAM)
                && BodyJson.typedText(message).isPresent()) {
            put("Content-Type", "application/json");
        } else if (kind != BodyKind.NONE) {
            put("Content-Type", kind == BodyKind.TEXT ? "text/plain; charset=UTF-8" : "application/octet-stream");
        }
        put("Reprise-Body-Kind", kind.name().toLowerCase(Locale.ROOT));
    }

    private void putDelivery(Delivery delivery) {
        put("Reprise-Msg-Id", String.valueOf(delivery.msgId()));
        put("Reprise-Replication-Group-Msg-Id", delivery.replicationGroupMsgId().format());
        put("Reprise-Delivery-Count", String.valueOf(delivery.deliveryCount()));
        put("Reprise-Destination", destination(message.topic()));
        delivery.deadLetter().ifPresent(death -> {
            put("Reprise-Death-Reason", death.reason().text());
            put("Reprise-Death-Endpoint", death.endpointName());
        });
    }

    private void putMessage() {
        put("Solace-Delivery-Mode", message.deliveryMode().headerName());
        put("Solace-Priority", String.valueOf(message.priority()));
        put("Solace-DMQ-Eligible", String.valueOf(message.dmqEligible()));
        put("Solace-Message-ID", message.messageId());
        put("Solace-Correlation-ID", message.correlationId());
        putUnlessZero("Solace-Timestamp", message.senderTimestampMillis());
        putUnlessZero("Solace-Time-To-Live-In-ms", message.ttlMillis());
        TopicName replyTo = message.replyTo();
        put("Solace-Reply-To-Destination", replyTo == null ? null : destination(replyTo));
        put("Reprise-Type", message.type());
        PublisherStamp publisher = message.publisher();
        if (publisher != null) {
            put("Reprise-Publisher-Id", publisher.publisherId());
            put("Reprise-Publisher-Sequence", String.valueOf(publisher.sequence()));
        }
    }

    private void putProperties(boolean isEvent) {
        message.properties().forEach((name, value) -> {
            if (!isEvent || !name.startsWith(CloudEvent.PROPERTY_PREFIX)) {
                put("Solace-User-Property-" + name, typed(value));
            }
        });
    }

    /** The value, with its type where that is not text; null if a header has no form for it. */
    private static @Nullable String typed(Object value) {
        String type = type(value);
        if (type == null) {
            return null;
        }
        boolean plain =
                type.equals("string") && !LOOKS_TYPED.matcher(value.toString()).matches();
        return plain ? value.toString() : value + "; type=" + type;
    }

    private static @Nullable String type(Object value) {
        if (value instanceof String) {
            return "string";
        } else if (value instanceof Boolean) {
            return "bool";
        } else if (value instanceof Byte) {
            return "int8";
        } else if (value instanceof Short) {
            return "int16";
        } else if (value instanceof Integer) {
            return "int32";
        } else if (value instanceof Long) {
            return "int64";
        } else if (value instanceof Float) {
            return "float";
        } else if (value instanceof Double) {
            return "double";
        }
        return value instanceof Character ? "wchar" : null;
    }

    private static String destination(TopicName topic) {
        return topic.isQueueTopic() ? "/QUEUE/" + topic.queueName() : "/TOPIC/" + topic.text();
    }

    private void putUnlessZero(String name, long value) {
        if (value != 0) {
            put(name, String.valueOf(value));
        }
    }

    /** A sender's text could hold line breaks, and with them headers of its own [RFC 9110 §5.5]. */
    private void put(String name, @Nullable String value) {
        boolean property = name.startsWith("Solace-User-Property-");
        if (value == null && !property) {
            return;
        }
        if (value != null
                && NAME.matcher(name).matches()
                && VALUE.matcher(value).matches()) {
            headers.add(Map.entry(name, value));
        } else {
            omitted.add(NAME.matcher(name).matches() ? name : "a property whose name is no header's");
        }
    }
}
