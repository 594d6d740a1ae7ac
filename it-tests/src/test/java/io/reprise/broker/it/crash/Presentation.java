package io.reprise.broker.it.crash;

import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A message in a bean's hands: written into a file of its thread before the bean does anything else. A line is with the operating
 * system when its call returns, so that no kill of this process loses it.
 *
 * @param id of the message
 * @param count its JMSXDeliveryCount
 * @param millis when, milliseconds of the epoch
 */
record Presentation(String id, int count, long millis) {

    private static final ThreadLocal<FileChannel> FILE = ThreadLocal.withInitial(Presentation::open);

    /** What one thread of one process wrote, in order. */
    record ThreadLines(long pid, List<Presentation> lines) {}

    static void note(Message message) throws JMSException {
        Presentation presentation = new Presentation(
                message.getJMSMessageID(), message.getIntProperty("JMSXDeliveryCount"), System.currentTimeMillis());
        ByteBuffer line =
                ByteBuffer.wrap((presentation.id + " " + presentation.count + " " + presentation.millis + "\n")
                        .getBytes(StandardCharsets.UTF_8));
        try {
            while (line.hasRemaining()) {
                FILE.get().write(line);
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static FileChannel open() {
        String name =
                ProcessHandle.current().pid() + "-" + Thread.currentThread().getId();
        try {
            Files.createDirectories(LoadFolder.presented());
            return FileChannel.open(
                    LoadFolder.presented().resolve(name), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** All that was written. */
    static List<ThreadLines> read() throws IOException {
        List<ThreadLines> all = new ArrayList<>();
        try (Stream<Path> files = Files.list(LoadFolder.presented())) {
            for (Path file : files.toList()) {
                String name = file.getFileName().toString();
                long pid = Long.parseLong(name.substring(0, name.indexOf('-')));
                all.add(new ThreadLines(pid, lines(Files.readString(file))));
            }
        }
        return all;
    }

    /** A line that a kill has cut is none. */
    private static List<Presentation> lines(String text) {
        return text.substring(0, text.lastIndexOf('\n') + 1)
                .lines()
                .map(line -> line.split(" "))
                .map(words -> new Presentation(words[0], Integer.parseInt(words[1]), Long.parseLong(words[2])))
                .toList();
    }
}
