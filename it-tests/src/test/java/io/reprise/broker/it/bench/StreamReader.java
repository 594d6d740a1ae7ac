package io.reprise.broker.it.bench;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;

/** One thread that reads very many streams. */
final class StreamReader implements AutoCloseable {
    private static final int BUFFER_BYTES = 64 * 1024;

    private final ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES);
    private final Selector selector = Selector.open();
    private final Thread thread;

    private StreamReader(String name) throws IOException {
        thread = new Thread(this::read, name);
    }

    static StreamReader start(String name) throws IOException {
        StreamReader made = new StreamReader(name);
        made.thread.start();
        return made;
    }

    /** Reads this one too from now on. From any thread. */
    void add(SocketChannel channel, SubjectStream stream) throws IOException {
        channel.configureBlocking(false);
        channel.register(selector, SelectionKey.OP_READ, stream);
        selector.wakeup();
    }

    private void read() {
        try {
            while (selector.isOpen()) {
                selector.select(this::read);
            }
        } catch (ClosedSelectorException over) {
            // As close() wants it.
        } catch (IOException broken) {
            selector.keys().forEach(key -> ((SubjectStream) key.attachment()).ended(broken.toString()));
        }
    }

    private void read(SelectionKey key) {
        SubjectStream stream = (SubjectStream) key.attachment();
        try {
            buffer.clear();
            if (((SocketChannel) key.channel()).read(buffer) < 0) {
                throw new IOException("the server closed it");
            }
            stream.accept(buffer.flip());
        } catch (IOException | RuntimeException broken) {
            key.cancel();
            stream.ended(broken.toString());
        }
    }

    /** Returns when the thread is gone; the channels stay as they are. */
    @Override
    public void close() throws IOException {
        selector.close();
        try {
            thread.join();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
