package io.reprise.broker.it.bench;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** Very many live subscribers by server-sent events, in turn on so many subjects, read by few threads. Opened and closed by one thread. */
final class SubjectStreams implements AutoCloseable {
    private static final int READERS = 2;

    private final StreamFigures figures = new StreamFigures();
    private final List<SocketChannel> channels = new ArrayList<>();
    private final List<StreamReader> readers = new ArrayList<>();

    private SubjectStreams() {}

    static String subject(int number) {
        return "/bench/streams/" + number;
    }

    /** Asks for all streams; they are live some time later. */
    static SubjectStreams open(URI server, String user, String password, int streams, int subjects) throws IOException {
        SubjectStreams made = new SubjectStreams();
        boolean done = false;
        try {
            for (int i = 0; i < READERS; i++) {
                made.readers.add(StreamReader.start("streams-" + i));
            }
            String credentials =
                    Base64.getEncoder().encodeToString((user + ":" + password).getBytes(StandardCharsets.UTF_8));
            for (int i = 0; i < streams; i++) {
                made.add(i, server, subject(i % subjects), credentials);
            }
            done = true;
            return made;
        } finally {
            if (!done) {
                made.close();
            }
        }
    }

    private void add(int number, URI server, String subject, String credentials) throws IOException {
        SocketChannel channel = SocketChannel.open(new InetSocketAddress(server.getHost(), server.getPort()));
        channels.add(channel);
        String request =
                "GET /reprise/rest/subscribe?subject=%s HTTP/1.1\r\nHost: %s\r\nAuthorization: Basic %s\r\n\r\n"
                        .formatted(subject, server.getAuthority(), credentials);
        ByteBuffer bytes = ByteBuffer.wrap(request.getBytes(StandardCharsets.US_ASCII));
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
        readers.get(number % READERS).add(channel, new SubjectStream("stream " + number + " on " + subject, figures));
    }

    StreamFigures figures() {
        return figures;
    }

    int size() {
        return channels.size();
    }

    @Override
    public void close() throws IOException {
        for (StreamReader reader : readers) {
            reader.close();
        }
        for (SocketChannel channel : channels) {
            channel.close();
        }
    }
}
