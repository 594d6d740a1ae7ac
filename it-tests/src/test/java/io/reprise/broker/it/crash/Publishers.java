package io.reprise.broker.it.crash;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.awaitility.Awaitility;

/** Eight publishers in the server, six that send one by one and two that send ten in a transaction. */
final class Publishers {

    private static final int COUNT = 8;
    private static final int BATCH = 10;
    private static final HttpClient HTTP =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private final URI server;
    private final String label;
    private final List<CompletableFuture<HttpResponse<String>>> calls = new ArrayList<>();

    private Publishers(URI server, String label) {
        this.server = server.resolve("/load/");
        this.label = label;
    }

    /**
     * Starts them.
     *
     * @param label begins their names; used once
     * @param lastResources whether some of their messages are to be written through the datasource that is a last resource
     */
    static Publishers start(URI server, String label, Random random, boolean lastResources) {
        Publishers publishers = new Publishers(server, label);
        publishers.call("on").join();
        for (int i = 0; i < COUNT; i++) {
            publishers.calls.add(publishers.call("publish?publisher=" + publishers.name(i) + "&batch="
                    + batch(publishers.name(i)) + "&seed=" + random.nextInt() + "&lastResources=" + lastResources));
        }
        return publishers;
    }

    /** Publishes a fixed number of messages, one of which cuts its transaction: the answer may fail to come. */
    static CompletableFuture<HttpResponse<String>> publishFixed(
            URI server, String publisher, int count, int crashAt, CrashPoint.Moment moment) {
        return new Publishers(server, publisher)
                .call("fixed?publisher=" + publisher + "&count=" + count + "&crashAt=" + crashAt + "&moment=" + moment);
    }

    List<String> names() {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < COUNT; i++) {
            names.add(name(i));
        }
        return names;
    }

    /** How many messages a publisher of that name sends in one transaction. */
    static int batch(String name) {
        return name.endsWith("-6") || name.endsWith("-7") ? BATCH : 1;
    }

    /** Messages acknowledged until now. */
    long acknowledged() {
        long all = 0;
        for (String name : names()) {
            try {
                all += AckRecord.read(name).acknowledged().size();
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
        }
        return all;
    }

    void awaitAcknowledged(long count) {
        await(count + " messages of " + label + " acknowledged", () -> acknowledged() >= count);
    }

    /** Lets them come to their end, and waits for it. */
    void stop() {
        call("off").join();
        CompletableFuture.allOf(calls.toArray(CompletableFuture[]::new)).join();
        calls.forEach(call -> requireOk(call.join()));
    }

    /** After the server's end: every call has ended, well or not. */
    void awaitCut() {
        calls.forEach(call -> call.handle((answer, failure) -> true)
                .orTimeout(1, TimeUnit.MINUTES)
                .join());
    }

    private String name(int index) {
        return label + "-" + index;
    }

    private CompletableFuture<HttpResponse<String>> call(String path) {
        return HTTP.sendAsync(
                HttpRequest.newBuilder(server.resolve(path))
                        .POST(BodyPublishers.noBody())
                        .build(),
                BodyHandlers.ofString());
    }

    private static void requireOk(HttpResponse<String> response) {
        if (response.statusCode() != 200) {
            throw new AssertionError(response + " " + response.body());
        }
    }

    private void await(String what, BooleanSupplier condition) {
        Awaitility.await(what)
                .atMost(CrashStack.LONG)
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(5))
                .until(() -> {
                    calls.stream()
                            .filter(CompletableFuture::isDone)
                            .findFirst()
                            .ifPresent(call -> requireOk(call.join()));
                    return condition.getAsBoolean();
                });
    }
}
