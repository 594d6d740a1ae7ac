package io.reprise.broker.it.seam;

import io.reprise.broker.it.suite.LiveStream;
import jakarta.json.Json;
import jakarta.json.JsonObject;
import java.io.StringReader;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;

/** A live subscriber's connection to one filter, whichever way. One thread reads. */
interface SeamConnection extends AutoCloseable {
    /**
     * What comes.
     *
     * @param status its name; empty for a message
     * @param message the message; an empty object for a status
     * @param position where to go on after it; empty if it has none
     */
    record Said(String status, JsonObject message, String position) {
        static final Said END = new Said("END", JsonObject.EMPTY_JSON_OBJECT, "");
    }

    Said next() throws InterruptedException;

    @Override
    void close();

    /** @param position where to go on; empty to begin anew */
    static SeamConnection events(URI root, String authorization, String filter, String position) {
        URI address = root.resolve("subscribe?subject=" + URLEncoder.encode(filter, StandardCharsets.UTF_8));
        LiveStream stream = position.isEmpty()
                ? LiveStream.open(address, authorization)
                : LiveStream.open(address, authorization, "Last-Event-ID", position);
        return new SeamConnection() {
            @Override
            public Said next() throws InterruptedException {
                LiveStream.Event event = stream.next();
                if (event.name().equals("end of the stream")) {
                    return Said.END;
                }
                JsonObject data = event.json();
                return new Said(data.containsKey("subject") ? "" : event.name(), data, event.id());
            }

            @Override
            public void close() {
                stream.close();
            }
        };
    }

    /** The same by a WebSocket. */
    static SeamConnection socket(URI root, String authorization, String filter, String position) {
        return Socket.open(root, authorization, filter, position);
    }

    /** What a WebSocket says, in order. */
    final class Socket implements SeamConnection, WebSocket.Listener {
        private static final HttpClient HTTP = HttpClient.newHttpClient();

        private final BlockingQueue<Said> said = new LinkedBlockingQueue<>();
        private final StringBuilder part = new StringBuilder();
        private final CompletableFuture<WebSocket> socket = new CompletableFuture<>();

        private static Socket open(URI root, String authorization, String filter, String position) {
            Socket made = new Socket();
            URI address = URI.create(root.resolve("ws").toString().replaceFirst("^http", "ws"));
            WebSocket opened = HTTP.newWebSocketBuilder()
                    .header("Authorization", authorization)
                    .buildAsync(address, made)
                    .join();
            made.socket.complete(opened);
            var subscribe = Json.createObjectBuilder().add("type", "subscribe").add("subject", filter);
            if (!position.isEmpty()) {
                subscribe.add("position", position);
            }
            opened.sendText(subscribe.build().toString(), true).join();
            return made;
        }

        @Override
        public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
            part.append(data);
            if (last) {
                JsonObject frame =
                        Json.createReader(new StringReader(part.toString())).readObject();
                part.setLength(0);
                String status = frame.getString("type").equals("status") ? frame.getString("status") : "";
                said.add(new Said(status, frame, frame.getString("position", "")));
            }
            from.request(1);
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public CompletionStage<?> onClose(WebSocket from, int code, String reason) {
            said.add(Said.END);
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public void onError(WebSocket from, Throwable failure) {
            said.add(Said.END);
        }

        @Override
        public Said next() throws InterruptedException {
            return said.take();
        }

        @Override
        public void close() {
            socket.join().abort();
        }
    }
}
