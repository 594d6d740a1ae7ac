package io.reprise.broker.it.server;

import java.util.Locale;
import java.util.Map;

/**
 * A datasource for applications, apart from the broker's own; bound as {@code java:jboss/datasources/<name>}.
 *
 * @param name letters and digits
 * @param kind how it takes part in transactions
 * @param url of a MariaDB database, with options
 * @param user of that database
 * @param password of that user
 */
public record ApplicationDatasource(String name, Kind kind, String url, String user, String password) {

    /** How a datasource takes part in a transaction with other resources. */
    public enum Kind {
        /** Two-phase, recovered after a crash. */
        XA,
        /** Local, as the last resource of a two-phase commit. */
        LAST_RESOURCE
    }

    /** The commands that add it; what differs from run to run comes in as system properties. */
    String script() {
        String common = "--name=%1$s --jndi-name=java:jboss/datasources/%1$s --driver-name=reprise-mariadb-driver.jar"
                + " --user-name=${%2$s.user} --password=${%2$s.password} --max-pool-size=100"
                // After the database's restart no dead connection is given out.
                + " --validate-on-match=true --background-validation=false"
                + " --valid-connection-checker-class-name=org.jboss.jca.adapters.jdbc.extensions.novendor.JDBC4ValidConnectionChecker"
                + " --exception-sorter-class-name=org.jboss.jca.adapters.jdbc.extensions.mysql.MySQLExceptionSorter";
        String specific = switch (kind) {
            case XA ->
                "xa-data-source add " + common + " --xa-datasource-properties={\"Url\"=>\"${%2$s.url}\"}"
                        + " --same-rm-override=false --recovery-username=${%2$s.user}"
                        + " --recovery-password=${%2$s.password}";
            case LAST_RESOURCE -> "data-source add " + common + " --connection-url=${%2$s.url}";
        };
        return specific.formatted(name, prefix());
    }

    Map<String, String> properties() {
        return Map.of(prefix() + ".url", url, prefix() + ".user", user, prefix() + ".password", password);
    }

    private String prefix() {
        return "reprise.datasource." + name.toLowerCase(Locale.ROOT);
    }
}
