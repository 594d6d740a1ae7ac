package io.reprise.broker.it.run;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Iterator;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Calls the demonstration's applications, which answer line by line. */
final class DemonstrationCalls {

    private final HttpClient http = HttpClient.newHttpClient();
    private final URI server;

    DemonstrationCalls(URI server) {
        this.server = server;
    }

    /** Hands over each line of the answer but the last, soon after it comes; returns the last, empty if there is none. */
    String call(String method, String path, Consumer<String> line) {
        HttpRequest request = HttpRequest.newBuilder(server.resolve(path))
                .method(method, BodyPublishers.noBody())
                .build();
        try {
            HttpResponse<Stream<String>> response = http.send(request, BodyHandlers.ofLines());
            if (response.statusCode() != 200) {
                throw new IllegalStateException(method + " " + path + " was answered " + response.statusCode());
            }
            try (Stream<String> lines = response.body()) {
                return handOver(lines.iterator(), line);
            }
        } catch (IOException failure) {
            throw new UncheckedIOException("The demonstration doesn't answer: " + failure.getMessage(), failure);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("The demonstration was interrupted", interrupted);
        }
    }

    private static String handOver(Iterator<String> lines, Consumer<String> line) {
        String last = "";
        for (boolean first = true; lines.hasNext(); first = false) {
            if (!first) {
                line.accept(last);
            }
            last = lines.next();
        }
        return last;
    }
}
