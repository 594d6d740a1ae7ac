package io.reprise.broker.engine.lifecycle;

import io.reprise.broker.engine.configuration.Configuration;
import io.reprise.broker.engine.configuration.EngineKeys;
import io.reprise.broker.engine.store.DatabaseOptions;
import io.reprise.broker.engine.vpn.EngineBroker;
import io.reprise.broker.engine.vpn.EngineSettings;
import io.reprise.broker.engine.vpn.EngineThreads;
import io.reprise.broker.model.definition.OnConflict;
import io.reprise.broker.model.vpn.Broker;
import io.reprise.broker.model.vpn.BrokerLocator;
import jakarta.annotation.PostConstruct;
import jakarta.annotation.Resource;
import jakarta.ejb.ConcurrencyManagement;
import jakarta.ejb.ConcurrencyManagementType;
import jakarta.ejb.Local;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.enterprise.concurrent.ManagedScheduledExecutorService;
import jakarta.enterprise.concurrent.ManagedThreadFactory;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Locale;
import javax.sql.DataSource;

/**
 * Starts the broker with the server and hands it out. It does not end it: beans go on committing for seconds after this one
 * is destroyed, so the adapter's {@code stop} does [LOG.md L29, WILDFLY.md 16].
 */
@Singleton
@Startup
@Local(BrokerLocator.class)
@ConcurrencyManagement(ConcurrencyManagementType.BEAN)
@TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
@SuppressWarnings("NullAway.Init") // the container injects before it calls
public class Lifecycle implements BrokerLocator {
    @Resource(lookup = "java:jboss/datasources/RepriseDS")
    private DataSource dataSource;

    @Resource
    private ManagedThreadFactory threadFactory;

    @Resource
    private ManagedScheduledExecutorService executor;

    private Broker broker;

    @PostConstruct
    void start() {
        Configuration configuration = Configuration.read(System.getProperties());
        EngineBroker opening = EngineBroker.openSoon(
                EngineBroker.over(dataSource, DatabaseOptions.from(configuration)),
                new EngineThreads(threadFactory, executor, executor),
                EngineSettings.from(configuration, System.getProperty("jboss.node.name", "server")),
                InstantSource.system());
        broker = opening;
        String definitions = configuration.text(EngineKeys.DEFINITIONS_FILE);
        if (!definitions.isEmpty()) {
            opening.applyAtBoot(
                    Path.of(definitions),
                    OnConflict.valueOf(
                            configuration.text(EngineKeys.DEFINITIONS_CONFLICT).toUpperCase(Locale.ROOT)));
        }
    }

    @Override
    public Broker broker() {
        return broker;
    }
}
