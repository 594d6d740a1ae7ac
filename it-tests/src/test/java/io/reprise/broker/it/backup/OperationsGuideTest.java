package io.reprise.broker.it.backup;

import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.it.database.DatabaseDump;
import io.reprise.broker.model.management.AlarmCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** docs/operations.md against what it speaks of. */
class OperationsGuideTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Path DOCS = ROOT.resolve("docs");
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)#]*)(#[^)]*)?\\)");
    private static final Pattern SETTING = Pattern.compile("reprise\\.(?:db|mdb)\\.[a-z]+");

    private final String guide = Files.readString(DOCS.resolve("operations.md"));

    OperationsGuideTest() throws IOException {}

    @Test
    void speaksOfEveryAlarm() {
        assertThat(AlarmCode.values()).allSatisfy(alarm -> assertThat(guide).contains("`" + alarm.slug() + "`"));
    }

    /** Pages of settings among them, which are all there are. */
    @Test
    void leadsToEveryPageAndToNoneThatIsNotThere() throws IOException {
        List<String> linked = LINK.matcher(guide)
                .results()
                .map(link -> link.group(1))
                .filter(page -> !page.isEmpty())
                .distinct()
                .toList();
        try (Stream<Path> files = Files.list(DOCS)) {
            List<String> pages = files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".md") && !name.equals("operations.md"))
                    .toList();
            assertThat(linked).containsExactlyInAnyOrderElementsOf(pages);
        }
        assertThat(Files.readString(ROOT.resolve("README.md"))).contains("(docs/operations.md)");
    }

    @Test
    void itsOwnHeadingsAreThere() {
        List<String> headings = guide.lines()
                .filter(line -> line.startsWith("#"))
                .map(line -> "#"
                        + line.replaceFirst("#+ ", "")
                                .toLowerCase(java.util.Locale.ROOT)
                                .replace(' ', '-'))
                .toList();

        assertThat(LINK.matcher(guide)
                        .results()
                        .filter(link -> link.group(1).isEmpty())
                        .map(link -> link.group(2)))
                .isNotEmpty()
                .allSatisfy(heading -> assertThat(headings).contains(heading));
    }

    @Test
    void theBackupIsTheOneThatIsTested() {
        assertThat(guide).contains(String.join(" ", DatabaseDump.OPTIONS));
        assertThat(guide).contains(BackupTest.MINT + ";").contains(BackupTest.KEEP + ";");
    }

    @Test
    void theScriptAsksForNothingThatItsPropertiesDoNotHave() throws IOException {
        Path server = ROOT.resolve("broker-ear/src/main/server");
        Map<String, List<String>> names = new TreeMap<>();
        for (String file : List.of("reprise-setup.cli", "reprise.properties")) {
            names.put(
                    file,
                    SETTING.matcher(Files.readString(server.resolve(file)))
                            .results()
                            .map(MatchResult::group)
                            .distinct()
                            .sorted()
                            .toList());
        }

        assertThat(names.get("reprise-setup.cli")).isNotEmpty().isEqualTo(names.get("reprise.properties"));
    }

    /** Nothing that the script adds is left, whichever that is: each address of one is in the other. */
    @Test
    void whatIsSetUpIsUndone() throws IOException {
        assertThat(addresses("reprise-undo.cli")).containsExactlyInAnyOrderElementsOf(addresses("reprise-setup.cli"));
    }

    private static List<String> addresses(String script) throws IOException {
        String text =
                Files.readString(ROOT.resolve("broker-ear/src/main/server").resolve(script));
        String[] lines = text.substring(text.indexOf("\nbatch\n"), text.indexOf("\nrun-batch"))
                .split("\n");
        return Arrays.stream(lines)
                .filter(line -> line.startsWith("/"))
                .map(line -> line.substring(
                        0, line.lastIndexOf(':', line.indexOf('(') < 0 ? line.length() : line.indexOf('('))))
                .toList();
    }
}
