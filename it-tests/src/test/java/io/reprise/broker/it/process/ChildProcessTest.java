package io.reprise.broker.it.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.it.process.ChildProcess.Readiness;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class ChildProcessTest {

    private static final Duration LONG = Duration.ofSeconds(30);
    // Opened for reading and writing, so that a signal interrupts the read and never the opening.
    private static final String WAIT = "exec 3<>$0.fifo; echo ready; while :; do read line <&3; done";
    private static final String WAITS = "trap 'echo bye; exit 7' TERM; " + WAIT;

    @TempDir
    private Path folder;

    @Test
    void isReadyAtItsLineAndKeepsItsLastWordsWhenTerminated() throws Exception {
        ChildProcess child = shell(WAITS);
        assertThat(child.awaitReady(LONG)).isEqualTo(Readiness.READY);

        child.terminate(LONG);

        assertThat(child.isAlive()).isFalse();
        assertThat(child.exitStatus()).isEqualTo(7);
        assertThat(Files.readAllLines(child.log())).containsExactly("ready", "bye");
    }

    @Test
    void hasEndedWhenItSaysNothingMore() throws IOException {
        ChildProcess child = shell("echo no luck; exit 3");

        assertThat(child.awaitReady(LONG)).isEqualTo(Readiness.ENDED);
        assertThat(child.ended(LONG)).isTrue();
        assertThat(child.lastLines()).containsExactly("no luck");
        assertThat(child.exitStatus()).isEqualTo(3);
    }

    @Test
    void doesNotHearTheTerminalsInterrupt() throws Exception {
        ChildProcess child = shell(WAITS);
        child.awaitReady(LONG);

        assertThat(new ProcessBuilder("kill", "-INT", Long.toString(child.pid()))
                        .start()
                        .waitFor())
                .isZero();

        assertThat(child.isAlive()).isTrue();
        child.terminate(LONG);
        assertThat(child.exitStatus()).isEqualTo(7);
    }

    @Test
    void endsInGoodOrderThoughItIsPaused() throws IOException {
        ChildProcess child = shell(WAITS);
        child.awaitReady(LONG);
        child.pause();

        child.terminate(LONG);

        assertThat(child.exitStatus()).isEqualTo(7);
    }

    @Test
    void isGoneAfterAKill() throws IOException {
        ChildProcess child = shell("trap '' TERM; " + WAIT);
        child.awaitReady(LONG);

        child.kill();

        assertThat(child.isAlive()).isFalse();
        assertThat(ProcessHandle.of(child.pid())).isEmpty();
    }

    /** A shell that waits on a pipe nobody writes to, so that it needs no timer. */
    private ChildProcess shell(String script) throws IOException {
        Path file = Files.writeString(folder.resolve("script"), script);
        try {
            assertThat(new ProcessBuilder("mkfifo", file + ".fifo").start().waitFor())
                    .isZero();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        return ChildProcess.start(new ProcessOrder(
                "script",
                List.of("/bin/sh", file.toString()),
                folder,
                Map.of(),
                folder.resolve("log"),
                "ready"::equals));
    }
}
