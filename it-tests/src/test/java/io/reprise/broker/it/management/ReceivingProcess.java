package io.reprise.broker.it.management;

import io.reprise.broker.it.process.JavaProcess;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A client over HTTP in a virtual machine of its own: receives one message, shows it, and holds it until it is killed. */
final class ReceivingProcess implements AutoCloseable {
    private static final String HOLDS = "holds ";
    private static final Pattern CONSUMER = Pattern.compile("\"consumerId\":\"([^\"]+)\"");
    private static final Pattern MESSAGE =
            Pattern.compile("\"deliveryCount\":(\\d+),\"redelivered\":(\\w+),.*\"body\":\"([^\"]*)\"");

    private final JavaProcess process;
    private final String held;

    private ReceivingProcess(JavaProcess process, String held) {
        this.process = process;
        this.held = held;
    }

    /**
     * Starts one, and returns when it holds a message.
     *
     * @param consumers the address of the endpoint's consumers
     * @param options of its consumer, as JSON
     */
    static ReceivingProcess start(URI consumers, String authorization, String options) throws IOException {
        JavaProcess process = JavaProcess.start(
                List.of("-Xmx64m", "-XX:TieredStopAtLevel=1"),
                ReceivingProcess.class,
                List.of(consumers.toString(), authorization, options));
        return new ReceivingProcess(process, process.awaitLine(HOLDS));
    }

    /** Body, delivery count and redelivered flag of what it holds, e.g. {@code a 1 false}. */
    String held() {
        return held;
    }

    @Override
    public void close() {
        process.close();
    }

    /** Arguments: the consumers' address, the header Authorization, options. */
    public static void main(String[] args) throws IOException, InterruptedException {
        HttpClient http = HttpClient.newHttpClient();
        String made = post(http, args[0], args[1], args[2]);
        String consumer = args[0] + "/" + found(CONSUMER, made).group(1);
        Matcher message = found(MESSAGE, post(http, consumer + "/messages", args[1], "{\"max\":1}"));
        System.out.println(HOLDS + message.group(3) + " " + message.group(1) + " " + message.group(2));
        System.out.flush();
        // Until it is killed; its parent's end is the end of its input.
        while (System.in.read() >= 0) {}
    }

    private static String post(HttpClient http, String address, String authorization, String json)
            throws IOException, InterruptedException {
        HttpResponse<String> answer = http.send(
                HttpRequest.newBuilder(URI.create(address))
                        .header("Authorization", authorization)
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofString(json))
                        .build(),
                BodyHandlers.ofString());
        return answer.body();
    }

    private static Matcher found(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        if (!matcher.find()) {
            throw new IllegalStateException(text);
        }
        return matcher;
    }
}
