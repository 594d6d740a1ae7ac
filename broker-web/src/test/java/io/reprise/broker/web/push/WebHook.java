package io.reprise.broker.web.push;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.net.ssl.SSLContext;

/** A target that writes down what is posted to it. A free port unless one is given. Thread-safe. */
final class WebHook implements AutoCloseable {
    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<Request> requests = new ArrayList<>();
    private volatile int status = 200;
    private volatile CountDownLatch open = new CountDownLatch(0);
    private int now;
    private int most;

    /** One request. */
    record Request(String method, String path, Map<String, List<String>> headers, String body) {
        String header(String name) {
            return String.join("|", headers.getOrDefault(name, List.of()));
        }
    }

    WebHook() {
        this(0);
    }

    WebHook(int port) {
        this(() -> HttpServer.create(at(port), 50));
    }

    /** One that is https. */
    WebHook(SSLContext tls) {
        this(() -> {
            HttpsServer made = HttpsServer.create(at(0), 50);
            made.setHttpsConfigurator(new HttpsConfigurator(tls));
            return made;
        });
    }

    /** Makes a server. */
    private interface Maker {
        HttpServer make() throws IOException;
    }

    private static InetSocketAddress at(int port) {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }

    private WebHook(Maker maker) {
        try {
            server = maker.make();
        } catch (IOException taken) {
            throw new UncheckedIOException(taken);
        }
        server.createContext("/", this::handle);
        server.setExecutor(threads);
        server.start();
    }

    private void handle(HttpExchange exchange) throws IOException {
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        synchronized (this) {
            requests.add(new Request(
                    exchange.getRequestMethod(),
                    exchange.getRequestURI().toString(),
                    Map.copyOf(exchange.getRequestHeaders()),
                    body));
            most = Math.max(most, ++now);
        }
        try {
            open.await();
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
        }
        synchronized (this) {
            now--;
        }
        exchange.getResponseHeaders().add("Location", "http://localhost:" + port() + "/elsewhere");
        exchange.sendResponseHeaders(status, -1);
        exchange.close();
    }

    int port() {
        return server.getAddress().getPort();
    }

    /** What it answers from now on. */
    void answer(int with) {
        status = with;
    }

    /** Requests are not answered before {@link #open}. */
    void hold() {
        open = new CountDownLatch(1);
    }

    void open() {
        open.countDown();
    }

    synchronized List<Request> requests() {
        return List.copyOf(requests);
    }

    /** How many requests it had at the same time, at most. */
    synchronized int most() {
        return most;
    }

    @Override
    public void close() {
        open();
        server.stop(0);
        threads.shutdownNow();
    }
}
