package io.reprise.broker.web.live;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.web.json.JsonText;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The frames that go to a WebSocket's client: {@code message} and {@code status} (spec 3.4). Stateless. */
final class SocketStatus {
    private SocketStatus() {}

    /** What a subscription gives. */
    static String streamed(String subscription, StreamFrame frame) {
        Map<String, Object> json = new LinkedHashMap<>();
        boolean message = !frame.data().isEmpty();
        json.put("type", message ? "message" : "status");
        json.put("subscription", subscription);
        if (!message) {
            json.put("status", frame.name());
        }
        if (frame.position() != null) {
            json.put("position", frame.position());
        }
        json.putAll(frame.data());
        return text(json);
    }

    /** The answer to a frame, with the {@code id} that the client gave it. */
    static String of(@Nullable FrameFields asked, String subject, String status) {
        Map<String, Object> json = head(asked);
        json.put("subject", subject);
        json.put("status", status);
        return text(json);
    }

    static String published(FrameFields asked, ProduceAnswer answer) {
        Map<String, Object> json = head(asked);
        json.putAll(answer.toJson());
        return text(json);
    }

    static String refused(@Nullable FrameFields asked, BrokerException refusal) {
        Map<String, Object> json = head(asked);
        if (asked != null) {
            asked.given("subject").ifPresent(subject -> json.put("subject", subject));
        }
        json.put("status", "REFUSED");
        json.put("code", refusal.code().slug());
        json.put("detail", String.valueOf(refusal.getMessage()));
        return text(json);
    }

    static String alive() {
        Map<String, Object> json = head(null);
        json.put("status", "ALIVE");
        return text(json);
    }

    private static Map<String, Object> head(@Nullable FrameFields asked) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("type", "status");
        if (asked != null) {
            asked.given("id").ifPresent(id -> json.put("id", id));
        }
        return json;
    }

    private static String text(Map<String, Object> json) {
        return new String(JsonText.writeObject(json), StandardCharsets.UTF_8);
    }
}
