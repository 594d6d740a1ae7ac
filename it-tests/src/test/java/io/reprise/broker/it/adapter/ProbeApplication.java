package io.reprise.broker.it.adapter;

import io.reprise.broker.it.adapter.probe.AskedServlet;
import io.reprise.broker.it.adapter.probe.Caller;
import io.reprise.broker.it.adapter.probe.Orders;
import io.reprise.broker.it.adapter.probe.ProbeServlet;
import io.reprise.broker.it.adapter.probe.Seen;
import io.reprise.broker.it.server.WildFlyServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import org.awaitility.Awaitility;
import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.spec.WebArchive;

/** A web application of probe beans: what it is made of, and what its beans saw. */
final class ProbeApplication {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration LOOK_EVERY = Duration.ofMillis(20);

    private final HttpClient http = HttpClient.newHttpClient();
    private final WildFlyServer server;
    private final String name;

    ProbeApplication(WildFlyServer server, String name) {
        this.server = server;
        this.name = name;
    }

    /** The archive {@code <name>.war} with these classes and what every probe has. */
    WebArchive archive(Class<?>... classes) {
        return ShrinkWrap.create(WebArchive.class, name + ".war")
                .addClasses(AskedServlet.class, Caller.class, Orders.class, ProbeServlet.class, Seen.class)
                .addClasses(classes);
    }

    ProbeApplication deploy(WebArchive archive) {
        server.management().deploy(archive);
        return this;
    }

    ProbeApplication deploy(Class<?>... classes) {
        return deploy(archive(classes));
    }

    void undeploy() {
        server.management().undeploy(name + ".war");
    }

    /** What was seen so far, in order. */
    List<String> seen() {
        String text = call("GET", "seen").body();
        return text.isEmpty() ? List.of() : Arrays.asList(text.split("\n", -1));
    }

    List<String> seen(Predicate<String> wanted) {
        return seen().stream().filter(wanted).toList();
    }

    /** Returns what was seen of one bean once there are so many lines of it. */
    List<String> awaitSeen(String bean, int lines) {
        Predicate<String> ofBean = line -> line.startsWith(bean + " ");
        Awaitility.await(lines + " lines of " + bean)
                .atMost(PATIENCE)
                .pollInterval(LOOK_EVERY)
                .until(() -> seen(ofBean).size() >= lines);
        return seen(ofBean);
    }

    /** Returns when a line has been seen, whatever else was. */
    void awaitSeen(String line) {
        Awaitility.await(line).atMost(PATIENCE).pollInterval(LOOK_EVERY).until(() -> seen().contains(line));
    }

    void forget() {
        call("DELETE", "seen");
    }

    void openGate(String gate) {
        call("POST", "seen?gate=" + gate);
    }

    /** Calls a servlet of the application; the body of its answer, which must be 200. */
    String get(String path) {
        return call("GET", path).body();
    }

    HttpResponse<String> call(String method, String path) {
        URI uri = server.httpUri().resolve("/" + name + "/" + path);
        HttpRequest request = HttpRequest.newBuilder(uri)
                .timeout(PATIENCE)
                .method(method, HttpRequest.BodyPublishers.noBody())
                .build();
        try {
            HttpResponse<String> response = http.send(request, HttpResponse.BodyHandlers.ofString());
            if (response.statusCode() != 200) {
                throw new IllegalStateException(
                        method + " " + uri + ": " + response.statusCode() + " " + response.body());
            }
            return response;
        } catch (IOException e) {
            throw new UncheckedIOException(method + " " + uri, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
