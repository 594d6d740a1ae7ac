package io.reprise.broker.it.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DecisionsTest {

    @TempDir
    private Path store;

    @Test
    void oneThatWasWrittenIsLeftUntilItIsCarriedOut() throws IOException {
        Path decision = Files.writeString(file("0_ffff7f000001_1"), "commit");

        assertThat(new Decisions(store).left()).containsExactly(decision);
        Files.delete(decision);
        assertThat(new Decisions(store).left()).isEmpty();
    }

    @Test
    void oneThatWasCutOffBeforeItsFirstByteIsNone() throws IOException {
        Files.createFile(file("0_ffff7f000001_2"));

        assertThat(new Decisions(store).left()).isEmpty();
    }

    private Path file(String name) throws IOException {
        Path type = store.resolve("ShadowNoFileLockStore/defaultStore/StateManager/BasicAction/TwoPhaseCoordinator");
        return Files.createDirectories(type.resolve("AtomicAction")).resolve(name);
    }
}
