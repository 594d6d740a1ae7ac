package io.reprise.broker.engine.store;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A way to the database that breaks on order. Requests in whose bytes {@code marker} is found meet, one after the other, the faults
 * that were armed; all else passes.
 */
public final class FaultyProxy implements Closeable {
    /** What may happen to a marked request. */
    public enum Fault {
        /** It passes. */
        NONE,
        /** It never reaches the server; the client sees a lost connection. */
        CUT_BEFORE,
        /** The server has answered; the answer is lost with the connection. */
        CUT_AFTER,
        /** The client's connection is lost at once; the server gets the request at the same time. */
        CUT_WHILE,
        /** The client's connection is lost; the server gets the request when {@link #deliverLate()} says so. */
        CUT_DELIVER_LATE,
        /** The server has answered; the client gets nothing, and no end of the connection, until {@link #letGo()}. */
        HOLD_ANSWER,
        /** Nothing reaches the server until {@link #letGo()}; the connection stays. */
        HOLD_REQUEST
    }

    private final ServerSocket listener;
    private final int serverPort;
    private final byte[] marker;
    private final Deque<Fault> armed = new ArrayDeque<>();
    private final Deque<Runnable> late = new ArrayDeque<>();
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final AtomicInteger marked = new AtomicInteger();
    private CountDownLatch held = new CountDownLatch(1);
    private CountDownLatch letGo = new CountDownLatch(1);

    public FaultyProxy(int serverPort, String marker) throws IOException {
        this.serverPort = serverPort;
        this.marker = marker.getBytes(StandardCharsets.US_ASCII);
        listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        start("accept", this::accept);
    }

    public int port() {
        return listener.getLocalPort();
    }

    /** How many marked requests came by. */
    public int marked() {
        return marked.get();
    }

    public synchronized void arm(Fault... faults) {
        armed.addAll(Arrays.asList(faults));
    }

    /** Gives the server the oldest request that was kept back; false if there is none. Returns when the server has answered. */
    public boolean deliverLate() {
        Runnable oldest;
        synchronized (this) {
            oldest = late.poll();
        }
        if (oldest == null) {
            return false;
        }
        oldest.run();
        return true;
    }

    /** How many requests wait for {@link #deliverLate()}. */
    synchronized int keptBack() {
        return late.size();
    }

    /** Waits until a request or an answer is held. */
    public void awaitHeld() throws InterruptedException {
        heldLatch().await();
    }

    /** Lets go what is held, and holds nothing more until armed again. */
    public synchronized void letGo() {
        letGo.countDown();
        held = new CountDownLatch(1);
        letGo = new CountDownLatch(1);
    }

    @Override
    public void close() throws IOException {
        listener.close();
        letGo();
        sockets.forEach(FaultyProxy::closeQuietly);
    }

    private synchronized CountDownLatch heldLatch() {
        return held;
    }

    private synchronized CountDownLatch letGoLatch() {
        held.countDown();
        return letGo;
    }

    private synchronized Fault next() {
        marked.incrementAndGet();
        Fault fault = armed.poll();
        return fault == null ? Fault.NONE : fault;
    }

    private void accept() {
        try {
            while (true) {
                Socket client = listener.accept();
                Socket server = new Socket(InetAddress.getLoopbackAddress(), serverPort);
                client.setTcpNoDelay(true);
                server.setTcpNoDelay(true);
                sockets.add(client);
                sockets.add(server);
                Link link = new Link(client, server);
                start("requests", link::requests);
                start("answers", link::answers);
            }
        } catch (IOException closed) {
            // The proxy was closed, or the server is away: the client meets a refused connection next time.
            if (!listener.isClosed()) {
                start("accept", this::accept);
            }
        }
    }

    private static void start(String name, Runnable work) {
        Thread thread = new Thread(work, "proxy-" + name);
        thread.setDaemon(true);
        thread.start();
    }

    private static void closeQuietly(Closeable closeable) {
        try {
            closeable.close();
        } catch (IOException alreadyGone) {
            // It was to end, and did.
        }
    }

    private boolean isMarked(byte[] bytes, int length) {
        for (int from = 0; from + marker.length <= length; from++) {
            if (Arrays.equals(bytes, from, from + marker.length, marker, 0, marker.length)) {
                return true;
            }
        }
        return false;
    }

    /** One connection. */
    private final class Link {
        private final Socket client;
        private final Socket server;
        private volatile @Nullable CountDownLatch answered;
        private volatile boolean dropAnswers;
        private volatile boolean holdAnswers;

        Link(Socket client, Socket server) {
            this.client = client;
            this.server = server;
        }

        void requests() {
            byte[] bytes = new byte[1 << 16];
            try {
                InputStream in = client.getInputStream();
                for (int length = in.read(bytes); length >= 0; length = in.read(bytes)) {
                    if (!pass(bytes, length)) {
                        return;
                    }
                }
                end();
            } catch (IOException | InterruptedException gone) {
                end();
            }
        }

        /** Whether the connection goes on. */
        private boolean pass(byte[] bytes, int length) throws IOException, InterruptedException {
            Fault fault = isMarked(bytes, length) ? next() : Fault.NONE;
            switch (fault) {
                case NONE -> forward(bytes, length);
                case CUT_BEFORE -> end();
                case CUT_AFTER -> {
                    forwardAndAwait(bytes, length);
                    end();
                }
                case CUT_WHILE -> {
                    dropAnswers = true;
                    forward(bytes, length);
                    closeQuietly(client);
                }
                case CUT_DELIVER_LATE -> {
                    byte[] kept = Arrays.copyOf(bytes, length);
                    synchronized (FaultyProxy.this) {
                        late.add(() -> deliver(kept));
                    }
                    dropAnswers = true;
                    closeQuietly(client);
                }
                case HOLD_ANSWER -> {
                    holdAnswers = true;
                    forward(bytes, length);
                }
                case HOLD_REQUEST -> {
                    letGoLatch().await();
                    forward(bytes, length);
                }
            }
            return fault == Fault.NONE || fault == Fault.HOLD_ANSWER || fault == Fault.HOLD_REQUEST;
        }

        private void deliver(byte[] request) {
            try {
                forwardAndAwait(request, request.length);
            } catch (IOException | InterruptedException gone) {
                Thread.currentThread().interrupt();
            }
            end();
        }

        private void forward(byte[] bytes, int length) throws IOException {
            server.getOutputStream().write(bytes, 0, length);
        }

        private void forwardAndAwait(byte[] bytes, int length) throws IOException, InterruptedException {
            dropAnswers = true;
            CountDownLatch latch = new CountDownLatch(1);
            answered = latch;
            forward(bytes, length);
            latch.await();
        }

        void answers() {
            byte[] bytes = new byte[1 << 16];
            try {
                InputStream in = server.getInputStream();
                OutputStream out = client.getOutputStream();
                for (int length = in.read(bytes); length >= 0; length = in.read(bytes)) {
                    if (holdAnswers) {
                        letGoLatch().await();
                        holdAnswers = false;
                    }
                    if (!dropAnswers) {
                        out.write(bytes, 0, length);
                    }
                    signalAnswered();
                }
            } catch (IOException | InterruptedException gone) {
                // Ends below.
            }
            signalAnswered();
            end();
        }

        private void signalAnswered() {
            CountDownLatch latch = answered;
            if (latch != null) {
                latch.countDown();
            }
        }

        private void end() {
            closeQuietly(client);
            closeQuietly(server);
            sockets.remove(client);
            sockets.remove(server);
        }
    }
}
