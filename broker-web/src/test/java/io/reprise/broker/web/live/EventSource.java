package io.reprise.broker.web.live;

import io.reprise.broker.web.HttpCalls;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Reads server-sent events as a browser does. */
final class EventSource implements AutoCloseable {
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private final HttpResponse<InputStream> response;
    private final BufferedReader lines;

    /** An event; {@code id} is empty if it has none. */
    record Event(String name, String id, String data) {}

    private EventSource(HttpResponse<InputStream> response) {
        this.response = response;
        this.lines = new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8));
    }

    static EventSource open(HttpCalls calls, String path, String... headers) throws Exception {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(calls.root() + path)).header("Authorization", calls.authorization());
        if (headers.length > 0) {
            request.headers(headers);
        }
        return new EventSource(CLIENT.send(request.build(), BodyHandlers.ofInputStream()));
    }

    HttpResponse<InputStream> response() {
        return response;
    }

    /** The next event, waited for. */
    Event next() throws IOException {
        return Objects.requireNonNull(nextOrEnd(), "the stream has ended");
    }

    /** The same; null if the stream ends before. */
    @Nullable
    Event nextOrEnd() throws IOException {
        String name = "";
        String id = "";
        String data = "";
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            if (line.startsWith("event: ")) {
                name = line.substring("event: ".length());
            } else if (line.startsWith("id: ")) {
                id = line.substring("id: ".length());
            } else if (line.startsWith("data: ")) {
                data = line.substring("data: ".length());
            } else if (line.isEmpty() && !data.isEmpty()) {
                return new Event(name, id, data);
            }
        }
        return null;
    }

    /** Waits for one comment more. */
    void awaitComment() throws IOException {
        String line = lines.readLine();
        while (!":".equals(line)) {
            line = lines.readLine();
        }
    }

    @Override
    public void close() throws IOException {
        response.body().close();
    }
}
