package io.reprise.broker.it.crash;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/**
 * What one publisher knows of its messages, a line each, written before the next one is sent. A line is with the operating
 * system when its call returns, so that no kill of this process loses it.
 */
final class AckRecord implements AutoCloseable {

    private static final String SUFFIX = ".acks";
    /** {@code a 0000001} and the line's end. */
    private static final int LINE_BYTES = 10;

    private final FileChannel file;

    private AckRecord(FileChannel file) {
        this.file = file;
    }

    static AckRecord open(String publisher) throws IOException {
        return new AckRecord(FileChannel.open(
                path(publisher), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, StandardOpenOption.APPEND));
    }

    /** The broker has said that they are stored. */
    void acknowledged(int first, int last) throws IOException {
        write('a', first, last);
    }

    /** The broker has failed to say whether they are stored. */
    void unknown(int first, int last) throws IOException {
        write('u', first, last);
    }

    private void write(char what, int first, int last) throws IOException {
        StringBuilder lines = new StringBuilder();
        for (int number = first; number <= last; number++) {
            lines.append(String.format(Locale.ROOT, "%c %07d%n", what, number));
        }
        ByteBuffer bytes = ByteBuffer.wrap(lines.toString().getBytes(StandardCharsets.US_ASCII));
        while (bytes.hasRemaining()) {
            file.write(bytes);
        }
    }

    @Override
    public void close() throws IOException {
        file.close();
    }

    /** How many lines a publisher has written until now. */
    static long lines(String publisher) {
        try {
            return Files.exists(path(publisher)) ? Files.size(path(publisher)) / LINE_BYTES : 0;
        } catch (IOException failure) {
            throw new java.io.UncheckedIOException(failure);
        }
    }

    /** What is known of a publisher's messages. */
    record Known(Set<Integer> acknowledged, Set<Integer> unknown) {

        /** The highest number that was sent for certain; 0 for none. */
        int last() {
            return Math.max(
                    acknowledged.stream().mapToInt(n -> n).max().orElse(0),
                    unknown.stream().mapToInt(n -> n).max().orElse(0));
        }
    }

    /** Reads a record; a line that a kill has cut is none. */
    static Known read(String publisher) throws IOException {
        Known known = new Known(new TreeSet<>(), new TreeSet<>());
        List<String> lines = Files.exists(path(publisher)) ? Files.readAllLines(path(publisher)) : List.of();
        for (String line : lines) {
            if (line.length() == LINE_BYTES - 1) {
                int number = Integer.parseInt(line.substring(2));
                (line.charAt(0) == 'a' ? known.acknowledged() : known.unknown()).add(number);
            }
        }
        return known;
    }

    private static Path path(String publisher) {
        return LoadFolder.path().resolve(publisher + SUFFIX);
    }
}
