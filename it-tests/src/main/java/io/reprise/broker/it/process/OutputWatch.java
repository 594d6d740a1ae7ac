package io.reprise.broker.it.process;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** Copies a process's output to its log file, keeps the last lines, and completes when the ready line comes. */
final class OutputWatch {

    static final int KEPT_LINES = 400;

    private final Path log;
    private final Predicate<String> readyLine;
    private final Deque<String> lines = new ArrayDeque<>();
    private final CompletableFuture<Boolean> ready = new CompletableFuture<>();
    private final CountDownLatch copied = new CountDownLatch(1);

    private OutputWatch(Path log, Predicate<String> readyLine) {
        this.log = log;
        this.readyLine = readyLine;
    }

    static OutputWatch of(ProcessOrder order, InputStream output) throws IOException {
        OutputWatch watch = new OutputWatch(order.log(), order.ready());
        Files.createDirectories(
                Objects.requireNonNull(order.log().toAbsolutePath().getParent()));
        BufferedWriter writer = Files.newBufferedWriter(
                order.log(), StandardCharsets.UTF_8, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        Thread copier = new Thread(() -> watch.copy(output, writer), order.name() + " output");
        copier.setDaemon(true);
        copier.start();
        return watch;
    }

    /** True once the ready line came; false when the output ended without it. */
    CompletableFuture<Boolean> ready() {
        return ready;
    }

    /** Waits until the last line of an ended process is in the log; a child of its own may hold the output open. */
    void awaitCopied(Duration atMost) throws InterruptedException {
        copied.await(atMost.toMillis(), TimeUnit.MILLISECONDS);
    }

    List<String> lastLines() {
        synchronized (lines) {
            return List.copyOf(lines);
        }
    }

    Path log() {
        return log;
    }

    private void copy(InputStream output, BufferedWriter writer) {
        try (writer;
                BufferedReader reader = new BufferedReader(new InputStreamReader(output, StandardCharsets.UTF_8))) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                writer.write(line);
                writer.newLine();
                writer.flush();
                take(line);
            }
        } catch (IOException streamClosed) {
            take("output ended: " + streamClosed.getMessage());
        } finally {
            ready.complete(false);
            copied.countDown();
        }
    }

    private void take(String line) {
        synchronized (lines) {
            lines.addLast(line);
            if (lines.size() > KEPT_LINES) {
                lines.removeFirst();
            }
        }
        if (readyLine.test(line)) {
            ready.complete(true);
        }
    }
}
