package io.reprise.broker.it.management;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Requests as bytes over a socket: nothing between the test and the server mends them. One thread. */
final class RawHttp implements AutoCloseable {
    /** Past that the server does not answer. */
    private static final int TIMEOUT_MILLIS = 60_000;

    private final String host;
    private final int port;
    private @Nullable Socket socket;
    private @Nullable InputStream in;

    RawHttp(String host, int port) {
        this.host = host;
        this.port = port;
    }

    /**
     * What was answered.
     *
     * @param status 0 if the server closed the connection instead
     */
    record Reply(int status, Map<String, String> headers, String body) {
        static final Reply CLOSED = new Reply(0, Map.of(), "");

        String header(String name) {
            return headers.getOrDefault(name.toLowerCase(Locale.ROOT), "");
        }
    }

    /**
     * Sends one request and reads its answer. A connection serves several, unless one of them leaves open where it ends: that has one
     * of its own, which says that no more will come.
     */
    Reply send(MutatedRequest request) throws IOException {
        if (request.isOddlyFramed()) {
            close();
        }
        boolean fresh = socket == null;
        try {
            Reply reply = exchange(request);
            if (request.isOddlyFramed()) {
                close();
            }
            return reply;
        } catch (SocketTimeoutException silent) {
            throw new AssertionError("no answer within " + TIMEOUT_MILLIS + " ms: " + request, silent);
        } catch (IOException brokenOff) {
            close();
            return fresh ? Reply.CLOSED : send(request);
        }
    }

    private Reply exchange(MutatedRequest request) throws IOException {
        Socket open = socket;
        InputStream answers = in;
        if (open == null || answers == null) {
            open = new Socket(host, port);
            open.setSoTimeout(TIMEOUT_MILLIS);
            open.setTcpNoDelay(true);
            answers = new BufferedInputStream(open.getInputStream());
            socket = open;
            in = answers;
        }
        open.getOutputStream().write(request.bytes());
        open.getOutputStream().flush();
        if (request.isOddlyFramed()) {
            open.shutdownOutput();
        }
        Reply reply = read(request.verb(), answers);
        if (reply.header("Connection").equalsIgnoreCase("close")) {
            close();
        }
        return reply;
    }

    private static Reply read(String verb, InputStream in) throws IOException {
        String statusLine = line(in);
        Map<String, String> headers = new HashMap<>();
        for (String header = line(in); !header.isEmpty(); header = line(in)) {
            int colon = header.indexOf(':');
            headers.put(
                    header.substring(0, colon).toLowerCase(Locale.ROOT),
                    header.substring(colon + 1).trim());
        }
        int status = Integer.parseInt(statusLine.split(" ")[1]);
        if (status == 100) {
            return read(verb, in);
        }
        boolean empty = verb.equals("HEAD") || status == 204 || status == 304;
        return new Reply(status, headers, empty ? "" : new String(body(in, headers), StandardCharsets.UTF_8));
    }

    private static byte[] body(InputStream in, Map<String, String> headers) throws IOException {
        if (headers.getOrDefault("transfer-encoding", "").equalsIgnoreCase("chunked")) {
            ByteArrayOutputStream body = new ByteArrayOutputStream();
            for (int size = chunkSize(in); size > 0; size = chunkSize(in)) {
                body.write(in.readNBytes(size));
                line(in);
            }
            line(in);
            return body.toByteArray();
        }
        return in.readNBytes(Integer.parseInt(headers.getOrDefault("content-length", "0")));
    }

    private static int chunkSize(InputStream in) throws IOException {
        return Integer.parseInt(line(in).split(";")[0].trim(), 16);
    }

    private static String line(InputStream in) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new EOFException();
            }
            line.write(next);
        }
        return line.toString(StandardCharsets.ISO_8859_1).stripTrailing();
    }

    @Override
    public void close() throws IOException {
        if (socket != null) {
            socket.close();
            socket = null;
            in = null;
        }
    }
}
