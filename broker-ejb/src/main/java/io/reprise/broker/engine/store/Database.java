package io.reprise.broker.engine.store;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.management.VpnSettings;
import io.reprise.broker.model.store.Vpn;
import io.reprise.broker.model.vpn.Broker;
import io.reprise.broker.model.vpn.VpnName;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.sql.DataSource;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.AvailableSettings;
import org.hibernate.jpa.HibernatePersistenceProvider;

/**
 * The database with the broker's schema in it, checked and brought to this version's form; gives out the store of each VPN. Made
 * and closed by the engine, not by a container [LOG.md L29]. Thread-safe.
 */
public final class Database implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(Database.class.getName());
    private static final String UNIT = "reprise";

    private final DataSource dataSource;
    private final DatabaseOptions options;
    private final SessionFactory factory;
    private final Sessions sessions;
    private final VpnRows rows;
    private final String schema;
    private final List<String> warnings;
    private final Runnable closePool;

    private Database(DataSource pool, DatabaseOptions options, Runnable closePool) {
        this.options = options;
        this.closePool = closePool;
        dataSource = new PreparedDataSource(pool, new SessionSettings(options));
        try (Connection connection = dataSource.getConnection()) {
            warnings = ServerCheck.run(connection);
            schema = connection.getCatalog();
        } catch (SQLException failure) {
            throw DatabaseFailures.unusable(failure);
        }
        warnings.forEach(warning -> LOG.log(System.Logger.Level.WARNING, warning));
        SchemaMigration.run(dataSource);
        factory = sessionFactory(dataSource);
        sessions = new Sessions(factory);
        rows = new VpnRows(sessions);
        try {
            rows.make(Broker.DEFAULT_VPN, VpnSettings.DEFAULTS);
        } catch (RuntimeException failure) {
            factory.close();
            throw DatabaseFailures.translated(failure);
        }
    }

    /**
     * Over a server's datasource, which must be {@code jta=false} and is not closed here.
     *
     * @throws BrokerException if it cannot be reached, refuses the user, or has settings that would lose messages
     */
    public static Database over(DataSource pool, DatabaseOptions options) {
        return new Database(pool, options, () -> {});
    }

    /**
     * With a pool of its own, in a plain JVM.
     *
     * @throws BrokerException as {@link #over}
     */
    public static Database connect(String jdbcUrl, String user, String password, DatabaseOptions options) {
        PlainPool pool = PlainPool.open(jdbcUrl, user, password, options);
        try {
            return new Database(pool.dataSource(), options, pool::close);
        } catch (RuntimeException failure) {
            pool.close();
            throw failure;
        }
    }

    /** What is slow or risky about the database but allowed, for people. */
    public List<String> warnings() {
        return warnings;
    }

    /** The VPNs that exist, in the order of names; {@code default} is one of them. Any thread. */
    public List<String> vpnNames() {
        return rows.names();
    }

    /**
     * How many undo log records InnoDB has still to purge [LOG.md L18]. Any thread.
     *
     * @throws BrokerException if the database can't be asked
     */
    public long historyListLength() {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SHOW GLOBAL STATUS LIKE 'Innodb_history_list_length'")) {
            return row.next() ? row.getLong(2) : 0;
        } catch (SQLException failure) {
            throw DatabaseFailures.unusable(failure);
        }
    }

    /** A VPN as it is stored, whoever serves it; empty if there is none. Any thread. */
    public Optional<Vpn> vpn(String name) {
        return rows.find(name);
    }

    /**
     * Makes a VPN, with nothing on it, whatever one of that name there was before. Any thread.
     *
     * @throws BrokerException {@code ALREADY_EXISTS}, {@code NOT_ALLOWED} while another makes or clears it, or if the database fails
     */
    public void createVpn(VpnName name, VpnSettings settings) {
        try {
            clearRemains(name.text());
        } catch (FencedException othersToo) {
            throw new BrokerException(
                    ErrorCode.NOT_ALLOWED,
                    "VPN '" + name + "' is being made or cleared away by another broker",
                    othersToo);
        } catch (StoreUnavailableException failure) {
            throw DatabaseFailures.unusable(failure);
        }
        if (!rows.make(name.text(), settings)) {
            throw new BrokerException(ErrorCode.ALREADY_EXISTS, "VPN '" + name + "' exists already");
        }
    }

    /**
     * Deletes what a deleted VPN has left, or nothing if there is such a VPN again. Any thread.
     *
     * @throws FencedException if another does so too, or makes such a VPN
     * @throws StoreUnavailableException may be run again
     */
    public void clearRemains(String vpn) {
        new VpnRemains(sessions, vpn).clear();
    }

    /**
     * Takes a VPN over. The former owner, should it still live, can write nothing from then on.
     *
     * @param node who this is, for people
     * @throws BrokerException if there is no such VPN, a live owner holds it (named), the log has gaps, or the database fails
     */
    public VpnStore openVpn(String vpn, String node) {
        return new VpnOpening(dataSource, factory, options, schema).open(vpn, node);
    }

    /** The stores given out are to be closed before. */
    @Override
    public void close() {
        factory.close();
        closePool.run();
    }

    private static SessionFactory sessionFactory(DataSource dataSource) {
        ClassLoader loader = Database.class.getClassLoader();
        return new HibernatePersistenceProvider()
                .createEntityManagerFactory(
                        UNIT,
                        Map.of(
                                AvailableSettings.JAKARTA_NON_JTA_DATASOURCE,
                                dataSource,
                                AvailableSettings.JSON_FORMAT_MAPPER,
                                new NoJsonMapping(),
                                AvailableSettings.CLASSLOADERS,
                                List.of(loader)))
                .unwrap(SessionFactory.class);
    }
}
