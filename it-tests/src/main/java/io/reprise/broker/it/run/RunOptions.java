package io.reprise.broker.it.run;

import java.nio.file.Path;
import java.util.Properties;

/**
 * What {@code -Drun.…} asks for.
 *
 * @param data {@code run.data}: the folder kept between runs; default {@code ~/.local/share/reprise}
 * @param httpPort {@code run.http.port}: 0 for a free one; default 8080
 * @param managementPort {@code run.management.port}: of the server; default 0, a free one
 * @param databasePort {@code run.db.port}: default 0, a free one
 * @param heapMb {@code run.heap}: the server's heap in MB; default 512
 * @param exit {@code run.exit}: end after the demonstration; default false
 */
record RunOptions(Path data, int httpPort, int managementPort, int databasePort, int heapMb, boolean exit) {

    /**
     * Reads them.
     *
     * @throws IllegalArgumentException with one line that names the option, its value and what is allowed
     */
    static RunOptions of(Properties properties) {
        String home = properties.getProperty("user.home", ".");
        String data = properties.getProperty("run.data", "");
        return new RunOptions(
                data.isBlank()
                        ? Path.of(home, ".local", "share", "reprise")
                        : Path.of(data).toAbsolutePath(),
                number(properties, "run.http.port", 8080, 0, 65_535),
                number(properties, "run.management.port", 0, 0, 65_535),
                number(properties, "run.db.port", 0, 0, 65_535),
                number(properties, "run.heap", 512, 128, 65_536),
                flag(properties, "run.exit"));
    }

    private static int number(Properties properties, String name, int otherwise, int least, int most) {
        String text = properties.getProperty(name, "").strip();
        if (text.isEmpty()) {
            return otherwise;
        }
        if (text.matches("\\d{1,9}")) {
            int value = Integer.parseInt(text);
            if (value >= least && value <= most) {
                return value;
            }
        }
        throw new IllegalArgumentException(
                "-D" + name + "=" + text + ": it must be a number from " + least + " to " + most);
    }

    private static boolean flag(Properties properties, String name) {
        String text = properties.getProperty(name, "false").strip();
        if (text.isEmpty() || text.equals("true")) {
            return true;
        }
        if (text.equals("false")) {
            return false;
        }
        throw new IllegalArgumentException("-D" + name + "=" + text + ": it must be true or false");
    }
}
