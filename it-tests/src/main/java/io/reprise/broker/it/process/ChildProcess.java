package io.reprise.broker.it.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A process started by a test or by the run, whose output goes to a log file and is watched for the line that says it is
 * ready.
 *
 * <p>The process does not hear the terminal's Ctrl-C: whoever started it stops it, in the order it wants. Any thread may
 * call the methods; one thread at a time should start and stop.
 */
public final class ChildProcess {

    /** What became of the wait for the ready line. */
    public enum Readiness {
        READY,
        ENDED,
        TIMED_OUT
    }

    private static final Duration COPY_LIMIT = Duration.ofSeconds(5);

    private final String name;
    private final Process process;
    private final OutputWatch output;

    private ChildProcess(String name, Process process, OutputWatch output) {
        this.name = name;
        this.process = process;
        this.output = output;
    }

    /**
     * Starts the process.
     *
     * @throws UncheckedIOException when the program can't be executed or the log file can't be written
     */
    public static ChildProcess start(ProcessOrder order) {
        List<String> command = new ArrayList<>(List.of("/bin/sh", "-c", "trap '' INT HUP; exec \"$0\" \"$@\""));
        command.addAll(order.command());
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(order.directory().toFile())
                .redirectErrorStream(true);
        builder.environment().putAll(order.environment());
        try {
            Files.createDirectories(order.directory());
            Process process = builder.start();
            process.getOutputStream().close();
            return new ChildProcess(order.name(), process, OutputWatch.of(order, process.getInputStream()));
        } catch (IOException failure) {
            throw new UncheckedIOException(order.name() + " can't be started: " + failure.getMessage(), failure);
        }
    }

    /** Waits until the ready line was printed, the process ended, or the time is over. */
    public Readiness awaitReady(Duration atMost) {
        try {
            return output.ready().get(atMost.toMillis(), TimeUnit.MILLISECONDS) ? Readiness.READY : Readiness.ENDED;
        } catch (TimeoutException tooLate) {
            return Readiness.TIMED_OUT;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return Readiness.TIMED_OUT;
        } catch (ExecutionException failure) {
            throw new IllegalStateException(name + ": its output can't be read", failure);
        }
    }

    /** The last lines it printed, oldest first, at most {@value OutputWatch#KEPT_LINES}. */
    public List<String> lastLines() {
        return output.lastLines();
    }

    public long pid() {
        return process.pid();
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** The exit status of a process that has ended. */
    public int exitStatus() {
        return process.exitValue();
    }

    /** Asks it to end (SIGTERM), a paused one too, and waits; one that doesn't end in time is killed. */
    public void terminate(Duration atMost) {
        // By the handle: the process's own method would close its output, and its last lines were lost.
        process.toHandle().destroy();
        trySignal("CONT");
        if (!ended(atMost)) {
            kill();
        }
    }

    /** Ends it at once (SIGKILL) and returns when it is gone. */
    public void kill() {
        process.toHandle().destroyForcibly();
        if (!ended(Duration.ofSeconds(30))) {
            throw new IllegalStateException(name + " (process " + pid() + ") is still there 30 s after SIGKILL");
        }
    }

    /** Stops it from running (SIGSTOP) without ending it, as a long pause of its machine would. */
    public void pause() {
        signal("STOP");
    }

    /** Lets a paused one run on (SIGCONT). */
    public void resume() {
        signal("CONT");
    }

    /** Has a virtual machine print what all its threads do (SIGQUIT) among its output. */
    public void printThreads() {
        signal("QUIT");
    }

    /** Waits until it has ended; false when the time is over. */
    public boolean ended(Duration atMost) {
        try {
            boolean ended = process.waitFor(atMost.toMillis(), TimeUnit.MILLISECONDS);
            if (ended) {
                output.awaitCopied(COPY_LIMIT);
            }
            return ended;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private void signal(String signal) {
        if (!trySignal(signal)) {
            throw new IllegalStateException(name + " (process " + pid() + ") took no SIG" + signal);
        }
    }

    private boolean trySignal(String signal) {
        try {
            Process kill =
                    new ProcessBuilder("/bin/sh", "-c", "kill -" + signal + " " + pid() + " 2>/dev/null").start();
            return kill.waitFor() == 0;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** The file its output goes to. */
    public Path log() {
        return output.log();
    }
}
