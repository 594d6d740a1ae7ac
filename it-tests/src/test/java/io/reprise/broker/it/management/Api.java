package io.reprise.broker.it.management;

import io.reprise.broker.it.server.ApplicationUser;
import io.reprise.broker.it.suite.RoleUsersSetup;
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

/** The broker's HTTP API as one user calls it. A header is given as its name followed by its value. */
final class Api {
    static final String QUEUES = "SEMP/v2/config/msgVpns/default/queues";

    private static final HttpClient HTTP =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private final URI at;
    private final String credentials;

    private Api(URI at, String credentials) {
        this.at = at;
        this.credentials = credentials;
    }

    static Api as(String user) {
        return with(user + ":" + RoleUsersSetup.password(user));
    }

    /** With other credentials; none if they are empty. */
    static Api with(String credentials) {
        return new Api(root(), credentials);
    }

    /** That of a server of one's own. */
    static Api at(URI server, ApplicationUser user) {
        return new Api(server.resolve("/reprise/"), user.name() + ":" + user.password());
    }

    static URI root() {
        return RoleUsersSetup.server().resolve("/reprise/");
    }

    Answer get(String path, String... headers) {
        return call("GET", path, BodyPublishers.noBody(), headers);
    }

    Answer delete(String path, String... headers) {
        return call("DELETE", path, BodyPublishers.noBody(), headers);
    }

    /** Sends JSON in which ' stands for a quotation mark. */
    Answer json(String method, String path, String json, String... headers) {
        String[] all = new String[headers.length + 2];
        all[0] = "Content-Type";
        all[1] = "application/json";
        System.arraycopy(headers, 0, all, 2, headers.length);
        return call(method, path, BodyPublishers.ofString(json.replace('\'', '"')), all);
    }

    Answer post(String path, String text, String... headers) {
        return call("POST", path, BodyPublishers.ofString(text), headers);
    }

    Answer call(String method, String path, BodyPublisher body, String... headers) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(at + path)).method(method, body);
        if (headers.length > 0) {
            request.headers(headers);
        }
        if (!credentials.isEmpty()) {
            request.header("Authorization", authorization());
        }
        try {
            return new Answer(HTTP.send(request.build(), BodyHandlers.ofString()));
        } catch (IOException brokenOff) {
            throw new UncheckedIOException(brokenOff);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }

    String authorization() {
        return "Basic " + Base64.getEncoder().encodeToString(credentials.getBytes(StandardCharsets.UTF_8));
    }

    /** Creates a queue that takes and gives messages, with further attributes as JSON members in which ' is a quotation mark. */
    static void createQueue(String name, String... attributes) {
        String more = String.join(",", attributes);
        Answer answer = as("admin")
                .json(
                        "PUT",
                        QUEUES + "/" + encoded(name),
                        "{'ingressEnabled':true,'egressEnabled':true" + (more.isEmpty() ? "" : "," + more) + "}");
        if (answer.status() != 200) {
            throw new IllegalStateException(answer.text());
        }
    }

    static void subscribe(String queue, String filter) {
        Answer answer = as("admin")
                .json(
                        "POST",
                        QUEUES + "/" + encoded(queue) + "/subscriptions",
                        "{'subscriptionTopic':'" + filter + "'}");
        if (answer.status() != 200) {
            throw new IllegalStateException(answer.text());
        }
    }

    static long depth(String queue) {
        return as("monitor")
                .get("SEMP/v2/monitor/msgVpns/default/queues/" + encoded(queue))
                .data()
                .getInt("spooledMsgCount");
    }

    static String encoded(String name) {
        return java.net.URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
