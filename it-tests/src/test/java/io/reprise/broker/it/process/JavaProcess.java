package io.reprise.broker.it.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A main class of the tests in a virtual machine of its own, to be killed or to end by itself, and what it says. One thread.
 *
 * <p>Whoever is to live until it is killed reads its input: that ends with this process.
 */
public final class JavaProcess implements AutoCloseable {
    private final Process process;
    private final BufferedReader output;
    private final List<String> said = new ArrayList<>();

    private JavaProcess(Process process) {
        this.process = process;
        this.output = process.inputReader(StandardCharsets.UTF_8);
    }

    /** Starts it on the tests' own class path. */
    public static JavaProcess start(List<String> options, Class<?> main, List<String> arguments) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        command.add("-Dslf4j.internal.verbosity=ERROR");
        command.add("-cp");
        command.add(Optional.ofNullable(System.getProperty("surefire.test.class.path"))
                .orElse(System.getProperty("java.class.path")));
        command.add(main.getName());
        command.addAll(arguments);
        return new JavaProcess(
                new ProcessBuilder(command).redirectErrorStream(true).start());
    }

    /**
     * Reads on until it says a line that begins so.
     *
     * @return what follows in that line
     * @throws AssertionError with all that it said, when it ends without
     */
    public String awaitLine(String beginning) throws IOException {
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            said.add(line);
            if (line.startsWith(beginning)) {
                return line.substring(beginning.length());
            }
        }
        close();
        throw new AssertionError("It ended:\n" + String.join("\n", said));
    }

    /** Reads on until it has ended by itself. */
    public int exitStatus() throws IOException, InterruptedException {
        output.lines().forEach(said::add);
        return process.waitFor();
    }

    /** All that was read so far, a line each. */
    public List<String> said() {
        return said;
    }

    public ProcessHandle handle() {
        return process.toHandle();
    }

    /** Kills it, as the operating system does: it says nothing to anybody. Returns when it is gone. */
    @Override
    public void close() {
        process.destroyForcibly();
        try {
            process.waitFor();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
