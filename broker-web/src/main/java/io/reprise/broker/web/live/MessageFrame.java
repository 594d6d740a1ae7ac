package io.reprise.broker.web.live;

import io.reprise.broker.model.live.LiveMessage;
import io.reprise.broker.model.live.LiveMessageType;
import io.reprise.broker.model.message.BodyKind;
import io.reprise.broker.model.message.Message;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * A message as JSON (spec 3.3). Content that is text is given as it is; everything else in Base64, and {@code encoding} says so. Figures
 * that are usual are left out: the head of the subject where the message is it. Stateless.
 */
final class MessageFrame {
    private MessageFrame() {}

    static Map<String, Object> of(LiveMessageType type, LiveMessage message) {
        Map<String, Object> json = new LinkedHashMap<>();
        Message published = message.message();
        json.put("message_type", type.name());
        putContent(json, published);
        String closure = published.closure();
        json.put("closure", closure == null ? String.valueOf(message.publishedMillis()) : closure);
        json.put("retained", published.retained());
        json.put("compressed", false);
        json.put("epoch", message.position().epoch());
        json.put("seq", message.position().seq());
        json.put("qos", message.guaranteed() ? "GUARANTEED" : "STANDARD");
        putHead(json, message);
        return json;
    }

    private static void putContent(Map<String, Object> json, Message published) {
        BodyKind kind = published.bodyKind();
        if (kind == BodyKind.TEXT || kind == BodyKind.NONE) {
            json.put("content", new String(published.body(), StandardCharsets.UTF_8));
        } else {
            json.put("content", Base64.getEncoder().encodeToString(published.body()));
            json.put("encoding", "base64");
        }
        if (kind != BodyKind.TEXT && kind != BodyKind.BYTES) {
            json.put("body_kind", kind.name().toLowerCase(Locale.ROOT));
        }
        String contentType = published.contentType();
        if (contentType != null) {
            json.put("content_type", contentType);
        }
    }

    private static void putHead(Map<String, Object> json, LiveMessage message) {
        if (!message.head().equals(message.position())) {
            json.put("head_epoch", message.head().epoch());
            json.put("head_seq", message.head().seq());
        }
    }
}
