package io.reprise.broker.web.push;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/** A target that resets every connection, before or after it has read of the request. */
final class RudeTarget implements AutoCloseable {
    private final ServerSocket server;
    private final boolean reads;
    private volatile int connections;

    RudeTarget(boolean reads) throws IOException {
        this.reads = reads;
        this.server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread thread = new Thread(this::run, "rude-target");
        thread.setDaemon(true);
        thread.start();
    }

    int port() {
        return server.getLocalPort();
    }

    int connections() {
        return connections;
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // one thread writes
    private void run() {
        while (!server.isClosed()) {
            try (Socket socket = server.accept()) {
                connections++;
                InputStream in = socket.getInputStream();
                if (reads && in.read(new byte[100]) < 0) {
                    continue;
                }
                socket.setSoLinger(true, 0);
            } catch (IOException closed) {
                continue;
            }
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
