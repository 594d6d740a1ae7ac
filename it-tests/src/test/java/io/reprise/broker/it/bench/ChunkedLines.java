package io.reprise.broker.it.bench;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.function.Consumer;

/** Turns what a socket gave of a chunked HTTP response into the lines of its body (RFC 9112 §7.1), of ASCII. One thread at a time. */
final class ChunkedLines {
    private enum State {
        STATUS,
        HEADER,
        CHUNK_SIZE,
        CHUNK,
        CHUNK_END
    }

    private final StringBuilder framing = new StringBuilder();
    private final StringBuilder line = new StringBuilder();
    private State state = State.STATUS;
    private int leftOfChunkBytes;

    /**
     * Takes all of the bytes.
     *
     * @param lines gets each line that they complete, without its end
     * @throws IOException if the response isn't 200, or the last chunk was there
     */
    void accept(ByteBuffer bytes, Consumer<String> lines) throws IOException {
        while (bytes.hasRemaining()) {
            char next = (char) (bytes.get() & 0xff);
            if (state != State.CHUNK) {
                frame(next);
                continue;
            }
            if (next == '\n') {
                lines.accept(taken(line));
            } else {
                line.append(next);
            }
            if (--leftOfChunkBytes == 0) {
                state = State.CHUNK_END;
            }
        }
    }

    private void frame(char next) throws IOException {
        if (next == '\n') {
            state = after(taken(framing).strip());
        } else {
            framing.append(next);
        }
    }

    private State after(String text) throws IOException {
        return switch (state) {
            case STATUS -> statusIsFine(text);
            case HEADER -> text.isEmpty() ? State.CHUNK_SIZE : State.HEADER;
            case CHUNK_SIZE -> begin(text);
            case CHUNK, CHUNK_END -> State.CHUNK_SIZE;
        };
    }

    private static State statusIsFine(String status) throws IOException {
        if (!status.startsWith("HTTP/1.1 200")) {
            throw new IOException("answered " + status);
        }
        return State.HEADER;
    }

    private State begin(String sizeInHex) throws IOException {
        leftOfChunkBytes = Integer.parseInt(sizeInHex, 16);
        if (leftOfChunkBytes == 0) {
            throw new IOException("the response was over");
        }
        return State.CHUNK;
    }

    private static String taken(StringBuilder collected) {
        String text = collected.toString();
        collected.setLength(0);
        return text;
    }
}
