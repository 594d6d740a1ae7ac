package io.reprise.broker.it.run;

import io.reprise.broker.it.demo.DemonstrationResult;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Iterator;
import java.util.stream.Stream;

/** Lets the deployed demonstration publish the week, and shows what its two beans receive while they receive it. */
final class Demonstration {

    private final URI server;
    private final PrintStream out;

    Demonstration(URI server, PrintStream out) {
        this.server = server;
        this.out = out;
    }

    /** Runs it once; whether every count matched. */
    boolean matches() {
        out.println("Demonstration: publishing " + DemonstrationResult.EVENTS
                + " earthquakes; what the two beans receive:");
        try {
            HttpResponse<Stream<String>> response = HttpClient.newHttpClient()
                    .send(
                            HttpRequest.newBuilder(server.resolve("/demo/run"))
                                    .POST(BodyPublishers.noBody())
                                    .build(),
                            BodyHandlers.ofLines());
            try (Stream<String> lines = response.body()) {
                return show(lines.iterator());
            }
        } catch (IOException failure) {
            throw new UncheckedIOException("The demonstration doesn't answer: " + failure.getMessage(), failure);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("The demonstration was interrupted", interrupted);
        }
    }

    private boolean show(Iterator<String> lines) {
        while (lines.hasNext()) {
            String line = lines.next();
            if (DemonstrationResult.isResult(line)) {
                return show(DemonstrationResult.parse(line));
            }
            out.println(line);
        }
        out.println("Demonstration: FAILED, it ended without its counts");
        return false;
    }

    private boolean show(DemonstrationResult result) {
        out.println();
        out.println("                               counted   expected");
        count("published", result.published(), DemonstrationResult.EVENTS);
        count("received by all", result.all(), DemonstrationResult.EVENTS);
        count("received by strong", result.strong(), DemonstrationResult.STRONG);
        out.println("each queue in the order of publishing: " + (result.inOrder() ? "yes" : "NO"));
        if (result.ofEarlierRuns() > 0) {
            out.println("besides, messages left by an interrupted earlier run: " + result.ofEarlierRuns());
        }
        out.println(result.matches() ? "Demonstration: every count matches" : "Demonstration: FAILED, a count is off");
        return result.matches();
    }

    private void count(String what, int counted, int expected) {
        out.println(String.format("%-28s %9d  %9d", what, counted, expected));
    }
}
