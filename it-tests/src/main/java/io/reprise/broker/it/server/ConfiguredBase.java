package io.reprise.broker.it.server;

import io.reprise.broker.it.process.ChildProcess;
import io.reprise.broker.it.process.FileTree;
import io.reprise.broker.it.process.ProcessOrder;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.wildfly.core.launcher.CliCommandBuilder;

/**
 * Base directories as an offline {@code jboss-cli} left them, one for each different script, beside the distribution.
 * The command line takes 4 seconds, a copy of its result none, and what differs from run to run is a system property.
 */
public final class ConfiguredBase {

    private static final Duration LIMIT = Duration.ofMinutes(3);

    private final WildFlyHome home;
    private final String script;

    private ConfiguredBase(WildFlyHome home, String script) {
        this.home = home;
        this.script = script;
    }

    /** Fills an empty or missing directory with the configured server's base. */
    public static void layOut(WildFlyHome home, ServerConfiguration configuration, Path baseDirectory)
            throws IOException {
        Path configured = new ConfiguredBase(home, configuration.script()).provide();
        FileTree.copy(configured, baseDirectory);
    }

    private Path provide() throws IOException {
        Path folder = Objects.requireNonNull(home.folder().getParent())
                .resolve("configured-" + fingerprint().substring(0, 16));
        Files.createDirectories(Objects.requireNonNull(folder.getParent()));
        synchronized (ConfiguredBase.class) {
            try (FileChannel lockFile = FileChannel.open(
                            folder.resolveSibling(folder.getFileName() + ".lock"),
                            StandardOpenOption.CREATE,
                            StandardOpenOption.WRITE);
                    FileLock lock = lockFile.lock()) {
                if (lock.isValid() && !Files.exists(folder)) {
                    configure(folder);
                }
            }
        }
        return folder;
    }

    private void configure(Path folder) throws IOException {
        Path unfinished = folder.resolveSibling(folder.getFileName() + ".unfinished");
        FileTree.delete(unfinished);
        FileTree.copy(home.standalone(), unfinished);
        Path scriptFile = Files.writeString(unfinished.resolve("configure.cli"), script);
        ChildProcess cli = ChildProcess.start(new ProcessOrder(
                "jboss-cli",
                CliCommandBuilder.asModularLauncher(home.folder())
                        .addJavaOption("-Djboss.server.base.dir=" + unfinished)
                        .setScriptFile(scriptFile)
                        .build(),
                unfinished,
                Map.of("JBOSS_HOME", home.folder().toString()),
                unfinished.resolve("configure.log"),
                line -> false));
        if (!cli.ended(LIMIT) || cli.exitStatus() != 0) {
            cli.kill();
            throw new ServerFailure("The server can't be configured: " + complaint(cli.lastLines()) + " (all of it in "
                    + cli.log() + ")");
        }
        FileTree.delete(unfinished.resolve("log"));
        FileTree.delete(unfinished.resolve("configuration").resolve("standalone_xml_history"));
        Files.move(unfinished, folder);
    }

    private static String complaint(List<String> output) {
        return output.stream()
                .filter(line -> line.contains("failure-description") || line.contains("WFLYCTL"))
                .findFirst()
                .orElse(output.isEmpty() ? "jboss-cli said nothing" : output.get(output.size() - 1))
                .strip();
    }

    private String fingerprint() {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(home.folder().toString().getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest.digest(script.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException everyJdkHasIt) {
            throw new IllegalStateException(everyJdkHasIt);
        }
    }
}
