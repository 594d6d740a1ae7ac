package io.reprise.broker.it.management;

import jakarta.json.Json;
import jakarta.json.JsonObject;
import java.io.StringReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;

/** A client of {@code /rest/ws}. Frames are written with ' for quotation marks. */
final class LiveSocket implements WebSocket.Listener, AutoCloseable {
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private final BlockingQueue<JsonObject> frames = new LinkedBlockingQueue<>();
    private final StringBuilder begun = new StringBuilder();
    private @Nullable WebSocket socket;

    static LiveSocket as(String user) {
        LiveSocket made = new LiveSocket();
        URI root = Api.root();
        made.socket = HTTP.newWebSocketBuilder()
                .header("Authorization", Api.as(user).authorization())
                .buildAsync(URI.create("ws://" + root.getAuthority() + root.getPath() + "rest/ws"), made)
                .join();
        return made;
    }

    void send(String frame) {
        Objects.requireNonNull(socket).sendText(frame.replace('\'', '"'), true).join();
    }

    /** The next frame but signs of life, waited for: the status, or the message's type and content. */
    String next() throws InterruptedException {
        JsonObject frame = frames.take();
        while (frame.getString("status", "").equals("ALIVE")) {
            frame = frames.take();
        }
        String about = frame.getString("subscription", frame.getString("subject", ""));
        return frame.getString("type").equals("message")
                ? frame.getString("message_type") + " " + frame.getString("content") + " of "
                        + frame.getString("subject") + " for " + about
                : frame.getString("status") + " " + about;
    }

    @Override
    public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence part, boolean last) {
        begun.append(part);
        if (last) {
            frames.add(Json.createReader(new StringReader(begun.toString())).readObject());
            begun.setLength(0);
        }
        from.request(1);
        return null;
    }

    @Override
    public void close() {
        Objects.requireNonNull(socket).abort();
    }
}
