package io.reprise.broker.it.management;

import com.sun.net.httpserver.HttpServer;
import io.reprise.broker.it.process.JavaProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/** A WebHook in a virtual machine of its own, to be killed: writes what it is given into a file, and only then answers 200. */
final class TargetProcess implements AutoCloseable {
    private static final String LISTENS = "listens";

    private final JavaProcess process;

    private TargetProcess(JavaProcess process) {
        this.process = process;
    }

    /** Starts one, and returns when it listens. */
    static TargetProcess start(int port, Path taken) throws IOException {
        JavaProcess process = JavaProcess.start(
                List.of("-Xmx64m", "-XX:TieredStopAtLevel=1"),
                TargetProcess.class,
                List.of(String.valueOf(port), taken.toString()));
        process.awaitLine(LISTENS);
        return new TargetProcess(process);
    }

    /** What targets have taken, a line each: body and delivery count. */
    static List<String> lines(Path taken) {
        try {
            return Files.exists(taken) ? Files.readAllLines(taken) : List.of();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    @Override
    public void close() {
        process.close();
    }

    public static void main(String[] args) throws IOException {
        Path taken = Path.of(args[1]);
        HttpServer server = HttpServer.create(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(args[0])), 50);
        server.createContext("/", exchange -> {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            String count = exchange.getRequestHeaders().getFirst("Reprise-Delivery-Count");
            Files.writeString(taken, body + " " + count + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        server.start();
        System.out.println(LISTENS);
    }
}
