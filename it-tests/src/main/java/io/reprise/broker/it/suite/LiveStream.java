package io.reprise.broker.it.suite;

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

/**
 * A live subscriber by server-sent events, as a browser is one; what comes waits in memory. One thread reads, any may close it.
 */
public final class LiveStream implements Flow.Subscriber<String>, AutoCloseable {
    private static final HttpClient HTTP =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private static final Event END = new Event("end of the stream", "", "");

    private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();
    private final CompletableFuture<Integer> status = new CompletableFuture<>();
    private final CompletableFuture<Flow.Subscription> connection = new CompletableFuture<>();
    private String name = "";
    private String id = "";
    private String data = "";

    private LiveStream() {}

    /**
     * What was sent.
     *
     * @param name the message's type, or the status that follows the beginning
     * @param id of the event, empty if it has none: to be sent back as {@code Last-Event-ID}
     * @param data the message, of a status {@code {}}
     */
    public record Event(String name, String id, String data) {
        public JsonObject json() {
            return Json.createReader(new StringReader(data)).readObject();
        }

        /** Such as {@code UPDATE 142}; of a status its name. */
        @Override
        public String toString() {
            return data.contains("\"content\"") ? name + " " + json().getString("content") : name;
        }
    }

    /**
     * Returns when the stream has begun.
     *
     * @param address of the stream, with its query
     * @param authorization the header's value
     * @param headers further ones, each as its name followed by its value
     * @throws IllegalStateException if it was refused
     */
    public static LiveStream open(URI address, String authorization, String... headers) {
        LiveStream made = new LiveStream();
        HttpRequest.Builder request = HttpRequest.newBuilder(address).header("Authorization", authorization);
        if (headers.length > 0) {
            request.headers(headers);
        }
        HTTP.sendAsync(request.build(), info -> {
                    made.status.complete(info.statusCode());
                    return BodySubscribers.fromLineSubscriber(made);
                })
                .whenComplete((response, failure) -> made.end());
        if (made.status.join() != 200) {
            throw new IllegalStateException(address.getRawPath() + " was answered " + made.status.join());
        }
        return made;
    }

    private void end() {
        status.complete(0);
        events.add(END);
    }

    /** The next event, waited for. */
    public Event next() throws InterruptedException {
        return events.take();
    }

    /** So many events, each waited for, as texts such as {@code UPDATE 142}. */
    public List<String> next(int count) throws InterruptedException {
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            texts.add(next().toString());
        }
        return texts;
    }

    /** Whether the server has ended it; what came before may still be read. */
    public boolean isEnded() {
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
        end();
    }

    @Override
    public void onComplete() {
        end();
    }

    @Override
    public void close() {
        connection.thenAccept(Flow.Subscription::cancel);
    }
}
