package io.reprise.broker.web.live;

import io.reprise.broker.web.json.JsonText;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Frames as server-sent events [HTML, server-sent events]: the data is one line of JSON. Stateless. */
final class EventText {
    private static final byte[] END = {'\n', '\n'};
    private static final byte[] ALIVE = {':', '\n', '\n'};

    private EventText() {}

    static byte[] of(StreamFrame frame) {
        StringBuilder head = new StringBuilder("event: ").append(frame.name()).append('\n');
        if (frame.position() != null) {
            head.append("id: ").append(frame.position()).append('\n');
        }
        head.append("data: ");
        ByteArrayOutputStream event = new ByteArrayOutputStream(256);
        event.writeBytes(head.toString().getBytes(StandardCharsets.UTF_8));
        event.writeBytes(JsonText.writeObject(frame.data()));
        event.writeBytes(END);
        return event.toByteArray();
    }

    /** A comment, which shows both sides that the connection lives. */
    static byte[] alive() {
        return ALIVE;
    }
}
