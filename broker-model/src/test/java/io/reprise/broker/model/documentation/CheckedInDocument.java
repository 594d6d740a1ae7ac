package io.reprise.broker.model.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A page under {@code docs/} that is produced from declarations in the code. A test holds the page against them and fails when it is
 * stale; with {@code -Dreprise.docs=write} it writes the page instead.
 */
public final class CheckedInDocument {
    private final Path file;

    private CheckedInDocument(Path file) {
        this.file = file;
    }

    /** The page of that file name, seen from a module's own directory, in which its tests run. */
    public static CheckedInDocument named(String fileName) {
        return new CheckedInDocument(Path.of("..", "docs", fileName));
    }

    /** Fails unless the page is what the declarations give. */
    public void mustBe(String expected) {
        try {
            if ("write".equals(System.getProperty("reprise.docs"))) {
                Files.createDirectories(file.getParent());
                Files.writeString(file, expected);
            }
            assertThat(Files.exists(file) ? Files.readString(file) : "")
                    .as("docs/%s is stale; produce it with: mvn test -Dreprise.docs=write", file.getFileName())
                    .isEqualTo(expected);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
