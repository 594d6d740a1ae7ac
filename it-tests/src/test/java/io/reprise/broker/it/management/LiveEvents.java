package io.reprise.broker.it.management;

import jakarta.json.Json;
import jakarta.json.JsonObject;
import java.io.StringReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodySubscribers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;

/** A subscriber by server-sent events, as a browser is one. */
final class LiveEvents implements Flow.Subscriber<String>, AutoCloseable {
    private static final HttpClient HTTP =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private static final Event END = new Event("end of the stream", "", "");

    private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();
    private final CompletableFuture<Integer> status = new CompletableFuture<>();
    private final CompletableFuture<Flow.Subscription> connection = new CompletableFuture<>();
    private String name = "";
    private String id = "";
    private String data = "";

    /** An event; its id is empty if it has none. */
    record Event(String name, String id, String data) {
        JsonObject json() {
            return Json.createReader(new StringReader(data)).readObject();
        }

        String content() {
            return json().getString("content");
        }

        @Override
        public String toString() {
            return data.contains("\"content\"") ? name + " " + content() : name;
        }
    }

    /** Returns when the stream has begun; a header is given as its name followed by its value. */
    static LiveEvents of(String query, String... headers) {
        LiveEvents made = new LiveEvents();
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(Api.root() + "rest/subscribe?" + query))
                .header("Authorization", Api.as("client").authorization());
        if (headers.length > 0) {
            request.headers(headers);
        }
        HTTP.sendAsync(request.build(), info -> {
                    made.status.complete(info.statusCode());
                    return BodySubscribers.fromLineSubscriber(made);
                })
                .whenComplete((response, failure) -> made.events.add(END));
        if (made.status.join() != 200) {
            throw new IllegalStateException("answered " + made.status.join());
        }
        return made;
    }

    /** The next event, waited for. */
    Event next() throws InterruptedException {
        return events.take();
    }

    /** So many events as texts such as {@code UPDATE 142}. */
    List<String> next(int count) throws InterruptedException {
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            texts.add(next().toString());
        }
        return texts;
    }

    boolean isEnded() {
        return events.contains(END);
    }

    @Override
    public void onSubscribe(Flow.Subscription made) {
        connection.complete(made);
        made.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(String line) {
        if (line.startsWith("event: ")) {
            name = line.substring("event: ".length());
        } else if (line.startsWith("id: ")) {
            id = line.substring("id: ".length());
        } else if (line.startsWith("data: ")) {
            data = line.substring("data: ".length());
        } else if (line.isEmpty() && !data.isEmpty()) {
            events.add(new Event(name, id, data));
            name = "";
            id = "";
            data = "";
        }
    }

    @Override
    public void onError(@Nullable Throwable failure) {
        events.add(END);
    }

    @Override
    public void onComplete() {
        events.add(END);
    }

    @Override
    public void close() {
        connection.thenAccept(Flow.Subscription::cancel);
    }
}
