package io.reprise.broker.web.push;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;

/** A target that reads whole requests and answers them in bytes of a test's own. Thread-safe. */
final class RawTarget implements AutoCloseable {
    /** How it answers. */
    @FunctionalInterface
    interface Manner {
        /**
         * Answers one request.
         *
         * @param nth 1 for the first request of all
         * @return whether the connection is kept
         * @throws IOException if who asked is gone
         */
        boolean answer(int nth, OutputStream out) throws IOException;
    }

    private final ServerSocket server;
    private final Manner manner;
    private final AtomicInteger connections = new AtomicInteger();
    private final AtomicInteger open = new AtomicInteger();
    private final List<String> requests = new ArrayList<>();

    RawTarget(Manner manner) throws IOException {
        this.manner = manner;
        this.server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        daemon(this::accept);
    }

    private static void daemon(Runnable task) {
        Thread thread = new Thread(task, "raw-target");
        thread.setDaemon(true);
        thread.start();
    }

    int port() {
        return server.getLocalPort();
    }

    /** How many connections it had in all. */
    int connections() {
        return connections.get();
    }

    /** How many it has now. */
    int openConnections() {
        return open.get();
    }

    /** Body and delivery count of each request, e.g. {@code an order 1}. */
    List<String> requests() {
        synchronized (requests) {
            return List.copyOf(requests);
        }
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket socket = server.accept();
                connections.incrementAndGet();
                open.incrementAndGet();
                daemon(() -> serve(socket));
            } catch (IOException closed) {
                continue;
            }
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            InputStream in = new BufferedInputStream(socket.getInputStream());
            boolean kept = true;
            while (kept) {
                kept = manner.answer(read(in), socket.getOutputStream());
                socket.getOutputStream().flush();
            }
        } catch (IOException gone) {
            // who asks may go at any time
        } finally {
            open.decrementAndGet();
        }
    }

    /** Reads one whole request; the how-manieth it is. */
    private int read(InputStream in) throws IOException {
        String count = "";
        int length = 0;
        line(in);
        for (String header = line(in); !header.isEmpty(); header = line(in)) {
            String name = header.substring(0, header.indexOf(':')).toLowerCase(Locale.ROOT);
            String value = header.substring(header.indexOf(':') + 1).strip();
            if (name.equals("content-length")) {
                length = Integer.parseInt(value);
            } else if (name.equals("reprise-delivery-count")) {
                count = value;
            }
        }
        byte[] body = in.readNBytes(length);
        if (body.length < length) {
            throw new EOFException();
        }
        synchronized (requests) {
            requests.add(new String(body, StandardCharsets.UTF_8) + " " + count);
            return requests.size();
        }
    }

    private static String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new EOFException();
            }
            line.append((char) next);
        }
        return line.toString().strip();
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
