package io.reprise.broker.it.suite;

import jakarta.json.Json;
import jakarta.json.JsonObject;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;

/**
 * Subjects of a running broker's VPN {@code default} by its HTTP API (spec 3.3, 3.4). Thread-safe. Whatever the broker refuses is an
 * {@link IllegalStateException} with its answer.
 */
public final class SubjectClient {

    private static final Duration REQUEST_LIMIT = Duration.ofSeconds(60);

    private final HttpClient http = HttpClient.newHttpClient();
    private final URI root;
    private final String authorization;

    /**
     * Sends nothing yet.
     *
     * @param server where the server's applications are, {@code http://host:port}
     * @param user has the role {@code reprise-client}
     * @param password of the user
     */
    public SubjectClient(URI server, String user, String password) {
        this.root = server.resolve("/reprise/rest/");
        this.authorization =
                "Basic " + Base64.getEncoder().encodeToString((user + ":" + password).getBytes(StandardCharsets.UTF_8));
    }

    /** Publishes a text that becomes the subject's snapshot; returns when it is stored durably. */
    public void publish(String subject, String text) {
        exchange("POST", "produce?subject=" + encoded(subject), BodyPublishers.ofString(text));
    }

    /** The same by a standard message: returns when it is handed over, and a server that dies may lose it. */
    public void publishStandard(String subject, String text) {
        exchange("POST", "produce?qos=standard&subject=" + encoded(subject), BodyPublishers.ofString(text));
    }

    /** The content of the subject's snapshot; empty if there is none. */
    public Optional<String> snapshot(String subject) {
        JsonObject answer = exchange("GET", "consume?subject=" + encoded(subject), BodyPublishers.noBody());
        return answer.getJsonArray("messages").getValuesAs(JsonObject.class).stream()
                .map(message -> message.getString("content"))
                .findFirst();
    }

    /** A live stream of what a filter selects. */
    public LiveStream stream(String filter) {
        return LiveStream.open(root.resolve("subscribe?subject=" + encoded(filter)), authorization);
    }

    private JsonObject exchange(String method, String path, BodyPublisher body) {
        HttpRequest request = HttpRequest.newBuilder(root.resolve(path))
                .timeout(REQUEST_LIMIT)
                .header("Authorization", authorization)
                .method(method, body)
                .build();
        try {
            HttpResponse<String> response = http.send(request, BodyHandlers.ofString());
            if (response.statusCode() != 200) {
                throw new IllegalStateException(
                        path + " was answered " + response.statusCode() + ": " + response.body());
            }
            return Json.createReader(new StringReader(response.body())).readObject();
        } catch (IOException failure) {
            throw new UncheckedIOException(method + " " + request.uri() + ": " + failure, failure);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted in " + method + " " + request.uri(), interrupted);
        }
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
