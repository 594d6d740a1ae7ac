package io.reprise.broker.it.server;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.wildfly.core.launcher.StandaloneCommandBuilder;

/** The command line of a server, and the lines of its log that say how the boot went. */
final class ServerCommand {

    /** WFLYSRV0025 and 0026: the boot is over, without or with errors. */
    static final Predicate<String> BOOT_IS_OVER =
            line -> line.contains("WFLYSRV0025:") || line.contains("WFLYSRV0026:");

    private ServerCommand() {}

    static List<String> of(ServerSettings settings, ServerPorts ports, String nodeIdentifier) {
        StandaloneCommandBuilder command = StandaloneCommandBuilder.of(
                        settings.home().folder())
                .addModuleDir(DriverModule.folder(settings.baseDirectory()).toString())
                .setBaseDirectory(settings.baseDirectory())
                .setServerConfiguration(ServerConfiguration.FILE)
                .setPropertiesFile(PropertiesFile.path(settings.baseDirectory()))
                .addJavaOptions("-Djava.net.preferIPv4Stack=true")
                .addServerArgument("-Djboss.http.port=" + ports.http())
                .addServerArgument("-Djboss.management.http.port=" + ports.management())
                .addServerArgument("-Djboss.tx.node.id=" + nodeIdentifier);
        command.addJavaOptions(settings.javaOptions());
        // Not from the properties' file: the server looks for its folders before it reads that.
        Optional.ofNullable(settings.properties().get(ServerSettings.DATA_DIRECTORY))
                .ifPresent(data -> command.addServerArgument("-D" + ServerSettings.DATA_DIRECTORY + "=" + data));
        return command.build();
    }

    static boolean bootedWithErrors(List<String> output) {
        return output.stream().anyMatch(line -> line.contains("WFLYSRV0026:"));
    }

    static boolean foundAPortBusy(List<String> output) {
        return output.stream().anyMatch(line -> line.contains("Address already in use"));
    }

    /** The first thing the server complained of. */
    static String firstError(List<String> output) {
        return output.stream()
                .filter(line -> line.contains(" ERROR ") || line.contains(" FATAL "))
                .findFirst()
                .or(() -> output.stream()
                        .filter(line -> line.contains("Exception"))
                        .findFirst())
                .orElse(output.isEmpty() ? "the server said nothing" : output.get(output.size() - 1))
                .strip();
    }
}
