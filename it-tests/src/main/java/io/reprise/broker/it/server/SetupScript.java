package io.reprise.broker.it.server;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The administrator's script, {@code reprise-setup.cli}: what the kit's own servers get is what it says. Immutable. */
public final class SetupScript {

    /** The name of the driver, whether it is deployed or a module. */
    public static final String DRIVER = "reprise-mariadb-driver.jar";

    private static final Pattern ARGUMENT = Pattern.compile("([a-z-]+)=(?:\"([^\"]*)\"|([^,]*))(?:, |$)");

    private final List<String> commands;

    private SetupScript(List<String> commands) {
        this.commands = commands;
    }

    /** The one on the class path. */
    public static SetupScript read() {
        List<String> lines =
                ServerConfiguration.resource("reprise-setup.cli").lines().toList();
        return new SetupScript(lines.subList(lines.indexOf("batch") + 1, lines.indexOf("run-batch")));
    }

    /** What it does in its batch, but for the driver, which the kit brings as a module. */
    List<String> commands() {
        return commands.stream().filter(line -> !line.startsWith("deploy ")).toList();
    }

    /**
     * What it gives to an operation.
     *
     * @param operation such as {@code /subsystem=datasources/data-source=RepriseDS:add}
     * @return values as written, expressions as they are
     */
    public Map<String, String> arguments(String operation) {
        String line = commands.stream()
                .filter(command -> command.startsWith(operation + "("))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("The script has no " + operation));
        Matcher argument = ARGUMENT.matcher(line.substring(operation.length() + 1, line.length() - 1));
        Map<String, String> values = new LinkedHashMap<>();
        while (argument.find()) {
            values.put(argument.group(1), argument.group(2) == null ? argument.group(3) : argument.group(2));
        }
        return values;
    }
}
