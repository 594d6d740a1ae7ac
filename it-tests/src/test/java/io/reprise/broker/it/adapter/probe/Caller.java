package io.reprise.broker.it.adapter.probe;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** Tells the test's process what a bean sees, which no end of this process can undo, and asks it what the bean shall do. */
public final class Caller {
    private static final int HALTED = 137;

    private Caller() {}

    /** Returns, throws, or ends this process, as the one who listens at that port of the loopback address says. */
    static void obey(int port, String seen) {
        String answer = ask(port, seen);
        switch (answer) {
            case "return" -> {}
            case "throw" -> throw new IllegalStateException("told to throw");
            case "halt" -> Runtime.getRuntime().halt(HALTED);
            default -> throw new IllegalArgumentException(answer);
        }
    }

    private static String ask(int port, String seen) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            OutputStream out = socket.getOutputStream();
            out.write((seen + "\n").getBytes(StandardCharsets.UTF_8));
            out.flush();
            String answer = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8))
                    .readLine();
            return answer == null ? "throw" : answer;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
