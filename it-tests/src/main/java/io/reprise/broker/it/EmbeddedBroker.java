package io.reprise.broker.it;

import io.reprise.broker.engine.store.Database;
import io.reprise.broker.engine.store.DatabaseOptions;
import io.reprise.broker.engine.vpn.EngineBroker;
import io.reprise.broker.engine.vpn.EngineSettings;
import io.reprise.broker.model.access.ClientIdentity;
import io.reprise.broker.model.access.Credentials;
import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.endpoint.EndpointName;
import io.reprise.broker.model.endpoint.EndpointSettings;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.management.VpnAdministration;
import io.reprise.broker.model.topic.TopicName;
import io.reprise.broker.model.vpn.Broker;
import io.reprise.broker.ra.jms.ConnectionSettings;
import io.reprise.broker.ra.jms.RepriseConnectionFactory;
import io.reprise.broker.ra.jms.RepriseQueue;
import io.reprise.broker.ra.jms.RepriseTopic;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.Queue;
import jakarta.jms.Topic;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/**
 * The broker in this JVM, without a server: the same engine on the same store, with threads of its own. What it stored is there again
 * when one is started on the same database; two at a time on one database there can't be. Thread-safe.
 */
public final class EmbeddedBroker implements AutoCloseable {
    private static final Duration DRAIN = Duration.ofSeconds(5);

    private final EmbeddedThreads threads;
    private final Broker broker;

    private EmbeddedBroker(EmbeddedThreads threads, Broker broker) {
        this.threads = threads;
        this.broker = broker;
    }

    /**
     * Starts one, and returns when it serves.
     *
     * @param jdbcUrl of a MariaDB 10.11 or later, e.g. {@code jdbc:mariadb://localhost:3306/reprise}; the tables are made if need be
     * @throws BrokerException naming what is wrong with the database, or who owns it
     */
    public static EmbeddedBroker start(String jdbcUrl, String user, String password) {
        EmbeddedThreads threads = EmbeddedThreads.start();
        boolean done = false;
        try {
            Broker broker = EngineBroker.open(
                    () -> Database.connect(jdbcUrl, user, password, DatabaseOptions.defaults()),
                    threads.forEngine(),
                    EngineSettings.defaults(
                            "embedded-" + ProcessHandle.current().pid()),
                    InstantSource.system());
            // There is no security domain that could be asked: whoever is in this JVM is believed.
            broker.shared(Credentials.class, Credentials::new)
                    .checkedBy((username, given) -> Optional.of(ClientIdentity.inServer(username)));
            done = true;
            return new EmbeddedBroker(threads, broker);
        } finally {
            if (!done) {
                threads.close();
            }
        }
    }

    /**
     * The queue of that name, made if there is none: switched on both ways, exclusive, times to live respected.
     *
     * @throws BrokerException INVALID_PARAMETER if the name can't be one
     */
    public Queue createQueue(String name) {
        EndpointName queue = EndpointName.ofNew(name);
        if (administration().endpoint(EndpointKind.QUEUE, queue.text()).isEmpty()) {
            create(queue);
        }
        return new RepriseQueue(queue.text());
    }

    private void create(EndpointName queue) {
        try {
            administration()
                    .createEndpoint(
                            EndpointKind.QUEUE,
                            queue.text(),
                            EndpointSettings.clientCreated(EndpointKind.QUEUE),
                            List.of());
        } catch (BrokerException e) {
            if (e.code() != ErrorCode.ALREADY_EXISTS) {
                throw e;
            }
        }
    }

    /**
     * The topic of that name. Nothing is made: topics exist by being published to and subscribed to.
     *
     * @throws BrokerException INVALID_TOPIC if the name can't be one
     */
    public Topic createTopic(String name) {
        return new RepriseTopic(TopicName.of(name).text());
    }

    /** A factory of connections to the default VPN; they are to be closed before this is. */
    public ConnectionFactory connectionFactory() {
        return connectionFactory(Broker.DEFAULT_VPN);
    }

    /** As {@link #connectionFactory()}, to any VPN: {@link #broker()} makes them. */
    public ConnectionFactory connectionFactory(String vpn) {
        return new RepriseConnectionFactory(() -> broker, vpn, ConnectionSettings.DEFAULTS, threads.forClients());
    }

    /** What administrators do to the default VPN. */
    public VpnAdministration administration() {
        return broker.administration(Broker.DEFAULT_VPN);
    }

    /** The broker itself, as the seam shows it. */
    public Broker broker() {
        return broker;
    }

    /** Ends it: what is under way gets some seconds. A second call does nothing. */
    @Override
    public void close() {
        broker.close(DRAIN);
        threads.close();
    }
}
