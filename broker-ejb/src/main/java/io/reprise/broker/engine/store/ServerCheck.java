package io.reprise.broker.engine.store;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Looks at a database's settings before anything is kept in it [LOG.md L1, L9]. Used once, by the thread that starts. */
final class ServerCheck {
    /** An entry has up to 1 MB and more if one message is that large; a chunk has 1 MiB. */
    private static final long LEAST_PACKET_BYTES = 4L << 20;

    private static final long AMPLE_REDO_LOG_BYTES = 1_000_000_000L;
    private static final Pattern VERSION = Pattern.compile("(\\d+)\\.(\\d+).*MariaDB.*", Pattern.CASE_INSENSITIVE);
    private static final Pattern FAILOVER_URL =
            Pattern.compile("jdbc:mariadb:(sequential|replication|loadbalance|load-balance-read):.*");

    private final Map<String, String> variables = new HashMap<>();
    private final List<String> problems = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();

    private ServerCheck() {}

    /**
     * Checks everything.
     *
     * @return what is slow or risky but allowed, for people
     * @throws BrokerException naming each setting that would lose messages, its value and what is allowed
     */
    static List<String> run(Connection connection) throws SQLException {
        ServerCheck check = new ServerCheck();
        check.readVariables(connection);
        check.version();
        check.durability();
        check.sizes();
        check.cluster();
        check.engine(connection);
        check.driver(connection.getMetaData());
        if (!check.problems.isEmpty()) {
            throw new BrokerException(ErrorCode.BAD_DATABASE_SETTINGS, String.join("; ", check.problems));
        }
        return List.copyOf(check.warnings);
    }

    private void readVariables(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("""
                        SHOW GLOBAL VARIABLES WHERE Variable_name IN ('version', 'innodb_flush_log_at_trx_commit', 'log_bin',
                        'sync_binlog', 'binlog_format', 'max_allowed_packet', 'innodb_log_file_size', 'wsrep_on')""")) {
            while (rows.next()) {
                variables.put(rows.getString(1).toLowerCase(Locale.ROOT), rows.getString(2));
            }
        }
    }

    private void version() {
        Matcher version = VERSION.matcher(value("version"));
        if (!version.matches()
                || Integer.parseInt(version.group(1)) * 100 + Integer.parseInt(version.group(2)) < 10 * 100 + 11) {
            problem("version", value("version"), "MariaDB 10.11 or later");
        }
    }

    private void durability() {
        if (!value("innodb_flush_log_at_trx_commit").equals("1")) {
            problem("innodb_flush_log_at_trx_commit", value("innodb_flush_log_at_trx_commit"), "1");
        }
        if (isOn("log_bin")) {
            if (!value("sync_binlog").equals("1")) {
                problem("sync_binlog", value("sync_binlog"), "1 while log_bin is on");
            }
            if (value("binlog_format").equals("STATEMENT")) {
                problem("binlog_format", "STATEMENT", "ROW or MIXED");
            }
        }
    }

    private void sizes() {
        if (number("max_allowed_packet") < LEAST_PACKET_BYTES) {
            problem("max_allowed_packet", value("max_allowed_packet"), "at least " + LEAST_PACKET_BYTES);
        }
        if (number("innodb_log_file_size") < AMPLE_REDO_LOG_BYTES) {
            warnings.add("innodb_log_file_size = " + value("innodb_log_file_size")
                    + ": below 1 GB the slowest commits take several times as long");
        }
    }

    private void cluster() {
        if (isOn("wsrep_on")) {
            problem("wsrep_on", value("wsrep_on"), "OFF; a Galera cluster is not supported yet");
        }
    }

    private void engine(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(
                        "SELECT support FROM information_schema.engines WHERE engine = 'InnoDB'")) {
            String support = rows.next() ? rows.getString(1) : "NO";
            if (!support.equals("YES") && !support.equals("DEFAULT")) {
                problem("storage engine InnoDB", support, "YES");
            }
        }
    }

    private void driver(DatabaseMetaData driver) throws SQLException {
        if (!driver.getDriverName().contains("MariaDB")) {
            problem("JDBC driver", driver.getDriverName(), "MariaDB Connector/J");
            return;
        }
        String url = driver.getURL();
        if (FAILOVER_URL.matcher(url).matches()) {
            problem("JDBC URL", url, "one server, without the driver's failover");
        }
        if (url.contains("transactionReplay=true")) {
            problem("transactionReplay", "true", "false: the broker itself repeats what may be repeated");
        }
        if (!url.contains("useServerPrepStmts=true")) {
            warnings.add(
                    "useServerPrepStmts is not true in the JDBC URL: entries are sent as text, several times slower");
        }
    }

    private void problem(String setting, String actual, String allowed) {
        problems.add(setting + " = " + actual + ", allowed: " + allowed);
    }

    private boolean isOn(String variable) {
        return value(variable).equals("ON") || value(variable).equals("1");
    }

    private long number(String variable) {
        String value = value(variable);
        return value.isEmpty() ? 0 : Long.parseLong(value);
    }

    private String value(String variable) {
        return variables.getOrDefault(variable, "");
    }
}
