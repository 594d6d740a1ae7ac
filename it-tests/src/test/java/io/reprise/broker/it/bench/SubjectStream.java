package io.reprise.broker.it.bench;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * One stream of server-sent events on one subject (docs/live-http.md). It checks that nothing is missing and nothing comes twice: by the subject's
 * {@code seq}, which a guaranteed message raises by one and a standard one leaves, and by the publisher's own number of each message. One thread
 * at a time.
 */
final class SubjectStream {
    private static final String EVENT = "event: ";
    private static final String DATA = "data: ";

    private final ChunkedLines lines = new ChunkedLines();
    private final String name;
    private final StreamFigures figures;
    private String event = "";
    private String data = "";
    private boolean hasBegun;
    private long lastSeq;
    private long lastNumber;

    SubjectStream(String name, StreamFigures figures) {
        this.name = name;
        this.figures = figures;
    }

    /** What a publisher sends as content: which message of its subject this is, and when it was published. */
    static String content(long number, long nanos) {
        return number + " " + nanos;
    }

    /**
     * Takes what has come.
     *
     * @throws IOException if this is no stream, or none any more
     */
    void accept(ByteBuffer bytes) throws IOException {
        lines.accept(bytes, this::line);
    }

    /** Nothing comes any more. */
    void ended(String why) {
        figures.fault(name + " ended: " + why);
    }

    private void line(String line) {
        if (line.startsWith(EVENT)) {
            event = line.substring(EVENT.length());
        } else if (line.startsWith(DATA)) {
            data = line.substring(DATA.length());
        } else if (line.isEmpty() && !event.isEmpty()) {
            happened();
            event = "";
        }
    }

    private void happened() {
        switch (event) {
            case "SNAPSHOT" -> begin();
            case "LIVE" -> figures.becameLive();
            case "UPDATE" -> update();
            default -> figures.fault(name + " said " + event);
        }
    }

    private void begin() {
        lastSeq = number(field("\"seq\":"));
        lastNumber = number(field("\"content\":\""));
        hasBegun = true;
    }

    private void update() {
        String content = field("\"content\":\"");
        long nanos = number(content.substring(content.indexOf(' ') + 1));
        figures.received(System.nanoTime() - nanos);
        long seq = number(field("\"seq\":"));
        long number = number(content);
        long expectedSeq = data.contains("\"qos\":\"GUARANTEED\"") ? lastSeq + 1 : lastSeq;
        if (hasBegun && seq != expectedSeq) {
            figures.fault(name + " got seq " + seq + " after " + lastSeq);
        }
        if (number != lastNumber + 1) {
            figures.fault(name + " got message " + number + " after " + lastNumber);
        }
        begin();
    }

    private String field(String key) {
        int from = data.indexOf(key);
        if (from < 0) {
            throw new IllegalStateException(name + " got no " + key + " in " + data);
        }
        return data.substring(from + key.length());
    }

    /** The number that a text begins with. */
    private static long number(String text) {
        int end = 0;
        while (end < text.length() && Character.isDigit(text.charAt(end))) {
            end++;
        }
        return Long.parseLong(text, 0, end, 10);
    }
}
