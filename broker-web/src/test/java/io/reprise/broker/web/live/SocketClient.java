package io.reprise.broker.web.live;

import io.reprise.broker.web.HttpCalls;
import jakarta.json.Json;
import jakarta.json.JsonObject;
import java.io.StringReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;

/** A client of {@code /rest/ws}. Frames are written with ' for quotation marks. */
final class SocketClient implements WebSocket.Listener, AutoCloseable {
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private final BlockingQueue<String> frames = new LinkedBlockingQueue<>();
    private final CompletableFuture<Integer> closed = new CompletableFuture<>();
    private final StringBuilder begun = new StringBuilder();
    private @Nullable WebSocket socket;

    static SocketClient open(HttpCalls calls, String query) {
        SocketClient client = new SocketClient();
        URI http = calls.root();
        client.socket = CLIENT.newWebSocketBuilder()
                .header("Authorization", calls.authorization())
                .buildAsync(URI.create("ws://" + http.getAuthority() + http.getPath() + "rest/ws" + query), client)
                .join();
        return client;
    }

    void send(String frame) {
        Objects.requireNonNull(socket).sendText(frame.replace('\'', '"'), true).join();
    }

    /** The next frame that is no sign of life, waited for. */
    JsonObject next() throws InterruptedException {
        return Json.createReader(new StringReader(nextText())).readObject();
    }

    /** The next frame, whatever it is. */
    String nextOfAny() throws InterruptedException {
        return frames.take();
    }

    /** The same as text. */
    String nextText() throws InterruptedException {
        String frame = frames.take();
        while (frame.contains("\"ALIVE\"")) {
            frame = frames.take();
        }
        return frame;
    }

    /** With which code it is closed, waited for. */
    int closeCode() {
        return closed.join();
    }

    @Override
    public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
        begun.append(data);
        if (last) {
            frames.add(begun.toString());
            begun.setLength(0);
        }
        from.request(1);
        return null;
    }

    @Override
    public @Nullable CompletionStage<?> onClose(WebSocket from, int statusCode, String reason) {
        closed.complete(statusCode);
        return null;
    }

    @Override
    public void close() {
        Objects.requireNonNull(socket).abort();
    }
}
