package io.reprise.broker.web;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** Calls as one user. A header is given as its name followed by its value. */
public final class HttpCalls {
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private final URI root;
    private final String user;

    HttpCalls(URI root, String user) {
        this.root = root;
        this.user = user;
    }

    public URI root() {
        return root;
    }

    /** What this user logs in with. */
    public String authorization() {
        byte[] bytes = (user + ":" + RoleUsers.PASSWORD).getBytes(StandardCharsets.UTF_8);
        return "Basic " + Base64.getEncoder().encodeToString(bytes);
    }

    public Answer get(String path, String... headers) {
        return call("GET", path, BodyPublishers.noBody(), headers);
    }

    public Answer delete(String path, String... headers) {
        return call("DELETE", path, BodyPublishers.noBody(), headers);
    }

    /** Sends JSON in which ' stands for a quotation mark. */
    public Answer json(String method, String path, String json, String... headers) {
        String[] all = new String[headers.length + 2];
        all[0] = "Content-Type";
        all[1] = "application/json";
        System.arraycopy(headers, 0, all, 2, headers.length);
        return call(method, path, BodyPublishers.ofString(json.replace('\'', '"')), all);
    }

    public Answer post(String path, String body, String... headers) {
        return call("POST", path, BodyPublishers.ofString(body), headers);
    }

    public Answer call(String method, String path, BodyPublisher body, String... headers) {
        return call(user + ":" + RoleUsers.PASSWORD, method, path, body, headers);
    }

    /** The same with other credentials; none if they are empty. */
    public Answer call(String credentials, String method, String path, BodyPublisher body, String... headers) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(root + path)).method(method, body);
        if (headers.length > 0) {
            request.headers(headers);
        }
        if (!credentials.isEmpty()) {
            byte[] bytes = credentials.getBytes(StandardCharsets.UTF_8);
            request.header("Authorization", "Basic " + Base64.getEncoder().encodeToString(bytes));
        }
        try {
            return new Answer(CLIENT.send(request.build(), BodyHandlers.ofString()));
        } catch (IOException brokenOff) {
            throw new UncheckedIOException(brokenOff);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }
}
