package io.reprise.broker.it.adapter;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.awaitility.Awaitility;

/**
 * Where beans tell what they see before they do anything, and are told what to do, for messages with the order {@code call}. What was
 * heard outlives the server. Who is told nothing returns. Thread-safe.
 */
final class BeanCalls implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final String HOLD = "hold";

    private final ServerSocket listener;
    private final List<String> heard = new ArrayList<>();
    private final Map<String, String> answers = new HashMap<>();
    private final Map<String, Socket> held = new HashMap<>();

    private BeanCalls(ServerSocket listener) {
        this.listener = listener;
    }

    static BeanCalls listen() {
        try {
            BeanCalls calls = new BeanCalls(new ServerSocket(0, 100, InetAddress.getLoopbackAddress()));
            Thread thread = new Thread(calls::accept, "bean-calls");
            thread.setDaemon(true);
            thread.start();
            return calls;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** A message's text whose bean calls here. */
    String text(String name) {
        return name + " call=" + listener.getLocalPort();
    }

    /** From now on beans that see it stay in their code. */
    synchronized void hold(String name) {
        answers.put(name, HOLD);
    }

    /** From now on {@code return}, {@code throw} or {@code halt} is what beans that see it do, one that is held too. */
    synchronized void answer(String name, String answer) {
        answers.put(name, answer);
        Socket waiting = held.remove(name);
        if (waiting != null) {
            answer(waiting, answer);
        }
    }

    synchronized boolean isHeld(String name) {
        return held.containsKey(name);
    }

    void awaitHeld(String name) {
        await(name + " in its bean's code", () -> isHeld(name));
    }

    /** What was seen of a message, in order: {@code #1}, then perhaps {@code #2 again}. */
    synchronized List<String> heard(String name) {
        return heard.stream()
                .filter(line -> line.startsWith(name + " "))
                .map(line -> line.substring(name.length() + 1))
                .toList();
    }

    void awaitHeard(String name, int times) {
        await(name + " seen " + times + " times", () -> heard(name).size() >= times);
    }

    /** The server is gone: nobody is held any more. */
    synchronized void cut() {
        held.values().forEach(BeanCalls::close);
        held.clear();
    }

    @Override
    public void close() {
        cut();
        try {
            listener.close();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static void await(String what, BooleanSupplier condition) {
        Awaitility.await(what)
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(5))
                .until(condition::getAsBoolean);
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket caller = listener.accept();
                hear(caller, lineOf(caller));
            } catch (IOException cut) {
                // The caller's process ended, or the listener is closed: then the loop ends.
            }
        }
    }

    private static String lineOf(Socket caller) throws IOException {
        String line =
                new BufferedReader(new InputStreamReader(caller.getInputStream(), StandardCharsets.UTF_8)).readLine();
        if (line == null) {
            throw new IOException("cut before it said anything");
        }
        return line;
    }

    private synchronized void hear(Socket caller, String line) {
        heard.add(line);
        String name = line.substring(0, line.indexOf(' '));
        String answer = answers.getOrDefault(name, "return");
        if (answer.equals(HOLD)) {
            held.put(name, caller);
        } else {
            answer(caller, answer);
        }
    }

    private static void answer(Socket caller, String answer) {
        try (caller) {
            caller.getOutputStream().write((answer + "\n").getBytes(StandardCharsets.UTF_8));
        } catch (IOException gone) {
            // Its process has ended meanwhile.
        }
    }

    private static void close(Socket caller) {
        try {
            caller.close();
        } catch (IOException gone) {
            // It was to end, and did.
        }
    }
}
